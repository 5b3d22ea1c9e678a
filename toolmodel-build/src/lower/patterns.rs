//! Patterns matched while lowering: with names of properties, and with listed texts.

use std::cell::Cell;

use toolmodel_runtime::__private::de::{Patterns, goes_back};

use super::Lowering;
use crate::ir::TextRule;
use crate::schema::ObjectRule;

/// The patterns of a schema, and whether one of them could not be matched.
#[derive(Default)]
pub(super) struct Matched {
    patterns: Patterns,
    pub(super) undecided: Cell<bool>,
}

impl Matched {
    fn or_undecided(&self, found: Option<bool>, otherwise: bool) -> bool {
        found.unwrap_or_else(|| {
            self.undecided.set(true);
            otherwise
        })
    }
}

impl Lowering<'_, '_> {
    /// Whether a pattern matches the name of a property. If that cannot be decided, its type is not narrowed by
    /// what the pattern requires, and the validator decides.
    pub(super) fn matches(&self, pattern: &str, name: &str) -> bool {
        let found = self.matched.patterns.find(pattern, name);
        self.matched.or_undecided(found, false)
    }

    /// Whether a text satisfies a rule. If that cannot be decided, the type has a place for it, and the
    /// validator decides.
    pub(super) fn accepts(&self, rule: &TextRule, text: &str) -> bool {
        self.matched.or_undecided(self.satisfies(rule, text), true)
    }

    fn satisfies(&self, rule: &TextRule, text: &str) -> Option<bool> {
        let chars = text.chars().count() as u64;
        let is_listed = |values: &Vec<String>| values.iter().any(|value| value == text);
        if chars < rule.min
            || rule.max.is_some_and(|max| chars > max)
            || !rule.values.as_ref().is_none_or(is_listed)
        {
            return Some(false);
        }
        for pattern in &rule.patterns {
            if !self.matched.patterns.find(pattern, text)? {
                return Some(false);
            }
        }
        let Some((mode, branches)) = &rule.choice else {
            return Some(true);
        };
        let mut times = 0;
        for branch in branches {
            times += usize::from(self.satisfies(branch, text)?);
        }
        Some(mode.holds(times))
    }
}

/// How many steps of a meter it takes to match a pattern with a text.
pub(super) fn matching(text: &str) -> usize {
    1 + text.len() / 64
}

/// Most patterns that a text is matched with, and divisors that a number is divided by, those of all branches of
/// a union counted: types do not count what they do, and the validator does.
pub(super) const MOST_CHECKED: usize = 32;

/// How many patterns one with look-around counts for.
const GOING_BACK: usize = 8;

/// How many patterns a text is matched with to see whether it satisfies a rule.
pub(super) fn checked(rule: &TextRule) -> usize {
    let weight = |pattern: &String| if goes_back(pattern) { GOING_BACK } else { 1 };
    let own = rule.patterns.iter().map(weight).sum::<usize>();
    let branches = rule.choice.iter().flat_map(|(_, branches)| branches);
    own + branches.map(checked).sum::<usize>()
}

/// Listed texts that a text is compared with in one step.
const COMPARED: usize = 256;

/// How many patterns it is, to see whether a text satisfies a rule.
pub(super) fn matching_rule(rule: &TextRule) -> usize {
    let listed = rule.values.as_ref().map_or(0, Vec::len);
    let branches = rule.choice.iter().flat_map(|(_, branches)| branches);
    let below = branches.map(matching_rule).sum::<usize>();
    rule.patterns.len() + listed / COMPARED + below
}

/// How many steps of a meter it takes to match a short name with the patterns of an object, which is done for
/// each of its names, and several times where it is a branch.
pub(super) fn patterns(rule: &ObjectRule) -> usize {
    let counts = rule.parts.iter().map(|part| part.patterns.len());
    counts.sum::<usize>() * STEPS_PER_PATTERN
}

/// A step of the meter is a field or a value; what is made of it takes about as long as matching a few patterns.
const STEPS_PER_PATTERN: usize = 8;
