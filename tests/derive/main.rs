//! `#[derive(Tool)]`.

mod agreement;
mod cases;
mod definition;
mod instances;
