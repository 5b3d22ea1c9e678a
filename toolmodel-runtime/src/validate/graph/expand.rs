//! One subschema's keywords: what they cost, and which subschemas they apply where.

use jsonschema::Draft;
use referencing::{Resolver, ResourceRef};
use serde_json::{Map, Value};

use super::super::measure::json_size;
use super::super::pattern::Pattern;
use super::{Costs, InPlace, Node};
use crate::schema::walk::{Token, keyword};

/// Where a subschema is applied.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    InPlace(InPlace),
    Property(Box<str>),
    PatternProperty,
    Additional,
    PropertyNames,
    Prefix,
    Rest,
    Contains,
    UnevaluatedProperties,
    UnevaluatedItems,
}

impl Slot {
    pub(super) fn link(self, node: &mut Node, target: usize) {
        match self {
            Self::InPlace(kind) => node.in_place.push(super::Edge { target, kind }),
            Self::Property(name) => node.properties.push((name, target)),
            Self::PatternProperty => node.pattern_properties.push(target),
            Self::Additional => node.additional = Some(target),
            Self::PropertyNames => node.property_names = Some(target),
            Self::Prefix => node.prefix.push(target),
            Self::Rest => node.rest = Some(target),
            Self::Contains => node.contains = Some(target),
            Self::UnevaluatedProperties => node.unevaluated_properties = Some(target),
            Self::UnevaluatedItems => node.unevaluated_items = Some(target),
        }
    }
}

/// A subschema still to be visited.
pub(super) struct Pending<'a> {
    pub(super) slot: Slot,
    /// The keyword that holds it or refers to it, and the place below that keyword.
    pub(super) keyword: &'a str,
    pub(super) token: Token<'a>,
    pub(super) schema: &'a Value,
    pub(super) resolver: Resolver<'a>,
    pub(super) draft: Draft,
}

/// What the keywords of `schema` apply, without references.
pub(super) fn subschemas<'a>(
    schema: &'a Map<String, Value>,
    resolver: &Resolver<'a>,
    draft: Draft,
) -> Vec<Pending<'a>> {
    let mut found = Found {
        pending: Vec::new(),
        keyword: "",
        resolver,
        draft,
    };
    for (name, value) in schema {
        found.look_at(schema, name, value);
    }
    found.pending
}

struct Found<'a, 'r> {
    pending: Vec<Pending<'a>>,
    keyword: &'a str,
    resolver: &'r Resolver<'a>,
    draft: Draft,
}

impl<'a> Found<'a, '_> {
    fn look_at(&mut self, parent: &Map<String, Value>, name: &'a str, value: &'a Value) {
        self.keyword = name;
        let modern = self.draft != Draft::Draft7;
        let plain = Slot::InPlace(InPlace::Plain);
        match name {
            "allOf" => self.list(&Slot::InPlace(InPlace::Conditional), value),
            "anyOf" | "oneOf" => self.list(&Slot::InPlace(InPlace::Branch), value),
            "not" => self.one(Slot::InPlace(InPlace::Not), Token::None, value),
            "if" => self.one(Slot::InPlace(InPlace::Conditional), Token::None, value),
            "then" | "else" if keyword(parent, "if").is_some() => {
                self.one(plain, Token::None, value);
            }
            "dependentSchemas" if modern => self.map(&plain, value),
            "dependencies" => self.map(&plain, value),
            "properties" => {
                for (name, schema) in value.as_object().into_iter().flatten() {
                    let slot = Slot::Property(name.as_str().into());
                    self.one(slot, Token::Name(name), schema);
                }
            }
            "patternProperties" => self.map(&Slot::PatternProperty, value),
            "additionalProperties" => self.one(Slot::Additional, Token::None, value),
            "propertyNames" => self.one(Slot::PropertyNames, Token::None, value),
            "prefixItems" if modern => self.list(&Slot::Prefix, value),
            "items" if value.is_array() => self.list(&Slot::Prefix, value),
            "items" => self.one(Slot::Rest, Token::None, value),
            "additionalItems" if keyword(parent, "items").is_some_and(Value::is_array) => {
                self.one(Slot::Rest, Token::None, value);
            }
            "contains" => self.one(Slot::Contains, Token::None, value),
            "unevaluatedProperties" if modern => {
                self.one(Slot::UnevaluatedProperties, Token::None, value);
            }
            "unevaluatedItems" if modern => self.one(Slot::UnevaluatedItems, Token::None, value),
            _ => {}
        }
    }

    fn one(&mut self, slot: Slot, token: Token<'a>, schema: &'a Value) {
        if !schema.is_object() && !schema.is_boolean() {
            return;
        }
        let (resolver, draft) = inside(schema, self.resolver, self.draft);
        self.pending.push(Pending {
            slot,
            keyword: self.keyword,
            token,
            schema,
            resolver,
            draft,
        });
    }

    fn list(&mut self, slot: &Slot, value: &'a Value) {
        for (i, schema) in value.as_array().into_iter().flatten().enumerate() {
            self.one(slot.clone(), Token::Index(i), schema);
        }
    }

    fn map(&mut self, slot: &Slot, value: &'a Value) {
        for (name, schema) in value.as_object().into_iter().flatten() {
            self.one(slot.clone(), Token::Name(name), schema);
        }
    }
}

