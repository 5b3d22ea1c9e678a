//! Regular expressions as JSON Schema defines them (ECMA-262), compiled once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use fancy_regex::{Regex, RegexBuilder};

use super::budget::{affords, is_charged};
use super::steps::Steps;
use super::trusted::{doubts, in_doubt};
use crate::validate::{Limits, PatternCost};

/// A pattern of a schema, for a `static` of generated code.
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Matcher>,
}

/// What matches a pattern.
pub(crate) enum Matcher {
    /// A sequence of character classes, without an engine.
    Steps(Steps),
    /// Any other pattern that is matched in linear time.
    Linear(Box<Regex>, PatternCost),
    /// Look-around and back-references.
    Backtracking(Box<Regex>, PatternCost),
    /// The engine cannot compile the pattern.
    Nothing,
}

impl Pattern {
    /// A pattern that is compiled at its first use.
    #[must_use]
    pub const fn new(source: &'static str) -> Self {
        Self {
            source,
            compiled: OnceLock::new(),
        }
    }

    /// Whether the pattern is found in `text`. An engine that gives up reports no match; the validator
    /// then decides.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        let matcher = self.compiled.get_or_init(|| Matcher::new(self.source));
        if is_charged() && !affords(matcher.steps(text)) {
            return in_doubt();
        }
        matcher.is_match(text)
    }
}

/// Whether a pattern has look-around or back-references, so that matching it may take long.
#[must_use]
pub fn goes_back(source: &str) -> bool {
    PatternCost::of(source).backtracks
}

/// Patterns that are matched with many texts, each compiled once.
#[derive(Debug, Default)]
pub struct Patterns {
    compiled: RefCell<HashMap<String, Matcher>>,
}

impl Patterns {
    /// Whether a pattern is found in a text; `None` if that takes too long, or the engine cannot
    /// compile the pattern.
    #[must_use]
    pub fn find(&self, source: &str, text: &str) -> Option<bool> {
        let mut compiled = self.compiled.borrow_mut();
        if !compiled.contains_key(source) {
            compiled.insert(source.to_owned(), Matcher::new(source));
        }
        let before = doubts();
        let found = compiled.get(source)?.is_match(text);
        (doubts() == before).then_some(found)
    }
}

impl Matcher {
    pub(crate) fn new(source: &str) -> Self {
        if let Some(steps) = Steps::new(source) {
            return Self::Steps(steps);
        }
        let limits = Limits::default();
        let cost = PatternCost::of(source);
        if !cost.is_bounded(source, limits.regex_size) {
            return Self::Nothing;
        }
        let translated = jsonschema_regex::to_rust_regex(source).ok();
        let regex = translated.and_then(|translated| {
            let mut builder = RegexBuilder::new(&translated);
            builder
                .backtrack_limit(limits.regex_backtracking)
                .delegate_size_limit(limits.regex_size)
                .delegate_dfa_size_limit(limits.regex_size / 16);
            builder.build().ok()
        });
        match regex {
            None => Self::Nothing,
            Some(regex) if cost.backtracks => Self::Backtracking(Box::new(regex), cost),
            Some(regex) => Self::Linear(Box::new(regex), cost),
        }
    }

    /// The steps of a pattern, moved out if `are_welcome` accepts them.
    pub(crate) fn take_steps(&mut self, are_welcome: impl Fn(&Steps) -> bool) -> Option<Steps> {
        match std::mem::replace(self, Self::Nothing) {
            Self::Steps(steps) if are_welcome(&steps) => Some(steps),
            other => {
                *self = other;
                None
            }
        }
    }

    /// Whether the engine can compile the pattern.
    pub(crate) fn is_usable(&self) -> bool {
        !matches!(self, Self::Nothing)
    }

    /// How long it takes to match a text, in steps of a read.
    fn steps(&self, text: &str) -> usize {
        let length = text.len();
        let steps = match self {
            Self::Linear(_, cost) if cost.states > FEW_STATES => linear_steps(*cost, text),
            Self::Backtracking(_, cost) => cost.going_back(length, usize::MAX) / 4,
            _ => 0,
        };
        usize::try_from(steps).map_or(usize::MAX, |steps| steps.saturating_add(2 + length / 64))
    }

    /// Whether the pattern is found in `text`, as [`Pattern::is_match`].
    #[inline]
    pub(crate) fn is_match(&self, text: &str) -> bool {
        match self {
            Self::Steps(steps) => steps.is_match(text),
            Self::Linear(regex, cost) => {
                if cost.states > FEW_STATES && linear_steps(*cost, text) > MOST_LINEAR_STEPS {
                    return in_doubt();
                }
                found_in(regex, text)
            }
            Self::Backtracking(regex, cost) => {
                if cost.going_back(text.len(), usize::MAX) > MOST_STEPS {
                    return in_doubt();
                }
                found_in(regex, text)
            }
            Self::Nothing => in_doubt(),
        }
    }
}

/// Most steps for one text. Longer texts, and those that cause too much backtracking, are left
/// to the validator, which counts the steps of a whole value.
const MOST_STEPS: u64 = 20_000;

/// The same for patterns without look-around, which take time linear in the text for each of their
/// states; with few states it is not counted.
const MOST_LINEAR_STEPS: u64 = 5_000;
const FEW_STATES: u64 = 256;

fn linear_steps(cost: PatternCost, text: &str) -> u64 {
    cost.rate().saturating_mul(text.len() as u64) / 1024
}

fn found_in(regex: &Regex, text: &str) -> bool {
    // The engine panics on some patterns: https://github.com/rust-lang/regex/issues/1344
    match catch_unwind(AssertUnwindSafe(|| regex.is_match(text))) {
        Ok(Ok(found)) => found,
        Ok(Err(_)) | Err(_) => in_doubt(),
    }
}

impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps(_) => "Steps",
            Self::Linear(..) => "Linear",
            Self::Backtracking(..) => "Backtracking",
            Self::Nothing => "Nothing",
        })
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.source).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_searched_not_anchored() {
        static PATTERN: Pattern = Pattern::new("^[a-z]+\\d$");
        static BROKEN: Pattern = Pattern::new("(");
        assert!(PATTERN.is_match("abc1"));
        assert!(!PATTERN.is_match("abc\u{0661}"));
        assert!(!BROKEN.is_match("("));
    }
}
