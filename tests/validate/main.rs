//! The validator for foreign tools.

mod attacks;
mod bounded;
mod cache;
mod calls;
mod corpus;
mod documents;
mod schemas;
mod secrets;
mod suite;
mod typed;
mod vectors;
mod violations;
