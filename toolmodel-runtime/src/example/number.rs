//! Numbers that meet a rule, and numbers near its edges.

use std::cmp::Ordering;

use jsonschema_value::numeric;
use serde_json::Number;

use crate::schema::shape::{Bound, NumberRule, same_number};

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

/// An integer as a JSON number, when JSON readers keep it exactly.
pub(crate) fn whole(v: i128) -> Option<Number> {
    let small = i64::try_from(v).map(Number::from);
    small.or_else(|_| u64::try_from(v).map(Number::from)).ok()
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

/// Whether a number is integral, as JSON Schema has it: `5.0` is.
pub(crate) fn is_integral(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|v| v.fract() == 0.0)
}

/// Whether a number is a multiple of another, with the validator's arithmetic.
pub(crate) fn is_multiple(number: &Number, by: &Number) -> bool {
    let Some(by) = by.as_f64() else { return false };
    if by.fract() == 0.0 {
        numeric::is_multiple_of_integer(number, by)
    } else {
        numeric::is_multiple_of_float(number, by)
    }
}

fn is_above(number: &Number, bound: &Bound) -> bool {
    match compare(number, &bound.value) {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => !bound.exclusive,
        _ => false,
    }
}

fn is_below(number: &Number, bound: &Bound) -> bool {
    match compare(number, &bound.value) {
        Some(Ordering::Less) => true,
        Some(Ordering::Equal) => !bound.exclusive,
        _ => false,
    }
}

/// Whether a number meets a rule.
pub(crate) fn meets(number: &Number, rule: &NumberRule) -> bool {
    (!rule.integer || is_integral(number))
        && rule.min.iter().all(|bound| is_above(number, bound))
        && rule.max.iter().all(|bound| is_below(number, bound))
        && rule.multiple_of.iter().all(|by| is_multiple(number, by))
        && rule
            .values
            .as_ref()
            .is_none_or(|values| values.iter().any(|value| same_number(value, number)))
}

/// Numbers near everything that rules name, the plainest first; whoever asks picks those that fit.
pub(crate) fn near(rules: &[&NumberRule]) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    for rule in rules {
        found.extend(rule.values.iter().flatten().take(MOST_VALUES).cloned());
    }
    let plain = [1, 2, 3, 5, 10, 100, 0, -1];
    found.extend(plain.into_iter().map(Number::from));
    let mut anchors: Vec<&Number> = Vec::new();
    for rule in rules {
        anchors.extend(rule.min.iter().chain(&rule.max).map(|bound| &bound.value));
        anchors.extend(&rule.multiple_of);
    }
    for anchor in &anchors {
        beside(anchor, &mut found);
    }
    for by in rules.iter().flat_map(|rule| &rule.multiple_of) {
        for anchor in &anchors {
            multiples(anchor, by, &mut found);
        }
    }
    for odd in [0.5, 1.5, -0.5, 1e9, -1e9, 1e18, -1e18, 0.1] {
        found.extend(Number::from_f64(odd));
    }
    for anchor in anchors {
        for part in [0.5, 0.25] {
            if let Some(v) = anchor.as_f64() {
                found.extend(Number::from_f64(v + part));
                found.extend(Number::from_f64(v - part));
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|number| seen.insert(number.to_string()));
    found
}

/// Listed values that are looked at.
const MOST_VALUES: usize = 1000;

fn beside(anchor: &Number, found: &mut Vec<Number>) {
    if let Some(v) = integer(anchor) {
        for step in [0, 1, -1, 2, -2] {
            found.extend(whole(v + step));
        }
        return;
    }
    found.push(anchor.clone());
    let Some(v) = anchor.as_f64() else { return };
    for near in [v.floor(), v.ceil(), v + 1.0, v - 1.0] {
        found.extend(plainest(near));
    }
}

fn multiples(anchor: &Number, by: &Number, found: &mut Vec<Number>) {
    let (Some(at), Some(by)) = (anchor.as_f64(), by.as_f64()) else {
        return;
    };
    if by <= 0.0 {
        return;
    }
    for step in [-1.0, 0.0, 1.0, 2.0] {
        found.extend(plainest(((at / by).floor() + step) * by));
    }
}

/// A double as an integer where it is one.
fn plainest(v: f64) -> Option<Number> {
    let number = Number::from_f64(v)?;
    integer(&number).and_then(whole).or(Some(number))
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
}
