//! One tool, every provider: conversions that report what they lose.
