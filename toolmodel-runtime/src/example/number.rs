//! Numbers that satisfy a rule, and numbers near its bounds.

use std::collections::HashSet;

use serde_json::Number;

use crate::schema::number::{self, Listed};
pub(crate) use crate::schema::number::{integer, is_integral, whole};
use crate::schema::shape::NumberRule;

/// Whether a number is a multiple of another, with the validator's arithmetic.
pub(crate) fn is_multiple(number: &Number, by: &Number) -> bool {
    by.as_f64()
        .is_some_and(|by| number::is_multiple(number, by))
}

/// A rule that many numbers are checked against: listed values are looked up by hash.
pub(crate) struct Met<'r> {
    rule: &'r NumberRule,
    values: Option<Listed<'r>>,
}

impl<'r> Met<'r> {
    pub(crate) fn new(rule: &'r NumberRule) -> Self {
        let values = rule.values.as_deref().map(Listed::of);
        Self { rule, values }
    }

    /// Whether a number satisfies the rule.
    pub(crate) fn by(&self, number: &Number) -> bool {
        let is_listed = |values: &Listed<'_>| values.has(number);
        self.rule.admits(number) && self.values.as_ref().is_none_or(is_listed)
    }
}

/// The listed values that satisfy a rule, among those that are examined.
pub(crate) fn listed(rule: &NumberRule) -> Option<Vec<&Number>> {
    let values = rule.values.as_ref()?.iter().take(MOST_VALUES);
    Some(values.filter(|number| rule.admits(number)).collect())
}

/// Numbers near every number in some rules, the plainest first; the caller picks those that are accepted.
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
    anchors.truncate(MOST_ANCHORS);
    for anchor in &anchors {
        beside(anchor, &mut found);
    }
    let divisors = rules.iter().flat_map(|rule| &rule.multiple_of);
    for by in divisors.take(MOST_DIVISORS) {
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
    let mut seen = HashSet::new();
    found.retain(|number| seen.insert(number.to_string()));
    found
}

/// Most listed values examined.
const MOST_VALUES: usize = 1000;
/// Most bounds and divisors examined.
const MOST_ANCHORS: usize = 200;
/// Most divisors whose multiples are examined.
const MOST_DIVISORS: usize = 16;

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

/// A double as an integer if it is one.
fn plainest(v: f64) -> Option<Number> {
    let number = Number::from_f64(v)?;
    integer(&number).and_then(whole).or(Some(number))
}
