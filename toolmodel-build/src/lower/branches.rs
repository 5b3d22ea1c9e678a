//! Objects of several forms: unions distinguished by a tag, and choices that are tried in order.

use std::collections::{BTreeSet, HashMap, HashSet};

use toolmodel_runtime::__private::kernel::Step;

use super::overlap::in_order_of_trial;
use super::patterns::{matching, patterns};
use super::text::listed;
use super::{Hint, Keep, Lowering};
use crate::ir::{Kind, Mode, Type, Variant};
use crate::names::{Scope, pascal, type_name};
use crate::schema::{Booleans, ByName, NodeSet, ObjectRule, Shape, Slot};

/// Most values listed for one property, of which one may turn out to be the only one that it accepts.
const MOST_TAGS: usize = 64;

impl Lowering<'_, '_> {
    pub(super) fn lower_choice(&mut self, mode: Mode, rules: &[ObjectRule], hint: &Hint) -> Kind {
        let order = in_order_of_trial(mode, rules);
        let needs = self.keep_what_later_ones_read(&order, rules);
        let keep = self.keep;
        let mut scope = Scope::default();
        let mut variants = Vec::new();
        let telling = telling_names(rules);
        for (i, need) in order.into_iter().zip(needs) {
            let rule = &rules[i];
            let plain = telling[i].map_or_else(|| format!("variant {}", i + 1), str::to_owned);
            let inner = self.branch_hint(rule, hint, &plain);
            let is_own = inner.name != format!("{} {plain}", hint.name);
            // Dropping a property could make a second branch of a `oneOf` accept.
            self.keep = keep.max(match mode {
                Mode::ExactlyOne => Keep::Everything,
                Mode::Any => need,
            });
            let ty = self.lower_branch(rule, &inner);
            let name = match (&ty, telling[i]) {
                (Type::Named(_), Some(_)) if !is_own => pascal(&plain),
                (Type::Named(_), _) => pascal(&inner.name),
                _ => "Object".to_owned(),
            };
            let name = self.renamed(&inner.pointer).unwrap_or(name);
            variants.push(Variant {
                key: (),
                name: scope.claim(&name),
                ty,
                boxed: false,
            });
        }
        self.keep = keep;
        Kind::Choice { mode, variants }
    }

    pub(super) fn lower_tagged(
        &mut self,
        tag: String,
        values: Vec<String>,
        rules: &[ObjectRule],
        hint: &Hint,
    ) -> Kind {
        let mut scope = Scope::default();
        let mut variants = Vec::new();
        for (rule, value) in rules.iter().zip(values) {
            let inner = self.branch_hint(rule, hint, &value);
            let ty = self.lower_branch(rule, &inner);
            let Type::Named(_) = ty else { continue };
            let own = self.renamed(&inner.pointer);
            let wanted = own.unwrap_or_else(|| pascal(&value));
            let name = scope.claim(&wanted);
            self.tell_changed(&format!("value `{value}`"), &wanted, &name, &inner.pointer);
            variants.push(Variant {
                key: value,
                name,
                ty,
                boxed: false,
            });
        }
        Kind::Tagged { tag, variants }
    }

    /// A branch that is one subschema and nothing else shares the type of that subschema.
    pub(super) fn lower_branch(&mut self, rule: &ObjectRule, hint: &Hint) -> Type {
        if let [part] = rule.parts.as_slice() {
            let own = Shape {
                object: Slot::just(rule.clone()),
                ..Shape::never()
            };
            if *self.document.node_shape(part.node) == own {
                return self.lower_set(vec![part.node], hint);
            }
        }
        self.lower_object(rule, None, hint, &|_, _| {})
    }

    /// The name that the user gave to a place.
    pub(super) fn renamed(&self, pointer: &str) -> Option<String> {
        let name = self.context.renames.get(pointer);
        name.map(|name| type_name(name))
    }

