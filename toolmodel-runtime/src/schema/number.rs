//! JSON numbers as JSON Schema treats them: `5.0` is an integer, and no comparison rounds.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::LazyLock;

use jsonschema_value::numeric;
use serde_json::{Number, Value};

/// A number as an integer, if it is one that fits 100 bits.
#[allow(
    clippy::cast_possible_truncation,
    reason = "an integral double of this size is exact in 128 bits"
)]
pub(crate) fn integer(number: &Number) -> Option<i128> {
    if let Some(v) = number.as_i64() {
        return Some(i128::from(v));
    }
    if let Some(v) = number.as_u64() {
        return Some(i128::from(v));
    }
    let v = number.as_f64()?;
    (v.fract() == 0.0 && v.abs() < 100f64.exp2()).then_some(v as i128)
}

/// An integer as a JSON number, if JSON readers preserve it exactly.
pub(crate) fn whole(v: i128) -> Option<Number> {
    let small = i64::try_from(v).map(Number::from);
    small.or_else(|_| u64::try_from(v).map(Number::from)).ok()
}

/// The value of a keyword such as `minLength`: `2.0` is 2. What exceeds 64 bits becomes their maximum,
/// because nothing is as long as either.
pub(crate) fn count(value: &Value) -> Option<u64> {
    let number = value.as_number()?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the double is integral and not negative, and casts saturate"
    )]
    let integral = |v: f64| (v >= 0.0 && v.fract() == 0.0).then_some(v as u64);
    number
        .as_u64()
        .or_else(|| number.as_f64().and_then(integral))
}

/// The key of an object that `serde_json` passes for a number, with its feature
/// `arbitrary_precision`, which any crate of the build may ask for.
const NUMBER: &str = "$serde_json::private::Number";
static NUMBERS_ARE_TEXT: LazyLock<bool> =
    LazyLock::new(|| serde_json::from_str::<Number>("1e999").is_ok());

/// Whether a first key is that of a number which `serde_json` passes as an object.
#[inline]
pub(crate) fn is_number_key(key: &str) -> bool {
    key == NUMBER && *NUMBERS_ARE_TEXT
}

/// The exact order of two numbers.
pub(crate) fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a double below 100 bits without its fraction is exact in 128 bits"
    )]
    fn against(a: i128, b: f64) -> Option<Ordering> {
        if b.abs() >= 100f64.exp2() {
            return 0.0.partial_cmp(&b);
        }
        let below = b.floor();
        // If equal to the floor, an integer is smaller than a number with a fraction.
        Some(a.cmp(&(below as i128)).then(if b > below {
            Ordering::Less
        } else {
            Ordering::Equal
        }))
    }
    match (integer(a), integer(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        (Some(a), None) => against(a, b.as_f64()?),
        (None, Some(b)) => against(b, a.as_f64()?).map(Ordering::reverse),
        (None, None) => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

/// The bits of a number as a double, with a single zero: equal numbers are equal as doubles.
fn double(number: &Number) -> Option<u64> {
    number.as_f64().map(|v| (v + 0.0).to_bits())
}

/// Numbers among which others are found, however they are written: equal ones are equal as doubles.
pub(crate) struct Listed<'n>(HashMap<Option<u64>, Vec<&'n Number>>);

impl<'n> Listed<'n> {
    pub(crate) fn of(numbers: &'n [Number]) -> Self {
        let mut by_double: HashMap<_, Vec<&Number>> = HashMap::new();
        for number in numbers {
            by_double.entry(double(number)).or_default().push(number);
        }
        Self(by_double)
    }

    pub(crate) fn has(&self, number: &Number) -> bool {
        let mut near = self.0.get(&double(number)).into_iter().flatten();
        near.any(|near| compare(near, number) == Some(Ordering::Equal))
    }
}

/// Whether a number is integral, as in JSON Schema: `5.0` is.
pub(crate) fn is_integral(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|v| v.fract() == 0.0)
}

/// Whether a number is a multiple of another, with the validator's arithmetic.
pub(crate) fn is_multiple(number: &Number, by: f64) -> bool {
    if by.fract() == 0.0 {
        numeric::is_multiple_of_integer(number, by)
    } else {
        numeric::is_multiple_of_float(number, by)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn order_is_exact_beyond_doubles() {
        for (a, b, order) in [
            (
                json!(9_007_199_254_740_993_i64),
                json!(9_007_199_254_740_992.0),
                Ordering::Greater,
            ),
            (json!(u64::MAX), json!(1e30), Ordering::Less),
            (json!(-1e300), json!(i64::MIN), Ordering::Less),
            (json!(2), json!(2.5), Ordering::Less),
            (json!(-2), json!(-2.5), Ordering::Greater),
            (json!(-3), json!(-2.5), Ordering::Less),
            (json!(2), json!(2.0), Ordering::Equal),
            (json!(0.1), json!(0.2), Ordering::Less),
        ] {
            let (a, b) = (a.as_number().unwrap(), b.as_number().unwrap());
            assert_eq!(compare(a, b), Some(order), "{a} {b}");
            assert_eq!(compare(b, a), Some(order.reverse()), "{b} {a}");
        }
    }

    #[test]
    fn counts_are_read_however_they_are_written() {
        for (value, expected) in [
            (json!(2), Some(2)),
            (json!(2.0), Some(2)),
            (json!(-0.0), Some(0)),
            (json!(9_007_199_254_740_992.0), Some(1 << 53)),
            (json!(9_007_199_254_740_993_u64), Some((1 << 53) + 1)),
            (json!(1e18), Some(1_000_000_000_000_000_000)),
            (json!(u64::MAX), Some(u64::MAX)),
            (json!(1e30), Some(u64::MAX)),
            (json!(-1), None),
            (json!(1.5), None),
            (json!("2"), None),
        ] {
            assert_eq!(count(&value), expected, "{value}");
        }
    }
}