/// The resolver for references inside a subschema, and the subschema's dialect.
pub(super) fn inside<'a>(
    schema: &Value,
    resolver: &Resolver<'a>,
    draft: Draft,
) -> (Resolver<'a>, Draft) {
    let tells = |name: &String| matches!(name.as_str(), "$schema" | "$id");
    let mut names = schema.as_object().into_iter().flat_map(Map::keys);
    if !names.any(tells) {
        return (resolver.clone(), draft);
    }
    let draft = draft.detect(schema);
    // A malformed `$id` is reported when the schema is compiled.
    let inside = resolver.in_subresource(ResourceRef::new(schema, draft));
    (inside.unwrap_or_else(|_| resolver.clone()), draft)
}

/// A node with its own costs and no edges yet.
pub(super) fn node(schema: &Value) -> Node {
    let mut node = Node::default();
    let costs = &mut node.costs;
    (costs.any, costs.violations) = (1, 1);
    if let Value::Object(map) = schema {
        costs.any += map.len() as u64;
        costs.violations = map.len() as u64;
        for (keyword, value) in map {
            charge(costs, keyword, value);
        }
    }
    node
}

/// Up to this many names of `properties` are looked up one by one; with more, the engine goes through all members.
pub(super) const FEW: usize = 16;

/// Steps of an exact division of numbers that are far apart.
const DIVISION: u64 = 256;
/// 1,024ths of a step for one byte that is compared, counted or hashed; and for one that a `format` parses.
const READ: u64 = 4;
const PARSED: u64 = 128;

fn charge(costs: &mut Costs, keyword: &str, value: &Value) {
    match (keyword, value) {
        // A value is compared to one option after the other, at roughly this price.
        ("enum" | "const", value) => {
            costs.any += json_size(value, usize::MAX).bytes as u64 / 32;
            costs.text += READ;
        }
        ("minLength" | "maxLength", _) => costs.text += READ,
        ("format", _) => costs.text += PARSED,
        ("multipleOf", _) => costs.number += DIVISION,
        ("required", Value::Array(names)) => {
            costs.object += names.len() as u64 + json_size(value, usize::MAX).bytes as u64 / 256;
            costs.violations += names.len() as u64;
        }
        ("dependentRequired" | "dependencies", Value::Object(map)) => {
            let names = map.values().filter_map(Value::as_array).map(Vec::len);
            let names = names.sum::<usize>() as u64;
            costs.object += map.len() as u64 + names;
            costs.object += json_size(value, usize::MAX).bytes as u64 / 256;
            costs.violations += names;
        }
        ("dependentSchemas", Value::Object(map)) => costs.object += map.len() as u64,
        ("properties", Value::Object(map)) => {
            costs.object += map.len() as u64;
            costs.names += if map.len() > FEW { READ } else { 0 };
        }
        ("additionalProperties" | "unevaluatedProperties" | "propertyNames", _) => {
            costs.names += READ;
        }
        ("pattern", Value::String(text)) => {
            let pattern = Pattern::of(text);
            costs.text = costs.text.saturating_add(pattern.rate());
            costs.hard.extend(pattern.backtracks.then_some(pattern));
        }
        ("patternProperties", Value::Object(map)) => {
            // `additionalProperties` matches each name against all patterns once more.
            for pattern in map.keys().map(|text| Pattern::of(text)) {
                costs.object += 1;
                let rate = pattern.rate().saturating_mul(2);
                costs.names = costs.names.saturating_add(rate);
                costs
                    .hard_names
                    .extend(pattern.backtracks.then_some(pattern));
            }
        }
        ("uniqueItems", Value::Bool(true)) => costs.unique_items = true,
        _ => {}
    }
}
