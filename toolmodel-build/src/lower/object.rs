//! Objects: structs, maps, tagged unions, and choices between them.

use serde_json::Value;
use toolmodel_runtime::__private::de::pattern_matches;
use toolmodel_runtime::__private::kernel::Step;

use super::scalar::text_rule;
use super::{Hint, Lowering, fits};
use crate::ir::{
    ChoiceVariant, DefId, Field, Kind, Mode, Presence, Rest, Struct, TaggedVariant, TextRule, Type,
};
use crate::names::{Scope, field_name, pascal, snake};
use crate::schema::{NodeId, NodeSet, ObjectRule, Slot, StringRule};

/// What is done with a type as soon as it has a name, so that recursion finds it.
pub(super) type Announce<'f, 'a, 'c> = &'f dyn Fn(&mut Lowering<'a, 'c>, Type);

/// Lists of property names of which one must be there in full.
type RequiredChoice = Option<(Mode, Vec<Vec<String>>)>;

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
            Slot::AnyOf(rules) => (Mode::Any, rules),
            Slot::OneOf(rules) => (Mode::ExactlyOne, rules),
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

    fn lower_choice(&mut self, mode: Mode, rules: &[ObjectRule], hint: &Hint) -> Kind {
        // Dropping a property could make a second branch of a `oneOf` accept.
        let strict = self.faithful || mode == Mode::ExactlyOne;
        let faithful = std::mem::replace(&mut self.faithful, strict);
        let mut scope = Scope::default();
        let mut variants = Vec::new();
        for (i, rule) in rules.iter().enumerate() {
            let inner = self.branch_hint(rule, hint, &format!("variant {}", i + 1));
            let ty = self.lower_branch(rule, &inner);
            let name = match &ty {
                Type::Named(_) => pascal(&inner.name),
                _ => "Object".to_owned(),
            };
            variants.push(ChoiceVariant {
                name: scope.claim(&name),
                ty,
                boxed: false,
            });
        }
        self.faithful = faithful;
        Kind::Choice { mode, variants }
    }

    fn lower_tagged(
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
            let Type::Named(def) = ty else { continue };
            let wanted = pascal(&value);
            let name = scope.claim(&wanted);
            self.tell_changed(&format!("value `{value}`"), &wanted, &name, &inner.pointer);
            variants.push(TaggedVariant {
                name,
                value,
                def,
                boxed: false,
            });
        }
        Kind::Tagged { tag, variants }
    }

    /// A branch that is one subschema and nothing else shares the type of that subschema.
    fn lower_branch(&mut self, rule: &ObjectRule, hint: &Hint) -> Type {
        if let [part] = rule.parts.as_slice() {
            let own = crate::schema::Shape {
                object: Slot::just(rule.clone()),
                ..crate::schema::Shape::never()
            };
            if *self.document.node_shape(part.node) == own {
                return self.lower_set(vec![part.node], hint);
            }
        }
        self.lower_object(rule, None, hint, &|_, _| {})
    }

    /// A branch is named by its definition or title, else as given.
    fn branch_hint(&self, rule: &ObjectRule, hint: &Hint, name: &str) -> Hint {
        let own = rule.parts.last().map(|part| part.node);
        let pointer = own.map_or_else(|| hint.pointer.clone(), |id| self.document.pointer(id));
        let title = own.and_then(|id| self.document.schema(id).get("title")?.as_str());
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
    fn find_tag(&mut self, rules: &[ObjectRule]) -> Option<(String, Vec<String>)> {
        let first = rules.first()?;
        for name in &first.required {
            let values: Option<Vec<String>> = rules
                .iter()
                .map(|rule| {
                    if !rule.required.contains(name) {
                        return None;
                    }
                    let set = property_set(rule, name);
                    let shape = self.document.shape(&set);
                    let only_strings = !shape.null
                        && shape.boolean == crate::schema::Booleans::NONE
                        && shape.number.is_never()
                        && shape.array.is_never()
                        && shape.object.is_never()
                        && shape.opaque.is_empty();
                    match text_rule(&shape.string).values.as_deref() {
                        Some([only]) if only_strings => Some(only.clone()),
                        _ => None,
                    }
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

    fn lower_object(
        &mut self,
        rule: &ObjectRule,
        required_choice: RequiredChoice,
        hint: &Hint,
        announce: Announce<'_, 'a, 'c>,
    ) -> Type {
        let key = self.key_rule(&rule.names, hint);
        let mut declared = declared_names(rule);
        for name in required_choice
            .iter()
            .flat_map(|(_, lists)| lists)
            .flatten()
        {
            if !declared.contains(name) {
                declared.push(name.clone());
            }
        }
        if declared.is_empty() {
            return self.lower_map(rule, key, hint, announce);
        }
        let id = self.define(hint);
        announce(self, Type::Named(id));
        let sensitive = self.faithful
            || rule.min > 0
            || rule.max.is_some()
            || !rule.dependent.is_empty()
            || required_choice.is_some();
        let mut scope = Scope::default();
        let mut fields = Vec::new();
        let mut forbidden = Vec::new();
        for name in &declared {
            let required = rule.required.contains(name);
            let set = property_set(rule, name);
            let refused = key.as_ref().is_some_and(|key| !accepts(key, name))
                || self.document.shape(&set).is_never();
            if refused && required {
                self.leave(&hint.pointer, "a required property that cannot be there");
            }
            if refused {
                forbidden.push(name.clone());
                continue;
            }
            let field = self.lower_field(rule, name, &mut scope, id, sensitive);
            fields.push(field);
        }
        let rest = self.lower_rest(rule, key, &mut scope, id, hint, sensitive);
        self.set_kind(
            id,
            Kind::Struct(Struct {
                fields,
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

    fn lower_field(
        &mut self,
        rule: &ObjectRule,
        json: &str,
        scope: &mut Scope,
        parent: DefId,
        sensitive: bool,
    ) -> Field {
        let set = property_set(rule, json);
        let declared: Vec<NodeId> = rule
            .parts
            .iter()
            .flat_map(|part| &part.properties)
            .filter(|property| property.name == json)
            .map(|property| property.declared)
            .collect();
        let pointer = declared
            .first()
            .map_or_else(String::new, |id| self.document.pointer(*id));
        let doc = self.describe(&declared).or_else(|| self.describe(&set));
        let hint = Hint {
            name: json.to_owned(),
            parent: self.defs[parent.0].name.clone(),
            pointer: pointer.clone(),
            doc: doc.clone(),
        };
        let ty = self.lower_set(set.clone(), &hint);
        let presence = if rule.required.iter().any(|name| name == json) {
            Presence::Required
        } else {
            self.presence(&declared, &set, &ty, sensitive, &pointer)
        };
        let wanted = self.context.renames.get(pointer.as_str());
        let wanted = match wanted {
            Some(name) if !pointer.is_empty() => field_name(name),
            _ => snake(json),
        };
        let name = scope.claim(&wanted);
        self.tell_changed(&format!("property `{json}`"), &wanted, &name, &pointer);
        Field {
            json: json.to_owned(),
            name,
            doc,
            ty,
            presence,
            boxed: false,
            pointer,
        }
    }

    /// How an optional property is held, given its default.
    fn presence(
        &mut self,
        declared: &[NodeId],
        set: &NodeSet,
        ty: &Type,
        sensitive: bool,
        pointer: &str,
    ) -> Presence {
        let default = declared
            .iter()
            .chain(set)
            .find_map(|id| self.document.schema(*id).get("default"));
        let Some(default) = default.cloned() else {
            return Presence::Optional;
        };
        let valid = fits(&self.defs, ty, &default);
        if !valid && !default.is_null() {
            let message = format!("the default `{default}` does not meet its schema");
            self.warnings.push((format!("{pointer}/default"), message));
        }
        if sensitive || !valid {
            return Presence::Optional;
        }
        match (&default, ty) {
            (Value::Null, Type::Nullable(_)) => Presence::OptionalNull,
            (Value::Null, _) => Presence::Optional,
            _ if super::default::can_write(&self.defs, ty, &default) => Presence::Default(default),
            _ => Presence::Optional,
        }
    }

    fn lower_rest(
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
        let keep = sensitive
            || !set.is_empty()
            || pattern.is_some()
            || key.is_some()
            || rule.parts.iter().any(|part| part.welcomes_others);
        if !keep {
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

    /// What undeclared properties are held to, and the pattern that their names must match.
    fn rest_set(&mut self, rule: &ObjectRule, hint: &Hint) -> (NodeSet, Option<TextRule>) {
        let patterns: Vec<&(String, NodeId)> =
            rule.parts.iter().flat_map(|part| &part.patterns).collect();
        let additional: NodeSet = rule
            .parts
            .iter()
            .filter_map(|part| part.additional)
            .collect();
        if patterns.is_empty() {
            return (additional, None);
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
            _ if free && additional.is_empty() => (Vec::new(), None),
            [(pattern, id)] if closed && same_part && with_patterns == 1 => {
                let rule = TextRule {
                    patterns: vec![pattern.clone()],
                    ..TextRule::default()
                };
                (vec![*id], Some(rule))
            }
            _ => {
                self.leave(&hint.pointer, "`patternProperties` with other properties");
                (Vec::new(), None)
            }
        }
    }

    fn lower_map(
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
            name: format!("{} value", hint.name),
            parent: hint.name.clone(),
            pointer: format!("{}/additionalProperties", hint.pointer),
            doc: None,
        };
        let value = self.lower_set(set, &inner);
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

    /// What `propertyNames` says about every name.
    fn key_rule(&mut self, names: &[NodeId], hint: &Hint) -> Option<TextRule> {
        if names.is_empty() {
            return None;
        }
        let shape = self.document.shape(&names.to_vec());
        self.note_opaque(&shape);
        if matches!(shape.string, Slot::<StringRule>::Never) {
            self.leave(&hint.pointer, "`propertyNames` that no name meets");
            return None;
        }
        let rule = text_rule(&shape.string);
        (!rule.is_free()).then_some(rule)
    }
}

fn join_keys(a: Option<TextRule>, b: Option<TextRule>) -> Option<TextRule> {
    match (a, b) {
        (Some(a), Some(b)) => Some(TextRule {
            patterns: [a.patterns.clone(), b.patterns].concat(),
            ..a
        }),
        (a, b) => a.or(b),
    }
}

/// Whether a text meets a rule.
pub(super) fn accepts(rule: &TextRule, text: &str) -> bool {
    let chars = text.chars().count() as u64;
    let choice = rule.choice.as_ref().is_none_or(|(mode, branches)| {
        let times = branches
            .iter()
            .filter(|branch| accepts(branch, text))
            .count();
        match mode {
            Mode::Any => times > 0,
            Mode::ExactlyOne => times == 1,
        }
    });
    chars >= rule.min
        && rule.max.is_none_or(|max| chars <= max)
        && rule
            .patterns
            .iter()
            .all(|pattern| pattern_matches(pattern, text))
        && rule
            .values
            .as_ref()
            .is_none_or(|values| values.iter().any(|value| value == text))
        && choice
}

/// Names that the rule mentions, in the order of the document.
fn declared_names(rule: &ObjectRule) -> Vec<String> {
    let properties = rule.parts.iter().flat_map(|part| &part.properties);
    let properties = properties.map(|property| &property.name);
    let dependent = rule
        .dependent
        .iter()
        .flat_map(|(name, needs)| std::iter::once(name).chain(needs));
    let mut names: Vec<String> = Vec::new();
    for name in properties.chain(&rule.required).chain(dependent) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// What a property of a given name is held to.
fn property_set(rule: &ObjectRule, name: &str) -> NodeSet {
    let mut set = NodeSet::new();
    for part in &rule.parts {
        let before = set.len();
        let declared = part
            .properties
            .iter()
            .filter(|property| property.name == name);
        set.extend(declared.map(|property| property.schema));
        let matching = part
            .patterns
            .iter()
            .filter(|(pattern, _)| pattern_matches(pattern, name));
        set.extend(matching.map(|(_, id)| *id));
        if set.len() == before {
            set.extend(part.additional);
        }
    }
    set.sort_unstable();
    set.dedup();
    set
}

/// Branches that say the same but for which properties are required: one struct, and a choice of
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
    let common: Vec<String> = first
        .required
        .iter()
        .filter(|name| rules.iter().all(|rule| rule.required.contains(name)))
        .cloned()
        .collect();
    let lists: Vec<Vec<String>> = rules
        .iter()
        .map(|rule| {
            let own = rule.required.iter().filter(|name| !common.contains(name));
            own.cloned().collect()
        })
        .collect();
    let rule = ObjectRule {
        required: common,
        ..first.clone()
    };
    Some((rule, Some((mode, lists))))
}
