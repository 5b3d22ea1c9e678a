//! Strings and numbers inside a value being made.

use serde_json::Value;

use super::maker::{Made, Maker};
use super::number;
use crate::schema::number::integer;
use crate::schema::shape::{NodeSet, NumberRule, Shape, Slot, StringRule};

impl Maker<'_, '_> {
    pub(super) fn text(&self, set: &NodeSet, slot: &Slot<StringRule>) -> Made {
        let format = set
            .iter()
            .find_map(|id| self.document.schema(*id).get("format")?.as_str());
        let count = slot.rules().len();
        let mut candidates = Vec::new();
        for i in 0..count {
            if let Some(rule) = slot.rules().get((i + self.style.variant) % count) {
                candidates = self.patterns.candidates(rule, format);
                self.meter.work(self.patterns.steps())?;
            }
            if !candidates.is_empty() {
                break;
            }
        }
        if !candidates.is_empty() && self.nth >= candidates.len() && free_text(slot) {
            return Ok(Some(Value::String(format!("text{}", self.nth))));
        }
        let chosen = candidates.get(self.nth % candidates.len().max(1));
        Ok(chosen.map(|text| Value::String(text.clone())))
    }

    pub(super) fn number(&self, shape: &Shape) -> Made {
        let count = shape.number.rules().len();
        for i in 0..count {
            if let Some(rule) = shape.number.rules().get((i + self.style.variant) % count)
                && let Some(made) = self.number_of(rule)?
            {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    fn number_of(&self, rule: &NumberRule) -> Made {
        if let Some(listed) = number::listed(rule) {
            self.meter.work(1 + listed.len() / 16)?;
            let chosen = listed.get(self.nth).or(listed.last());
            return Ok(chosen.map(|number| Value::Number((*number).clone())));
        }
        let mut found = number::near(&[rule]);
        self.meter.work(found.len() / 4)?;
        if rule.multiple_of.is_empty() {
            let low = rule.min.iter().filter_map(|bound| integer(&bound.value));
            let from = low.max().unwrap_or(0) + 1;
            let nth = i128::try_from(self.nth).unwrap_or(0);
            found.extend(number::whole(from.saturating_add(nth)));
        }
        let met = number::Met::new(rule);
        found.retain(|number| met.by(number));
        let chosen = found.get(self.nth).or(found.last());
        Ok(chosen.cloned().map(Value::Number))
    }
}

fn free_text(slot: &Slot<StringRule>) -> bool {
    matches!(slot, Slot::Just(rule) if rule.patterns.is_empty() && rule.values.is_none() && rule.min <= 5 && rule.max.is_none())
}
