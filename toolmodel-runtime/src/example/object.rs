//! Objects inside a value being made.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::maker::{FULL_DEPTH, MOST_ITEMS, Made, Maker, Turn, Wish};
use super::patterns::STEPS_PER_PATTERN;
use crate::meter::Exceeded;
use crate::schema::shape::{ObjectRule, Rule, Slot};

/// Names in order, each once.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    known: HashSet<String>,
}

impl Names {
    /// Adds a name; false when it is there already.
    fn add(&mut self, name: String) -> bool {
        let is_new = self.known.insert(name.clone());
        if is_new {
            self.list.push(name);
        }
        is_new
    }
}

impl Maker<'_, '_> {
    pub(super) fn any_object(&mut self, slot: &Slot<ObjectRule>, depth: usize) -> Made {
        let count = slot.rules().len();
        for i in 0..count {
            if let Some(rule) = slot.rules().get((i + self.style.variant) % count)
                && let Some(made) = self.object(rule, &[], None, depth)?
            {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    /// An object with what the rule requires, these properties, and a part that is of interest.
    pub(super) fn object(
        &mut self,
        rule: &ObjectRule,
        extra: &[&String],
        interest: Option<(&String, &[Turn], &Wish)>,
        depth: usize,
    ) -> Made {
        // All declared properties are visited, however few of them the object gets.
        let declared = rule.parts.iter().map(|part| part.properties.len());
        self.meter.work(2 * declared.sum::<usize>())?;
        let names = self.names(rule, extra, depth)?;
        let most = rule.max.and_then(|max| usize::try_from(max).ok());
        let by_name = rule.by_name();
        let required = rule.required.iter().chain(extra.iter().copied());
        let required: HashSet<&String> = required.collect();
        self.meter.work(names.len() + required.len())?;
        let mut left = names.len();
        let mut object = Map::new();
        for name in names {
            let needed = required.contains(&name);
            if !needed && most.is_some_and(|most| left > most) {
                left -= 1;
                continue;
            }
            self.meter.work(1 + by_name.steps(STEPS_PER_PATTERN))?;
            let set = by_name.property(&name, |pattern, name| {
                self.patterns.matches(pattern, name) == Some(true)
            });
            let made = match interest {
                Some((wanted, turns, wish)) if *wanted == name => {
                    self.value(&set, turns, wish, depth + 1)?
                }
                _ => self.value(&set, &[], &Wish::Anything, depth + 1)?,
            };
            match made {
                Some(value) => drop(object.insert(name, value)),
                None if needed => return Ok(None),
                None => {}
            }
        }
        Ok(Some(Value::Object(object)))
    }

    /// The names of the properties that an object gets.
    fn names(
        &mut self,
        rule: &ObjectRule,
        with: &[&String],
        depth: usize,
    ) -> Result<Vec<String>, Exceeded> {
        let declared = rule.declared();
        let full = self.style.full && depth < FULL_DEPTH;
        let wanted = rule.required.iter().chain(with.iter().copied());
        let wanted: HashSet<&str> = wanted.map(String::as_str).collect();
        let chosen = declared
            .iter()
            .filter(|name| full || wanted.contains(*name));
        let mut names = Names::default();
        for name in chosen {
            names.add((*name).to_owned());
        }
        for name in with {
            names.add((*name).clone());
        }
        let least = usize::try_from(rule.min)
            .unwrap_or(MOST_ITEMS)
            .min(MOST_ITEMS);
        for name in &declared {
            if names.list.len() >= least {
                break;
            }
            names.add((*name).to_owned());
        }
        if full
            && declared.is_empty()
            && rule
                .parts
                .iter()
                .any(|part| part.additional.is_some() || !part.patterns.is_empty())
        {
            names.add(self.other_name(rule, names.list.len()));
        }
        while names.list.len() < least {
            if !names.add(self.other_name(rule, names.list.len())) {
                break;
            }
        }
        let mut at = 0;
        while let Some(name) = names.list.get(at) {
            let needs = rule.dependent.get(name).map_or(&[][..], Vec::as_slice);
            self.meter.work(needs.len())?;
            for need in needs {
                names.add(need.clone());
            }
            at += 1;
        }
        Ok(names.list)
    }

    /// A name for a property that is not declared.
    fn other_name(&mut self, rule: &ObjectRule, nth: usize) -> String {
        let names = self.document.shape(&rule.names);
        if let Some(first) = names.string.rules().first()
            && !first.is_free()
        {
            let candidates = self.patterns.candidates(first, None);
            if let Some(name) = candidates.get(nth % candidates.len().max(1)) {
                return name.clone();
            }
        }
        let closed = rule.parts.iter().any(|part| {
            part.additional
                .is_some_and(|id| self.document.node_shape(id).is_never())
        });
        let pattern = rule.parts.iter().find_map(|part| part.patterns.first());
        if let (true, Some((pattern, _))) = (closed, pattern) {
            let texts = self.patterns.texts(pattern, &[1 + nth, 4 + nth], 3);
            if let Some(name) = texts.get(nth % texts.len().max(1)) {
                return name.clone();
            }
        }
        format!("key{}", nth + 1)
    }
}
