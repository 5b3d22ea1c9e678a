//! JSON tool files to typed Rust.

mod behaviour;
mod errors;
mod shapes;
mod snapshots;