    /// A branch is named after its definition or title, otherwise as given.
    pub(super) fn branch_hint(&self, rule: &ObjectRule, hint: &Hint, name: &str) -> Hint {
        let own = rule.parts.last().map(|part| part.node);
        let pointer = own.map_or_else(|| hint.pointer.clone(), |id| self.document.pointer(id));
        let title = own.and_then(|id| self.document.schema(id).get("title")?.as_str());
        let title = title.filter(|title| !title.trim().is_empty());
        let steps = own.map(|id| self.document.steps(id)).unwrap_or_default();
        let definition = match steps.as_slice() {
            [Step::Key("$defs" | "definitions"), Step::Key(name)] => Some(*name),
            _ => None,
        };
        let plain = format!("{} {name}", hint.name);
        Hint {
            name: definition.or(title).unwrap_or(&plain).to_owned(),
            parent: hint.name.clone(),
            pointer,
            doc: own.and_then(|id| self.describe(&[id])),
        }
    }

    /// A property that every branch requires, with one string each, all different.
    pub(super) fn find_tag(&mut self, rules: &[ObjectRule]) -> Option<(String, Vec<String>)> {
        let first = rules.first()?;
        let branches: Vec<(ByName<'_>, HashSet<&String>)> = rules
            .iter()
            .map(|rule| (rule.by_name(), rule.required.iter().collect()))
            .collect();
        let lookups: usize = rules.iter().map(patterns).sum();
        for name in &first.required {
            self.meter.work(lookups * matching(name)).ok()?;
            let values: Option<Vec<String>> = branches
                .iter()
                .map(|(properties, required)| {
                    let matches = |pattern: &str, name: &str| self.matches(pattern, name);
                    let set = || properties.property(name, matches);
                    let set = required.contains(name).then(set)?;
                    self.only_text(&set)
                })
                .collect();
            if let Some(values) = values {
                let mut sorted = values.clone();
                sorted.sort_unstable();
                sorted.dedup();
                if sorted.len() == values.len() {
                    return Some((name.clone(), values));
                }
            }
        }
        None
    }

    /// The only value that a set of subschemas accepts, if that is one string.
    pub(super) fn only_text(&mut self, set: &NodeSet) -> Option<String> {
        let shape = self.document.shape(set);
        if listed(&shape.string) > MOST_TAGS {
            return None;
        }
        let only_strings = !shape.null
            && shape.boolean == Booleans::NONE
            && shape.number.is_never()
            && shape.array.is_never()
            && shape.object.is_never()
            && shape.opaque.is_empty();
        match self.text_rule(&shape.string).values.as_deref() {
            Some([only]) if only_strings => Some(only.clone()),
            _ => None,
        }
    }
}

/// For each branch, the first name that it requires and no other branch does, otherwise the first one that
/// only it declares.
fn telling_names(rules: &[ObjectRule]) -> Vec<Option<&str>> {
    let required: Vec<Vec<&str>> = rules
        .iter()
        .map(|rule| rule.required.iter().map(String::as_str).collect())
        .collect();
    let declared: Vec<Vec<&str>> = rules
        .iter()
        .map(|rule| {
            let properties = rule.parts.iter().flat_map(|part| &part.properties);
            properties.map(|property| property.name.as_str()).collect()
        })
        .collect();
    let either = own_names(&required).into_iter().zip(own_names(&declared));
    either
        .map(|(required, declared)| required.or(declared))
        .collect()
}

/// For each list, the first name that no other list has.
fn own_names<'r>(lists: &[Vec<&'r str>]) -> Vec<Option<&'r str>> {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for list in lists {
        for name in list.iter().collect::<BTreeSet<_>>() {
            *times.entry(name).or_default() += 1;
        }
    }
    let is_own = |name: &&str| times.get(name) == Some(&1);
    let own = |list: &Vec<&'r str>| list.iter().copied().find(is_own);
    lists.iter().map(own).collect()
}
