//! JSON tool files to typed Rust.

mod snapshots;
