//! Arrays inside a value being made.

use serde_json::Value;

use super::maker::{FULL_DEPTH, MOST_ITEMS, Made, Maker, Turn, Wish};
use crate::path::Step;
use crate::schema::shape::{ArrayRule, NodeSet, Slot};

impl Maker<'_, '_> {
    pub(super) fn any_array(&mut self, slot: &Slot<ArrayRule>, depth: usize) -> Made {
        let count = slot.rules().len();
        for i in 0..count {
            if let Some(rule) = slot.rules().get((i + self.style.variant) % count) {
                let wanted = usize::from(self.style.full && depth < FULL_DEPTH);
                for length in [wanted, 0] {
                    if let Some(made) = self.array(rule, length, false, None, depth)? {
                        return Ok(Some(made));
                    }
                }
            }
        }
        Ok(None)
    }

    /// An array with at least this many items, one of which is of interest.
    pub(super) fn array(
        &mut self,
        rule: &ArrayRule,
        length: usize,
        equal: bool,
        interest: Option<(usize, &[Turn], &Wish)>,
        depth: usize,
    ) -> Made {
        let least = usize::try_from(rule.min).unwrap_or(usize::MAX);
        let length = length.max(least);
        if length > MOST_ITEMS || rule.max.is_some_and(|max| length as u64 > max) {
            return Ok(None);
        }
        let outer = self.nth;
        let mut items: Vec<Value> = Vec::new();
        for index in 0..length {
            let set = rule.item(index);
            let made = match interest {
                Some((interesting, turns, wish)) if interesting == index => {
                    self.value(&set, turns, wish, depth + 1)?
                }
                _ if equal && index > 0 => items.first().cloned(),
                _ => self.another(&set, &items, rule.unique, depth)?,
            };
            let Some(item) = made else {
                self.nth = outer;
                return Ok(None);
            };
            items.push(item);
        }
        self.nth = outer;
        Ok(Some(Value::Array(items)))
    }

    /// An array with an item that satisfies `contains`, which shapes do not represent.
    pub(super) fn with_contained(
        &mut self,
        set: &NodeSet,
        made: Option<Value>,
        depth: usize,
    ) -> Made {
        let Some(Value::Array(mut items)) = made else {
            return Ok(made);
        };
        for id in set {
            let Some(contained) = self.document.schema(*id).get("contains") else {
                continue;
            };
            let child = self
                .document
                .child(*id, &[Step::Key("contains")], contained);
            let item = self.value(&vec![child], &[], &Wish::Anything, depth + 1)?;
            items.extend(item.filter(|item| !items.contains(item)));
        }
        Ok(Some(Value::Array(items)))
    }

    /// One more item, different from those before it if required.
    fn another(&mut self, set: &NodeSet, items: &[Value], unique: bool, depth: usize) -> Made {
        let outer = self.nth;
        let tries = if unique { items.len() + 4 } else { 1 };
        let mut found = None;
        for i in 0..tries {
            self.nth = outer + items.len().min(8) + i;
            if !unique {
                self.nth = outer;
            }
            self.meter.work(items.len())?;
            let made = self.value(set, &[], &Wish::Anything, depth + 1)?;
            let Some(made) = made else { break };
            if !unique || !items.contains(&made) {
                found = Some(made);
                break;
            }
        }
        self.nth = outer;
        Ok(found)
    }
}
