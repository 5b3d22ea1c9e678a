//! What is required of property names.

use toolmodel_runtime::__private::de::pattern_matches;

use super::text::text_rule;
use super::{Hint, Lowering};
use crate::ir::TextRule;
use crate::schema::{NodeId, Slot, StringRule};

impl Lowering<'_, '_> {
    /// What `propertyNames` requires of every name.
    pub(super) fn key_rule(&mut self, names: &[NodeId], hint: &Hint) -> Option<TextRule> {
        if names.is_empty() {
            return None;
        }
        let shape = self.document.shape(&names.to_vec());
        self.note_opaque(&shape);
        if matches!(shape.string, Slot::<StringRule>::Never) {
            self.leave(&hint.pointer, "`propertyNames` that no name meets");
            return None;
        }
        let rule = text_rule(&shape.string);
        (!rule.is_free()).then_some(rule)
    }
}

pub(super) fn join_keys(a: Option<TextRule>, b: Option<TextRule>) -> Option<TextRule> {
    match (a, b) {
        (Some(a), Some(b)) => Some(TextRule {
            patterns: [a.patterns.clone(), b.patterns].concat(),
            ..a
        }),
        (a, b) => a.or(b),
    }
}

/// Whether a text satisfies a rule.
pub(super) fn accepts(rule: &TextRule, text: &str) -> bool {
    let chars = text.chars().count() as u64;
    let choice = rule.choice.as_ref().is_none_or(|(mode, branches)| {
        let times = branches
            .iter()
            .filter(|branch| accepts(branch, text))
            .count();
        mode.holds(times)
    });
    chars >= rule.min
        && rule.max.is_none_or(|max| chars <= max)
        && rule
            .patterns
            .iter()
            .all(|pattern| pattern_matches(pattern, text))
        && rule
            .values
            .as_ref()
            .is_none_or(|values| values.iter().any(|value| value == text))
        && choice
}
