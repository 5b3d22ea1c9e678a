//! Objects of a value that is made.

use serde_json::{Map, Value};

use super::maker::{FULL_DEPTH, MOST_ITEMS, Made, Maker, Turn, Wish, nth_rule, rules};
use crate::schema::shape::{ObjectRule, Rule, Slot};

impl Maker<'_, '_> {
    pub(super) fn any_object(&mut self, slot: &Slot<ObjectRule>, depth: usize) -> Made {
        let count = rules(slot).len();
        for i in 0..count {
            if let Some(rule) = nth_rule(slot, (i + self.style.variant) % count)
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
        let mut names = self.names(rule, extra, depth);
        let most = rule.max.and_then(|max| usize::try_from(max).ok());
        let mut object = Map::new();
        let mut at = 0;
        while let Some(name) = names.get(at).cloned() {
            at += 1;
            let needed = rule.required.contains(&name) || extra.contains(&&name);
            if !needed && most.is_some_and(|most| names.len() > most) {
                at -= 1;
                names.remove(at);
                continue;
            }
            self.meter.work(
                1 + rule
                    .parts
                    .iter()
                    .map(|part| part.properties.len())
                    .sum::<usize>(),
            )?;
            let set = rule.property(&name, |pattern, name| {
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
    fn names(&mut self, rule: &ObjectRule, with: &[&String], depth: usize) -> Vec<String> {
        let declared = rule.declared();
        let full = self.style.full && depth < FULL_DEPTH;
        let mut names: Vec<String> = declared
            .iter()
            .filter(|name| {
                full || rule.required.iter().any(|it| it == *name)
                    || with.iter().any(|it| it == *name)
            })
            .map(|name| (*name).to_owned())
            .collect();
        names.extend(
            with.iter()
                .filter(|name| !declared.contains(&name.as_str()))
                .map(|name| (*name).clone()),
        );
        let least = usize::try_from(rule.min)
            .unwrap_or(MOST_ITEMS)
            .min(MOST_ITEMS);
        let unused: Vec<&&str> = declared
            .iter()
            .filter(|name| !names.iter().any(|it| it == *name))
            .collect();
        let missing = least.saturating_sub(names.len());
        names.extend(
            unused
                .into_iter()
                .take(missing)
                .map(|name| (*name).to_owned()),
        );
        if full
            && declared.is_empty()
            && rule
                .parts
                .iter()
                .any(|part| part.additional.is_some() || !part.patterns.is_empty())
        {
            names.push(self.other_name(rule, names.len()));
        }
        while names.len() < least {
            let name = self.other_name(rule, names.len());
            if names.contains(&name) {
                break;
            }
            names.push(name);
        }
        let mut at = 0;
        while let Some(name) = names.get(at) {
            let needs = rule.dependent.get(name).into_iter().flatten();
            let new: Vec<String> = needs.filter(|it| !names.contains(it)).cloned().collect();
            names.extend(new);
            at += 1;
        }
        names
    }

    /// A name for a property that is not declared.
    fn other_name(&mut self, rule: &ObjectRule, nth: usize) -> String {
        let names = self.document.shape(&rule.names);
        if let Some(first) = rules(&names.string).first()
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
