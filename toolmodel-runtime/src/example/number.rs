//! Numbers that meet a rule, and numbers near its edges.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use jsonschema_value::numeric;
use serde_json::Number;

use crate::schema::shape::{Bound, NumberRule, compare, double, integer, same_number};

/// An integer as a JSON number, when JSON readers keep it exactly.
pub(crate) fn whole(v: i128) -> Option<Number> {
    let small = i64::try_from(v).map(Number::from);
    small.or_else(|_| u64::try_from(v).map(Number::from)).ok()
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

/// A rule that many numbers are held against: listed values are found, not looked for.
pub(crate) struct Met<'r> {
    rule: &'r NumberRule,
    values: Option<HashMap<Option<u64>, Vec<&'r Number>>>,
}

impl<'r> Met<'r> {
    pub(crate) fn new(rule: &'r NumberRule) -> Self {
        let values = rule.values.as_ref().map(|values| {
            let mut by_double: HashMap<_, Vec<&Number>> = HashMap::new();
            for value in values {
                by_double.entry(double(value)).or_default().push(value);
            }
            by_double
        });
        Self { rule, values }
    }

    /// Whether a number meets the rule.
    pub(crate) fn by(&self, number: &Number) -> bool {
        let is_listed = |values: &HashMap<_, Vec<&Number>>| {
            let near = values.get(&double(number)).into_iter().flatten();
            near.into_iter().any(|value| same_number(value, number))
        };
        fits(number, self.rule) && self.values.as_ref().is_none_or(is_listed)
    }
}

/// Whether a number meets a rule, whether it is listed or not.
fn fits(number: &Number, rule: &NumberRule) -> bool {
    (!rule.integer || is_integral(number))
        && rule.min.iter().all(|bound| is_above(number, bound))
        && rule.max.iter().all(|bound| is_below(number, bound))
        && rule.multiple_of.iter().all(|by| is_multiple(number, by))
}

/// The listed values that meet a rule, of those that are looked at.
pub(crate) fn listed(rule: &NumberRule) -> Option<Vec<&Number>> {
    let values = rule.values.as_ref()?.iter().take(MOST_VALUES);
    Some(values.filter(|number| fits(number, rule)).collect())
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

/// Listed values that are looked at.
const MOST_VALUES: usize = 1000;
/// Bounds and divisors that are looked at.
const MOST_ANCHORS: usize = 200;
/// Divisors of which multiples are looked at.
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

/// A double as an integer where it is one.
fn plainest(v: f64) -> Option<Number> {
    let number = Number::from_f64(v)?;
    integer(&number).and_then(whole).or(Some(number))
}
