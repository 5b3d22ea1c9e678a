//! JSON numbers as Rust numbers.

use serde_json::Number;

/// The magnitude up to which every integer is exactly a double.
pub(crate) const EXACT: f64 = 9_007_199_254_740_992.0;

/// Where 64 bits end, as a double.
const END: f64 = 9_223_372_036_854_775_808.0;

/// A number as an integer, if it is one of 64 bits: `5.0` is 5, and `1e16` is an integer too.
pub(crate) fn integer(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let v = number.as_f64().filter(|_| number.is_f64())?;
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the value is integral and within 64 bits"
        )]
        (v.fract() == 0.0 && v.abs() < END).then_some(v as i64)
    })
}

/// Whether a number is integral.
pub(crate) fn is_integral(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|v| v.fract() == 0.0)
}

/// Whether a number is exactly a double, rather than rounded to the nearest one.
pub(crate) fn is_double(number: &Number) -> bool {
    const LIMIT: u64 = 1 << 53;
    let small = number.as_i64().is_some_and(|v| v.unsigned_abs() <= LIMIT);
    number.is_f64() || small
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn number(value: &Value) -> Number {
        value.as_number().cloned().unwrap()
    }

    #[test]
    fn integers_are_not_rounded() {
        for (value, expected, double) in [
            (json!(5.0), Some(5), true),
            (json!(1e16), Some(10_000_000_000_000_000), true),
            (json!(2.5), None, true),
            (json!(1e19), None, true),
            (json!(-9_223_372_036_854_775_808.0), None, true),
            (json!(9_007_199_254_740_992_i64), Some(1 << 53), true),
            (json!(9_007_199_254_740_993_i64), Some((1 << 53) + 1), false),
            (json!(i64::MIN), Some(i64::MIN), false),
            (json!(u64::MAX), None, false),
        ] {
            let number = number(&value);
            assert_eq!(integer(&number), expected, "{number}");
            assert_eq!(is_double(&number), double, "{number}");
        }
    }
}
