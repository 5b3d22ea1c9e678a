//! Whether strings satisfy a rule: a guide to what a repair should achieve. The validator
//! decides in the end, so what is expensive to check counts as satisfied.

use crate::private::de::Patterns;
use crate::schema::shape::StringRule;

/// Most bytes of text that patterns are matched with; longer text counts as matching.
const LONGEST_MATCHED: usize = 1024;

/// How many steps of a meter a match takes.
pub(super) fn matching(text: &str) -> usize {
    1 + text.len().min(LONGEST_MATCHED) / 16
}

pub(super) fn meets_text(rule: &StringRule, text: &str, patterns: &Patterns) -> bool {
    if let Some(values) = &rule.values
        && !values.iter().any(|value| value == text)
    {
        return false;
    }
    let length = text.chars().count() as u64;
    rule.min <= length
        && rule.max.is_none_or(|max| length <= max)
        && (rule.patterns.iter()).all(|pattern| matches(patterns, pattern, text))
}

/// Whether a pattern is found in a text, if that is cheap to check.
pub(super) fn matches(patterns: &Patterns, pattern: &str, text: &str) -> bool {
    // Look-around and back-references are matched by backtracking, which may take long.
    let goes_back = pattern.contains("(?=")
        || pattern.contains("(?!")
        || pattern.contains("(?<")
        || has_reference(pattern);
    goes_back || text.len() > LONGEST_MATCHED || patterns.find(pattern, text).unwrap_or(true)
}

fn has_reference(pattern: &str) -> bool {
    let escapes = pattern.as_bytes().windows(2);
    escapes
        .into_iter()
        .any(|pair| pair[0] == b'\\' && (pair[1] == b'k' || (b'1'..=b'9').contains(&pair[1])))
}
