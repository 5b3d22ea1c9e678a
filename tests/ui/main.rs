//! Compile errors of the derive.
