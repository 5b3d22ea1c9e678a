//! The validator for foreign tools.

mod attacks;
mod suite;
