//! Conversions between providers.
