//! Patterns.

/// A pattern that is compiled once, at its place of use.
#[doc(hidden)]
#[macro_export]
macro_rules! __pattern {
    ($source:literal) => {{
        static PATTERN: $crate::__private::de::Pattern =
            $crate::__private::de::Pattern::new($source);
        &PATTERN
    }};
}
