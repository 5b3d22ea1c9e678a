//! `#[derive(Tool)]`.

mod definition;
