//! Numbers that meet a rule, and numbers near its edges.

use serde_json::Number;

use crate::schema::number;
pub(crate) use crate::schema::number::{compare, integer, is_integral, whole};
use crate::schema::shape::NumberRule;

/// Whether a number is a multiple of another, with the validator's arithmetic.
pub(crate) fn is_multiple(number: &Number, by: &Number) -> bool {
    by.as_f64()
        .is_some_and(|by| number::is_multiple(number, by))
}

/// Whether a number meets a rule.
pub(crate) fn meets(number: &Number, rule: &NumberRule) -> bool {
    rule.accepts(number)
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
