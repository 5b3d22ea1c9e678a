//! The validator for foreign tools.
