//! Numbers in their exact order, and which of several bounds decides.

use std::cmp::Ordering;

use serde_json::Number;

use super::Bound;

/// A number as an integer, when it is one that 100 bits hold.
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
        // Equal to the floor, an integer is smaller than what has a fraction on top of it.
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

/// The bits of a number as a double, with one zero: equal numbers are equal as doubles.
pub(crate) fn double(number: &Number) -> Option<u64> {
    number.as_f64().map(|v| (v + 0.0).to_bits())
}

impl Bound {
    /// Whether the bound lets nothing pass that another stops, both being lower bounds (`Greater`) or upper
    /// ones (`Less`).
    pub(crate) fn is_tighter(&self, other: &Self, side: Ordering) -> bool {
        match compare(&self.value, &other.value) {
            Some(Ordering::Equal) => self.exclusive || !other.exclusive,
            Some(order) => order == side,
            None => false,
        }
    }
}

/// The bounds of two lists that decide: hundreds of subschemas about one number leave one.
pub(super) fn tightest(mut bounds: Vec<Bound>, more: Vec<Bound>, side: Ordering) -> Vec<Bound> {
    for bound in more {
        if bounds.iter().any(|own| own.is_tighter(&bound, side)) {
            continue;
        }
        bounds.retain(|own| !bound.is_tighter(own, side));
        bounds.push(bound);
    }
    bounds
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn number(value: Value) -> Number {
        match value {
            Value::Number(number) => number,
            other => panic!("{other}"),
        }
    }

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
            let (a, b) = (number(a), number(b));
            assert_eq!(compare(&a, &b), Some(order), "{a} {b}");
            assert_eq!(compare(&b, &a), Some(order.reverse()), "{b} {a}");
        }
    }

    #[test]
    fn of_many_bounds_the_one_that_decides_is_kept() {
        let bound = |value: Value, exclusive| Bound {
            value: number(value),
            exclusive,
        };
        let bounds = || vec![bound(json!(1), false), bound(json!(1.0), true)];
        let lower = tightest(bounds(), vec![bound(json!(0.5), true)], Ordering::Greater);
        assert_eq!(lower, [bound(json!(1), false), bound(json!(1.0), true)]);
        let lower = tightest(vec![bound(json!(1), false)], bounds(), Ordering::Greater);
        assert_eq!(lower, [bound(json!(1.0), true)]);
        let upper = tightest(bounds(), vec![bound(json!(0.5), true)], Ordering::Less);
        assert_eq!(upper, [bound(json!(0.5), true)]);
    }
}
