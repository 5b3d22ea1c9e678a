//! Whether numbers and texts meet a rule: a guide to what a repair should lead to. The validator has
//! the last word, so what is costly to know counts as met.

use serde_json::Number;

use crate::private::de::pattern_matches;
use crate::schema::shape::{Bound, NumberRule, Rule, Slot, StringRule, same_number};

/// Bytes of text that patterns are matched with; longer text counts as matching.
const LONGEST_MATCHED: usize = 1024;

/// The rules of a slot, any of which may be met.
pub(super) fn rules<R: Rule>(slot: &Slot<R>) -> &[R] {
    match slot {
        Slot::Never => &[],
        Slot::Just(rule) => std::slice::from_ref(&**rule),
        Slot::AnyOf(rules) | Slot::OneOf(rules) => rules,
    }
}

pub(super) fn meets_number(rule: &NumberRule, number: &Number) -> bool {
    let Some(value) = number.as_f64() else {
        return false;
    };
    let above = |bound: &Bound| compare(value, bound, |value, bound| value > bound);
    let below = |bound: &Bound| compare(value, bound, |value, bound| value < bound);
    let listed = |values: &Vec<Number>| values.iter().any(|other| same_number(other, number));
    (!rule.integer || value.fract() == 0.0)
        && rule.min.iter().all(above)
        && rule.max.iter().all(below)
        && rule.values.as_ref().is_none_or(listed)
}

fn compare(value: f64, bound: &Bound, strictly: impl Fn(f64, f64) -> bool) -> bool {
    bound.value.as_f64().is_none_or(|limit| {
        #[allow(clippy::float_cmp, reason = "a bound is met by the number itself")]
        let equal = value == limit;
        strictly(value, limit) || (equal && !bound.exclusive)
    })
}

pub(super) fn meets_text(rule: &StringRule, text: &str) -> bool {
    if let Some(values) = &rule.values
        && !values.iter().any(|value| value == text)
    {
        return false;
    }
    let length = text.chars().count() as u64;
    rule.min <= length
        && rule.max.is_none_or(|max| length <= max)
        && rule.patterns.iter().all(|pattern| matches(pattern, text))
}

/// Whether a pattern is found in a text, where that is cheap to know.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    // Look-around and references are matched by going back, which may take long.
    let goes_back = pattern.contains("(?=")
        || pattern.contains("(?!")
        || pattern.contains("(?<")
        || has_reference(pattern);
    goes_back || text.len() > LONGEST_MATCHED || pattern_matches(pattern, text)
}

fn has_reference(pattern: &str) -> bool {
    let escapes = pattern.as_bytes().windows(2);
    escapes
        .into_iter()
        .any(|pair| pair[0] == b'\\' && (pair[1] == b'k' || (b'1'..=b'9').contains(&pair[1])))
}
