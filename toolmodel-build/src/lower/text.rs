//! Strings.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use toolmodel_runtime::__private::de::pattern_matches;

use super::{Hint, Lowering};
use crate::ir::{Kind, Mode, TextRule, TextVariant, Type};
use crate::names::{Scope, pascal, type_name};
use crate::schema::{NodeSet, Slot, StringRule};

impl<'a> Lowering<'a, '_> {
    pub(super) fn lower_string(
        &mut self,
        set: &NodeSet,
        slot: &Slot<StringRule>,
        hint: &Hint,
    ) -> Type {
        let rule = text_rule(slot);
        let Some(values) = &rule.values else {
            return Type::Text(rule);
        };
        if values.is_empty() {
            self.leave(&hint.pointer, "a string that cannot be met");
            return Type::Text(TextRule::default());
        }
        if !self.affords(values.len(), &hint.pointer) {
            return Type::Any;
        }
        let id = self.define(hint);
        let mut scope = Scope::default();
        let mut variants = Vec::new();
        let mut places = self.places_of_values(set);
        for json in values {
            let pointer = places.remove(json.as_str()).unwrap_or_default();
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
                pointer,
            });
        }
        self.set_kind(id, Kind::TextEnum(variants));
        Type::Named(id)
    }

    /// JSON pointers of the strings in the `enum` or `const` that lists them.
    fn places_of_values(&self, set: &NodeSet) -> HashMap<&'a str, String> {
        let mut places = HashMap::new();
        for id in set {
            let (schema, pointer) = (self.document.schema(*id), self.document.pointer(*id));
            let listed = schema.get("enum").and_then(Value::as_array);
            for (i, value) in listed.into_iter().flatten().enumerate() {
                if let Value::String(text) = value {
                    let place = || format!("{pointer}/enum/{i}");
                    places.entry(text.as_str()).or_insert_with(place);
                }
            }
            if let Some(Value::String(text)) = schema.get("const") {
                let place = || format!("{pointer}/const");
                places.entry(text.as_str()).or_insert_with(place);
            }
        }
        places
    }
}

/// The rule of a string slot, with listed values already filtered.
pub(super) fn text_rule(slot: &Slot<StringRule>) -> TextRule {
    let (mode, rules) = match slot {
        Slot::Never => {
            return TextRule {
                values: Some(Vec::new()),
                ..TextRule::default()
            };
        }
        Slot::Just(rule) => return simple_text_rule(rule),
        Slot::AnyOf(rules) => (Mode::Any, rules),
        Slot::OneOf(rules) => (Mode::ExactlyOne, rules),
    };
    let branches: Vec<TextRule> = rules.iter().map(simple_text_rule).collect();
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
    let mut seen = HashSet::new();
    let values: Vec<String> = listed
        .iter()
        .copied()
        .flatten()
        .filter(|value| (mode == Mode::Any || times[value] == 1) && seen.insert(*value))
        .cloned()
        .collect();
    TextRule {
        values: Some(values),
        ..TextRule::default()
    }
}

fn simple_text_rule(rule: &StringRule) -> TextRule {
    let Some(values) = &rule.values else {
        return TextRule {
            min: rule.min,
            max: rule.max,
            patterns: rule.patterns.clone(),
            ..TextRule::default()
        };
    };
    let fits = |text: &&String| {
        let chars = text.chars().count() as u64;
        chars >= rule.min
            && rule.max.is_none_or(|max| chars <= max)
            && rule
                .patterns
                .iter()
                .all(|pattern| pattern_matches(pattern, text))
    };
    TextRule {
        values: Some(values.iter().filter(fits).cloned().collect()),
        ..TextRule::default()
    }
}
