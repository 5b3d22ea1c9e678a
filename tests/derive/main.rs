//! `#[derive(Tool)]`.

mod agreement;
mod cases;
mod definition;
mod docs;
mod generic;
mod hygiene;
mod mcp;
mod parse;
mod property;
mod schema;
mod set;
