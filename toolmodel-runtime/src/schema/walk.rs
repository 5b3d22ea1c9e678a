//! Where subschemas are: the keywords that hold schemas, in both dialects.

use serde_json::{Map, Value};

use crate::path::{Path, Place, Places, Step};

/// How a keyword holds its subschemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "hidden from users")]
pub enum Holds {
    /// The keyword holds none.
    Nothing,
    /// The value is a schema.
    One,
    /// The value is an array of schemas.
    Array,
    /// The value is an object whose values are schemas.
    Map,
    /// `items` of draft-07: a schema or an array of schemas.
    OneOrArray,
    /// `dependencies` of draft-07: schemas among arrays of names.
    MapOrNames,
}

/// How a keyword holds schemas, in both dialects.
#[must_use]
pub fn holds(keyword: &str) -> Holds {
    match keyword {
        "additionalItems"
        | "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Holds::One,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Holds::Array,
        "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties" => {
            Holds::Map
        }
        "items" => Holds::OneOrArray,
        "dependencies" => Holds::MapOrNames,
        _ => Holds::Nothing,
    }
}

/// Up to this many keywords are compared one by one, which is faster than hashing.
const FEW: usize = 8;

/// The value of a keyword.
#[inline]
#[must_use]
pub fn keyword<'a>(schema: &'a Map<String, Value>, keyword: &str) -> Option<&'a Value> {
    if schema.len() > FEW {
        return schema.get(keyword);
    }
    let found = schema.iter().find(|(key, _)| key.as_str() == keyword);
    found.map(|(_, value)| value)
}

/// The items of an array; empty for anything else.
pub(crate) fn items(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

/// The strings among the items of an array.
pub(crate) fn texts(value: Option<&Value>) -> impl Iterator<Item = &str> {
    items(value).filter_map(Value::as_str)
}

/// Whether the value of `type` is a type, or contains it.
#[must_use]
pub fn is_type(types: &Value, name: &str) -> bool {
    match types {
        Value::String(found) => found == name,
        Value::Array(found) => found.iter().any(|found| found.as_str() == Some(name)),
        _ => false,
    }
}

/// Which of the subschemas of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "hidden from users")]
pub enum Token<'a> {
    /// The only one.
    None,
    /// The one of a property, a pattern or a definition.
    Name(&'a str),
    /// The one at an index.
    Index(usize),
}

impl<'a> Token<'a> {
    /// The step to the subschema below its keyword.
    #[must_use]
    pub fn step(self) -> Option<Step<'a>> {
        match self {
            Self::None => None,
            Self::Name(name) => Some(Step::Key(name)),
            Self::Index(index) => Some(Step::Index(index)),
        }
    }
}

impl<'a> Path<'a> {
    /// The path below a keyword, and below its token if it has one.
    #[must_use]
    pub fn token(&'a self, token: Token<'a>) -> Path<'a> {
        token.step().map_or(*self, |step| self.step(step))
    }
}

/// A subschema directly below another.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_structs, reason = "hidden from users")]
pub struct Child<'a> {
    /// The keyword that holds it.
    pub keyword: &'a str,
    /// Which of the keyword's subschemas it is.
    pub token: Token<'a>,
    /// The subschema itself.
    pub schema: &'a Value,
}

impl<'a> Places<'a> {
    /// Records the place of a subschema below another.
    pub fn child(&mut self, parent: Place, child: &Child<'a>) -> Place {
        let below = self.below(parent, Step::Key(child.keyword));
        match child.token.step() {
            Some(step) => self.below(below, step),
            None => below,
        }
    }
}

/// Calls `visit` with each subschema below one keyword.
pub fn each_of<'a>(holds: Holds, value: &'a Value, mut visit: impl FnMut(Token<'a>, &'a Value)) {
    match (holds, value) {
        (Holds::Array | Holds::OneOrArray, Value::Array(items)) => {
            for (i, schema) in items.iter().enumerate() {
                visit(Token::Index(i), schema);
            }
        }
        (Holds::Map | Holds::MapOrNames, Value::Object(map)) => {
            for (name, schema) in map {
                if holds == Holds::Map || !schema.is_array() {
                    visit(Token::Name(name), schema);
                }
            }
        }
        (Holds::One | Holds::OneOrArray, schema) => visit(Token::None, schema),
        _ => {}
    }
}

/// Calls `visit` with each subschema directly below `schema`, in document order.
pub fn each<'a>(
    schema: &'a Map<String, Value>,
    mut visit: impl FnMut(&'a str, Token<'a>, &'a Value),
) {
    for (keyword, value) in schema {
        each_of(holds(keyword), value, |token, schema| {
            visit(keyword, token, schema);
        });
    }
}

/// The subschemas directly below `schema`, in document order.
#[must_use]
pub fn children(schema: &Map<String, Value>) -> Vec<Child<'_>> {
    let mut found = Vec::new();
    each(schema, |keyword, token, schema| {
        found.push(Child {
            keyword,
            token,
            schema,
        });
    });
    found
}

/// The value of a keyword with each subschema replaced by the result of `map`.
pub fn map_of<'a>(
    holds: Holds,
    value: &'a Value,
    mut map: impl FnMut(Token<'a>, &'a Value) -> Value,
) -> Value {
    match (holds, value) {
        (Holds::Array | Holds::OneOrArray, Value::Array(items)) => {
            let items = items.iter().enumerate();
            items
                .map(|(i, schema)| map(Token::Index(i), schema))
                .collect()
        }
        (Holds::Map | Holds::MapOrNames, Value::Object(schemas)) => {
            let mapped = schemas.iter().map(|(name, schema)| {
                let schema = if holds == Holds::Map || !schema.is_array() {
                    map(Token::Name(name), schema)
                } else {
                    schema.clone()
                };
                (name.clone(), schema)
            });
            Value::Object(mapped.collect())
        }
        (Holds::One | Holds::OneOrArray, schema) => map(Token::None, schema),
        _ => value.clone(),
    }
}

/// The subschemas directly below `schema`, mutable, each with the keyword that holds it.
pub fn children_mut(schema: &mut Map<String, Value>) -> Vec<(&String, &mut Value)> {
    let mut found = Vec::new();
    for (keyword, value) in schema {
        let holds = holds(keyword);
        match (holds, value) {
            (Holds::Array | Holds::OneOrArray, Value::Array(items)) => {
                found.extend(items.iter_mut().map(|schema| (keyword, schema)));
            }
            (Holds::Map | Holds::MapOrNames, Value::Object(map)) => {
                found.extend(
                    map.values_mut()
                        .filter(|schema| holds == Holds::Map || !schema.is_array())
                        .map(|schema| (keyword, schema)),
                );
            }
            (Holds::One | Holds::OneOrArray, schema) => found.push((keyword, schema)),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn children_stand_in_document_order() {
        let schema = json!({
            "properties": {"a/b": {}, "default": true},
            "default": {"not": {}},
            "items": [{}, {}],
            "dependencies": {"x": ["y"], "z": {}},
            "not": false,
        });
        let mut places = Places::default();
        let children = children(schema.as_object().unwrap());
        let places_of = children.iter().map(|child| {
            let place = places.child(Place::ROOT, child);
            places.pointer(place)
        });
        let pointers: Vec<String> = places_of.collect();
        assert_eq!(
            pointers,
            [
                "/properties/a~1b",
                "/properties/default",
                "/items/0",
                "/items/1",
                "/dependencies/z",
                "/not"
            ]
        );
    }
}
