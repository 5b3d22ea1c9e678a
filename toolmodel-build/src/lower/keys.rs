//! What is required of property names.

use super::patterns::{MOST_CHECKED, checked};
use super::text::listed;
use super::{Hint, Lowering};
use crate::ir::TextRule;
use crate::schema::NodeId;

impl Lowering<'_, '_> {
    /// What `propertyNames` requires of every name.
    pub(super) fn key_rule(&mut self, names: &[NodeId], hint: &Hint) -> Option<TextRule> {
        if names.is_empty() {
            return None;
        }
        let shape = self.document.shape(&names.to_vec());
        self.note_opaque(&shape);
        if !self.affords(listed(&shape.string), &hint.pointer) {
            return None;
        }
        let rule = self.text_rule(&shape.string);
        if rule.values.as_ref().is_some_and(Vec::is_empty) {
            self.leave(&hint.pointer, "`propertyNames` that no name meets");
            return None;
        }
        if checked(&rule) > MOST_CHECKED {
            self.leave(
                &hint.pointer,
                "more patterns than are matched with one name",
            );
            return None;
        }
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
