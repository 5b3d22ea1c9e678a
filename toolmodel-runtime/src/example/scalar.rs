//! Texts and numbers of a value that is made.

use std::cmp::Ordering;

use serde_json::Value;

use super::maker::{Maker, nth_rule};
use super::number;
use crate::schema::shape::{NodeSet, Shape, Slot, StringRule};

impl Maker<'_, '_> {
    pub(super) fn text(&self, set: &NodeSet, slot: &Slot<StringRule>) -> Option<Value> {
        let format = set
            .iter()
            .find_map(|id| self.document.schema(*id).get("format")?.as_str());
        let count = slot.rules().len();
        let candidates = (0..count).find_map(|i| {
            let rule = nth_rule(slot, (i + self.style.variant) % count)?;
            let found = self.patterns.candidates(rule, format);
            (!found.is_empty()).then_some(found)
        })?;
        if self.nth >= candidates.len() && free_text(slot) {
            return Some(Value::String(format!("text{}", self.nth)));
        }
        let chosen = candidates.get(self.nth % candidates.len())?;
        Some(Value::String(chosen.clone()))
    }

    pub(super) fn number(&self, shape: &Shape) -> Option<Value> {
        let count = shape.number.rules().len();
        (0..count).find_map(|i| {
            let rule = nth_rule(&shape.number, (i + self.style.variant) % count)?;
            let mut found = number::near(&[rule]);
            if rule.values.is_none() && rule.multiple_of.is_empty() {
                let low = rule
                    .min
                    .iter()
                    .filter_map(|bound| number::integer(&bound.value));
                let from = low.max().unwrap_or(0) + 1;
                let nth = i128::try_from(self.nth).unwrap_or(0);
                found.extend(number::whole(from.saturating_add(nth)));
            }
            found.retain(|number| number::meets(number, rule));
            let chosen = match self.nth.cmp(&found.len()) {
                Ordering::Less => found.get(self.nth),
                _ => found.last(),
            };
            chosen.cloned().map(Value::Number)
        })
    }
}

fn free_text(slot: &Slot<StringRule>) -> bool {
    matches!(slot, Slot::Just(rule) if rule.patterns.is_empty() && rule.values.is_none() && rule.min <= 5 && rule.max.is_none())
}
