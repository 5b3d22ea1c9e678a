//! Strings.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::patterns::{MOST_CHECKED, checked, matching};
use super::{Hint, Lowering};
use crate::ir::{Kind, TextRule, TextVariant, Type};
use crate::names::{Scope, pascal, type_name};
use crate::schema::{NodeSet, Slot, StringRule};

impl<'a> Lowering<'a, '_> {
    pub(super) fn lower_string(
        &mut self,
        set: &NodeSet,
        slot: &Slot<StringRule>,
        hint: &Hint,
    ) -> Type {
        if !self.affords(listed(slot), &hint.pointer) {
            return Type::Any;
        }
        let rule = self.text_rule(slot);
        let Some(values) = &rule.values else {
            if checked(&rule) > MOST_CHECKED {
                self.leave(
                    &hint.pointer,
                    "more patterns than are matched with one text",
                );
                return Type::Text(TextRule::default());
            }
            return Type::Text(rule);
        };
        if values.is_empty() {
            self.leave(&hint.pointer, "a string that cannot be met");
            return Type::Text(TextRule::default());
        }
        let id = self.define(hint);
        let mut scope = Scope::default();
        let mut variants = Vec::new();
        let mut places = self.places_of_values(set, values.len());
        for json in values {
            let ListedValue { pointer, doc } = places.remove(json.as_str()).unwrap_or_default();
            let renamed = self.context.renames.get(pointer.as_str());
            let wanted = renamed.map_or_else(|| pascal(json), |name| type_name(name));
            let name = scope.claim(&wanted);
            let place = if pointer.is_empty() {
                &hint.pointer
            } else {
                &pointer
            };
            self.tell_changed(&format!("value `{json}`"), &wanted, &name, place);
            variants.push(TextVariant {
                json: json.clone(),
                name,
                doc,
                pointer,
            });
        }
        self.set_kind(id, Kind::TextEnum(variants));
        Type::Named(id)
    }

    /// The places of strings in the `enum` or `const` that lists them, including those in one of several
    /// subschemas, which may describe the string.
    fn places_of_values(&mut self, set: &NodeSet, count: usize) -> HashMap<&'a str, ListedValue> {
        let mut places = HashMap::new();
        let mut left: VecDeque<(&'a Value, String, bool)> = set
            .iter()
            .map(|id| (self.document.schema(*id), self.document.pointer(*id), false))
            .collect();
        // A string that is not found just has no description.
        for _ in 0..4 * count + 64 {
            let Some((schema, pointer, is_branch)) = left.pop_front() else {
                break;
            };
            if let Some(target) = schema.get("$ref").and_then(Value::as_str)
                && let Some(id) = self.document.target(target)
            {
                left.push_back((
                    self.document.schema(id),
                    self.document.pointer(id),
                    is_branch,
                ));
            }
            for keyword in ["anyOf", "oneOf"] {
                let branches = schema.get(keyword).and_then(Value::as_array);
                for (i, branch) in branches.into_iter().flatten().enumerate() {
                    left.push_back((branch, format!("{pointer}/{keyword}/{i}"), true));
                }
            }
            let listed = schema.get("enum").and_then(Value::as_array);
            let listed = listed.map_or(&[][..], Vec::as_slice);
            let only = schema.get("const").into_iter().map(|value| (None, value));
            let numbered = listed.iter().enumerate();
            for (i, value) in only.chain(numbered.map(|(i, value)| (Some(i), value))) {
                let Value::String(text) = value else { continue };
                let is_one = is_branch && (i.is_none() || listed.len() == 1);
                places.entry(text.as_str()).or_insert_with(|| ListedValue {
                    pointer: self.place_of_value(&pointer, i, is_one),
                    doc: is_one.then(|| about(schema, text)).flatten(),
                });
            }
        }
        places
    }

    /// The place of a value. A branch that allows nothing else represents it, too.
    fn place_of_value(&self, schema: &str, listed_at: Option<usize>, is_one: bool) -> String {
        if is_one && self.context.renames.contains_key(schema) {
            return schema.to_owned();
        }
        match listed_at {
            Some(i) => format!("{schema}/enum/{i}"),
            None => format!("{schema}/const"),
        }
    }

    /// The rule of a string slot, with listed values already filtered.
    pub(super) fn text_rule(&self, slot: &Slot<StringRule>) -> TextRule {
        let (mode, rules) = match slot {
            Slot::Never => {
                return TextRule {
                    values: Some(Vec::new()),
                    ..TextRule::default()
                };
            }
            Slot::Just(rule) => return self.simple_text_rule(rule),
            Slot::AnyOf(rules) | Slot::OneOf(rules) => (slot.mode(), rules),
        };
        let branches = rules.iter().map(|rule| self.simple_text_rule(rule));
        // A branch whose listed values all break its own rule accepts nothing.
        let is_never = |branch: &TextRule| branch.values.as_ref().is_some_and(Vec::is_empty);
        let mut branches: Vec<TextRule> = branches.filter(|branch| !is_never(branch)).collect();
        if branches.len() == 1 {
            return branches.remove(0);
        }
        let listed: Option<Vec<&Vec<String>>> = branches
            .iter()
            .map(|branch| branch.values.as_ref())
            .collect();
        let Some(listed) = listed else {
            return TextRule {
                choice: Some((mode, branches)),
                ..TextRule::default()
            };
        };
        // How many branches list each value; a branch lists none twice.
        let mut times: HashMap<&String, usize> = HashMap::new();
        for value in listed.iter().copied().flatten() {
            *times.entry(value).or_default() += 1;
        }
        let is_known = !self.matched.undecided.get();
        let mut seen = HashSet::new();
        let values: Vec<String> = listed
            .iter()
            .copied()
            .flatten()
            .filter(|value| !is_known || mode.holds(times[value]))
            .filter(|value| seen.insert(*value))
            .cloned()
            .collect();
        TextRule {
            values: Some(values),
            ..TextRule::default()
        }
    }

    fn simple_text_rule(&self, rule: &StringRule) -> TextRule {
        let open = TextRule {
            min: rule.min,
            max: rule.max,
            patterns: rule.patterns.clone(),
            ..TextRule::default()
        };
        let Some(values) = &rule.values else {
            return open;
        };
        let each: usize = values.iter().map(|text| matching(text)).sum();
        let is_affordable = self.meter.work(each * rule.patterns.len() / 16).is_ok();
        if !is_affordable {
            self.matched.undecided.set(true);
        }
        let fits = |text: &&String| !is_affordable || self.accepts(&open, text);
        TextRule {
            values: Some(values.iter().filter(fits).cloned().collect()),
            ..TextRule::default()
        }
    }
}

/// How many values the rules of a slot list.
pub(super) fn listed(slot: &Slot<StringRule>) -> usize {
    let rules = slot.rules().iter();
    rules.map(|rule| rule.listed().len()).sum()
}

/// Where a string is listed, and its description there.
#[derive(Default)]
struct ListedValue {
    pointer: String,
    doc: Option<String>,
}

/// The description that a subschema gives its only value.
fn about(schema: &Value, value: &str) -> Option<String> {
    let said = |keyword: &str| {
        let text = schema.get(keyword).and_then(Value::as_str);
        text.filter(|text| !text.trim().is_empty() && *text != value)
    };
    said("description")
        .or_else(|| said("title"))
        .map(str::to_owned)
}
