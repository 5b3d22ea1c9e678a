//! Properties that are not declared: rejected, skipped, kept beside fields, or a map of their own.

use super::keys::join_keys;
use super::object::Announce;
use super::overlap::speaks_of_others;
use super::{Hint, Lowering};
use crate::ir::{DefId, Kind, Rest, Struct, TextRule, Type};
use crate::names::{Scope, singular};
use crate::schema::{NodeId, NodeSet, ObjectRule};

impl<'a, 'c> Lowering<'a, 'c> {
    pub(super) fn lower_rest(
        &mut self,
        rule: &ObjectRule,
        key: Option<TextRule>,
        scope: &mut Scope,
        parent: DefId,
        hint: &Hint,
        sensitive: bool,
    ) -> Rest {
        let (set, pattern) = self.rest_set(rule, hint);
        let shape = self.document.shape(&set);
        if shape.is_never() {
            return Rest::Refused;
        }
        if !sensitive && !self.context.keep_undeclared && !speaks_of_others(rule) {
            return Rest::Ignored;
        }
        let name = scope.claim("additional_properties");
        let inner = Hint {
            name: format!("{} value", hint.name),
            parent: self.defs[parent.0].name.clone(),
            pointer: format!("{}/additionalProperties", hint.pointer),
            doc: None,
        };
        let value = self.lower_set(set, &inner);
        Rest::Kept {
            name,
            value,
            key: join_keys(key, pattern),
        }
    }

    fn rest_set(&mut self, rule: &ObjectRule, hint: &Hint) -> (NodeSet, Option<TextRule>) {
        self.undeclared(rule).unwrap_or_else(|| {
            self.leave(&hint.pointer, "`patternProperties` with other properties");
            (Vec::new(), None)
        })
    }

    /// What is required of undeclared properties, and the pattern that their names must match, unless more depends
    /// on the name.
    pub(super) fn undeclared(&mut self, rule: &ObjectRule) -> Option<(NodeSet, Option<TextRule>)> {
        let patterns: Vec<&(String, NodeId)> =
            rule.parts.iter().flat_map(|part| &part.patterns).collect();
        let mut additional: NodeSet = rule
            .parts
            .iter()
            .filter_map(|part| part.additional)
            .collect();
        additional.sort_unstable();
        additional.dedup();
        if patterns.is_empty() {
            return Some((additional, None));
        }
        let closed = self.document.shape(&additional).is_never();
        let free = patterns
            .iter()
            .all(|(_, id)| self.document.node_shape(*id).is_any());
        let with_patterns = rule
            .parts
            .iter()
            .filter(|part| !part.patterns.is_empty())
            .count();
        let same_part = rule
            .parts
            .iter()
            .all(|part| part.additional.is_none() || !part.patterns.is_empty());
        match patterns.as_slice() {
            _ if free && additional.is_empty() => Some((Vec::new(), None)),
            [(pattern, id)] if closed && same_part && with_patterns == 1 => {
                let rule = TextRule {
                    patterns: vec![pattern.clone()],
                    ..TextRule::default()
                };
                Some((vec![*id], Some(rule)))
            }
            _ => None,
        }
    }

    pub(super) fn lower_map(
        &mut self,
        rule: &ObjectRule,
        key: Option<TextRule>,
        hint: &Hint,
        announce: Announce<'_, 'a, 'c>,
    ) -> Type {
        let (set, pattern) = self.rest_set(rule, hint);
        if self.document.shape(&set).is_never() {
            let id = self.define(hint);
            announce(self, Type::Named(id));
            if rule.min > 0 {
                self.leave(
                    &hint.pointer,
                    "an object that must and cannot have properties",
                );
            }
            self.set_kind(
                id,
                Kind::Struct(Struct {
                    fields: Vec::new(),
                    constants: Vec::new(),
                    forbidden: Vec::new(),
                    rest: Rest::Refused,
                    min: 0,
                    max: None,
                    dependent: Vec::new(),
                    required_choice: None,
                }),
            );
            return Type::Named(id);
        }
        let key = join_keys(key, pattern);
        let inner = Hint {
            name: singular(&hint.name).unwrap_or_else(|| format!("{} value", hint.name)),
            parent: hint.name.clone(),
            pointer: format!("{}/additionalProperties", hint.pointer),
            doc: None,
        };
        let keep = self.keep;
        self.keep = keep.inside(rule.is_described);
        let value = self.lower_set(set, &inner);
        self.keep = keep;
        if value == Type::Any && key.is_none() && rule.min == 0 && rule.max.is_none() {
            return Type::Object;
        }
        Type::Map {
            value: Box::new(value),
            min: rule.min,
            max: rule.max,
            key,
        }
    }
}
