//! The validator for foreign tools.

mod attacks;
mod bounded;
mod cache;
mod corpus;
mod schemas;
mod secrets;
mod suite;
mod vectors;
mod violations;
