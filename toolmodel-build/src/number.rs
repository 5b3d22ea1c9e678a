//! JSON numbers as Rust numbers.

use serde_json::Number;

/// The magnitude up to which every integer is exactly a double.
pub(crate) const EXACT: f64 = 9_007_199_254_740_992.0;

/// A number as an integer, if it is one of 64 bits: `5.0` is 5.
pub(crate) fn integer(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let v = number.as_f64()?;
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the value is integral and within the exact range of a double"
        )]
        (v.fract() == 0.0 && v.abs() <= EXACT).then_some(v as i64)
    })
}
