//! `#[derive(Tool)]`.

mod agreement;
mod cases;
mod check;
mod definition;
mod docs;
mod formats;
mod generic;
mod hostile;
mod hygiene;
mod mcp;
mod parse;
mod property;
mod schema;
mod set;
mod text;
mod unseen;
