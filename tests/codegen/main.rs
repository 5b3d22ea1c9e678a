//! JSON tool files to typed Rust.

mod behaviour;
mod bounds;
mod built;
mod dispatch;
mod editions;
mod errors;
mod formats;
mod forms;
mod generated;
mod hostile;
mod replaced;
mod round_trip;
mod scratch_crate;
mod shapes;
mod snapshots;
mod traps;
mod typify;
