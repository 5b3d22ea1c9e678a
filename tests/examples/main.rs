//! The example programs.
