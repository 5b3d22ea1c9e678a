//! One subschema's keywords: what they cost, and which subschemas they apply where.

use jsonschema::Draft;
use referencing::{Resolver, ResourceRef};
use serde_json::{Map, Value};

use super::super::measure::json_size;
use super::super::pattern::Pattern;
use super::{InPlace, Node};

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
            Self::Property(name) => {
                node.properties.insert(name, target);
            }
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
    pub(super) schema: &'a Value,
    pub(super) resolver: Resolver<'a>,
    pub(super) draft: Draft,
}

/// What the keywords of `schema` apply, references left out.
pub(super) fn subschemas<'a>(
    schema: &'a Map<String, Value>,
    resolver: &Resolver<'a>,
    draft: Draft,
) -> Vec<Pending<'a>> {
    let mut found = Found {
        pending: Vec::new(),
        resolver,
        draft,
    };
    for (keyword, value) in schema {
        found.keyword(schema, keyword, value);
    }
    found.pending
}

struct Found<'a, 'r> {
    pending: Vec<Pending<'a>>,
    resolver: &'r Resolver<'a>,
    draft: Draft,
}

impl<'a> Found<'a, '_> {
    fn keyword(&mut self, parent: &Map<String, Value>, keyword: &str, value: &'a Value) {
        let modern = self.draft != Draft::Draft7;
        let plain = Slot::InPlace(InPlace::Plain);
        match keyword {
            "allOf" => self.list(&Slot::InPlace(InPlace::Conditional), value),
            "anyOf" | "oneOf" => self.list(&Slot::InPlace(InPlace::Branch), value),
            "not" => self.one(Slot::InPlace(InPlace::Not), value),
            "if" => self.one(Slot::InPlace(InPlace::Conditional), value),
            "then" | "else" if parent.contains_key("if") => self.one(plain, value),
            "dependentSchemas" if modern => self.map(&plain, value),
            "dependencies" => self.map(&plain, value),
            "properties" => {
                for (name, schema) in value.as_object().into_iter().flatten() {
                    self.one(Slot::Property(name.as_str().into()), schema);
                }
            }
            "patternProperties" => self.map(&Slot::PatternProperty, value),
            "additionalProperties" => self.one(Slot::Additional, value),
            "propertyNames" => self.one(Slot::PropertyNames, value),
            "prefixItems" if modern => self.list(&Slot::Prefix, value),
            "items" if value.is_array() => self.list(&Slot::Prefix, value),
            "items" => self.one(Slot::Rest, value),
            "additionalItems" if parent.get("items").is_some_and(Value::is_array) => {
                self.one(Slot::Rest, value);
            }
            "contains" => self.one(Slot::Contains, value),
            "unevaluatedProperties" if modern => self.one(Slot::UnevaluatedProperties, value),
            "unevaluatedItems" if modern => self.one(Slot::UnevaluatedItems, value),
            _ => {}
        }
    }

    fn one(&mut self, slot: Slot, schema: &'a Value) {
        if !schema.is_object() && !schema.is_boolean() {
            return;
        }
        let draft = self.draft.detect(schema);
        // A malformed `$id` is reported when the schema is compiled.
        let resolver = self
            .resolver
            .in_subresource(ResourceRef::new(schema, draft))
            .unwrap_or_else(|_| self.resolver.clone());
        self.pending.push(Pending {
            slot,
            schema,
            resolver,
            draft,
        });
    }

    fn list(&mut self, slot: &Slot, value: &'a Value) {
        for schema in value.as_array().into_iter().flatten() {
            self.one(slot.clone(), schema);
        }
    }

    fn map(&mut self, slot: &Slot, value: &'a Value) {
        for schema in value.as_object().into_iter().flatten().map(|(_, v)| v) {
            self.one(slot.clone(), schema);
        }
    }
}

/// A node with its own costs and no edges yet.
pub(super) fn node(schema: &Value) -> Node {
    let Value::Object(map) = schema else {
        return Node {
            cost: 1,
            keywords: 1,
            ..Node::default()
        };
    };
    let keywords = map.len() as u64;
    let mut node = Node {
        cost: 1 + keywords,
        keywords,
        ..Node::default()
    };
    for (keyword, value) in map {
        match (keyword.as_str(), value) {
            // A value is compared to one option after the other, at about this price.
            ("enum" | "const", value) => node.cost += json_size(value, usize::MAX).0 as u64 / 64,
            ("required" | "dependentRequired", value) => {
                node.cost += json_size(value, usize::MAX).0 as u64 / 64;
            }
            ("pattern", Value::String(text)) => node.pattern = Some(Pattern::of(text)),
            ("patternProperties", Value::Object(map)) => {
                node.name_patterns = map.keys().map(|text| Pattern::of(text)).collect();
            }
            ("uniqueItems", Value::Bool(true)) => node.unique_items = true,
            _ => {}
        }
    }
    node
}
