//! `#[derive(Tool)]`.
