//! The validator for foreign tools.

mod suite;
