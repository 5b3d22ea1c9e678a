//! What expansions of `#[derive(Tool)]` call.
