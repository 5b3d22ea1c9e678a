//! Objects: which kind of type an object becomes, and structs.

use std::collections::HashSet;

use super::field::Named;
use super::patterns::{matching, matching_rule, patterns};
use super::{Hint, Keep, Lowering};
use crate::ir::{Constant, Kind, Mode, Struct, Type};
use crate::names::{Scope, snake};
use crate::schema::{ObjectRule, Slot};

/// Called as soon as a type has a name, so that recursion finds it.
pub(super) type Announce<'f, 'a, 'c> = &'f dyn Fn(&mut Lowering<'a, 'c>, Type);

/// Lists of property names of which one must be present in full.
pub(super) type RequiredChoice = Option<(Mode, Vec<Vec<String>>)>;

impl<'a, 'c> Lowering<'a, 'c> {
    pub(super) fn lower_objects(
        &mut self,
        slot: &Slot<ObjectRule>,
        hint: &Hint,
        announce: Announce<'_, 'a, 'c>,
    ) -> Type {
        let (mode, rules) = match slot {
            Slot::Never => return Type::Any,
            Slot::Just(rule) => return self.lower_object(rule, None, hint, announce),
            Slot::AnyOf(rules) | Slot::OneOf(rules) => (slot.mode(), rules),
        };
        if let Some((rule, choice)) = differ_in_required(mode, rules) {
            return self.lower_object(&rule, choice, hint, announce);
        }
        let id = self.define(hint);
        announce(self, Type::Named(id));
        let kind = match self.find_tag(rules) {
            Some((tag, values)) => self.lower_tagged(tag, values, rules, hint),
            None => self.lower_choice(mode, rules, hint),
        };
        self.set_kind(id, kind);
        Type::Named(id)
    }

    pub(super) fn lower_object(
        &mut self,
        rule: &ObjectRule,
        required_choice: RequiredChoice,
        hint: &Hint,
        announce: Announce<'_, 'a, 'c>,
    ) -> Type {
        let key = self.key_rule(&rule.names, hint);
        let declared = declared_names(rule, &required_choice);
        if declared.is_empty() {
            return self.lower_map(rule, key, hint, announce);
        }
        let properties = rule.by_name();
        let matched = key.as_ref().map_or(0, matching_rule);
        let matched = matched + patterns(rule);
        let names = declared.iter().map(|name| matching(name));
        let lookups = written(rule, &required_choice)
            + declared.len() * rule.parts.len()
            + names.sum::<usize>() * matched;
        if !self.affords_struct(declared.len(), &hint.pointer)
            || !self.affords(lookups, &hint.pointer)
            || !self.affords_copies(rule, &hint.pointer)
        {
            return Type::Any;
        }
        let id = self.define(hint);
        announce(self, Type::Named(id));
        let kept = self.keep;
        self.keep = kept.inside(rule.is_described);
        let sensitive = kept != Keep::Declared
            || rule.min > 0
            || rule.max.is_some()
            || !rule.dependent.is_empty()
            || required_choice.is_some();
        let mut scope = Scope::default();
        let mut fields = Vec::new();
        let mut forbidden = Vec::new();
        let mut constants = Vec::new();
        let required: HashSet<&str> = rule.required.iter().map(String::as_str).collect();
        for name in declared {
            let property = Named {
                json: name,
                required: required.contains(name),
                set: properties.property(name, |pattern, name| self.matches(pattern, name)),
                declared: properties.declared(name),
            };
            let refused = key.as_ref().is_some_and(|key| !self.accepts(key, name))
                || self.document.shape(&property.set).is_never();
            if refused && property.required {
                // Then the validator decides, and another branch may accept the value that is read.
                self.leave(&hint.pointer, "a required property that cannot be there");
            } else if refused {
                forbidden.push(name.to_owned());
                continue;
            }
            if property.required
                && self
                    .replacement(&property.set, &self.place_of(&property))
                    .is_none()
                && let Some(text) = self.only_text(&property.set)
            {
                constants.push(Constant {
                    json: name.to_owned(),
                    name: scope.claim(&snake(name)),
                    text,
                });
                continue;
            }
            let field = self.lower_field(property, &mut scope, id, sensitive);
            fields.push(field);
        }
        let rest = self.lower_rest(rule, key, &mut scope, id, hint, sensitive);
        self.keep = kept;
        self.set_kind(
            id,
            Kind::Struct(Struct {
                fields,
                constants,
                forbidden,
                rest,
                min: rule.min,
                max: rule.max,
                dependent: rule.dependent.clone().into_iter().collect(),
                required_choice,
            }),
        );
        Type::Named(id)
    }
}

/// How many names are written for what requires others.
fn written(rule: &ObjectRule, choice: &RequiredChoice) -> usize {
    let chosen = choice.iter().flat_map(|(_, lists)| lists);
    let lists = rule.dependent.values().chain(chosen);
    lists.map(Vec::len).sum()
}

/// Names that the rule mentions, in the order of the document, and those that may be in one of the lists of
/// required names.
fn declared_names<'r>(rule: &'r ObjectRule, choice: &'r RequiredChoice) -> Vec<&'r str> {
    let properties = rule.parts.iter().flat_map(|part| &part.properties);
    let properties = properties.map(|property| &property.name);
    let dependent = rule
        .dependent
        .iter()
        .flat_map(|(name, needs)| std::iter::once(name).chain(needs));
    let chosen = choice.iter().flat_map(|(_, lists)| lists).flatten();
    let mut seen = HashSet::new();
    properties
        .chain(&rule.required)
        .chain(dependent)
        .chain(chosen)
        .map(String::as_str)
        .filter(|name| seen.insert(*name))
        .collect()
}

/// Branches that differ only in which properties are required: one struct, and a choice of
/// required names.
fn differ_in_required(mode: Mode, rules: &[ObjectRule]) -> Option<(ObjectRule, RequiredChoice)> {
    let first = rules.first()?;
    let alike = |rule: &ObjectRule| {
        ObjectRule {
            required: first.required.clone(),
            ..rule.clone()
        } == *first
    };
    if !rules.iter().all(alike) {
        return None;
    }
    let sets: Vec<HashSet<&String>> = rules
        .iter()
        .map(|rule| rule.required.iter().collect())
        .collect();
    let is_common = |name: &&String| sets.iter().all(|set| set.contains(name));
    let common: Vec<String> = first.required.iter().filter(is_common).cloned().collect();
    let lists: Vec<Vec<String>> = rules
        .iter()
        .map(|rule| {
            let own = rule.required.iter().filter(|name| !is_common(name));
            own.cloned().collect()
        })
        .collect();
    let rule = ObjectRule {
        required: common,
        ..first.clone()
    };
    Some((rule, Some((mode, lists))))
}
