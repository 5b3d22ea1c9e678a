//! Turns JSON tool files into typed Rust in build.rs.
