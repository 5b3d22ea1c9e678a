//! Visiting the subschemas of a schema without building a list of them.

use serde_json::{Map, Value};

use super::path::Token;

/// How a keyword holds schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Nothing,
    One,
    Array,
    Map,
    OneOrArray,
    MapOrNames,
}

/// How a keyword holds schemas, in both dialects.
pub(crate) fn holds(keyword: &str) -> Holds {
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

/// Calls `visit` with each subschema below one keyword.
pub(crate) fn each_of<'a>(
    holds: Holds,
    value: &'a Value,
    mut visit: impl FnMut(Token<'a>, &'a Value),
) {
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

/// The value of a keyword with each subschema replaced by what `map` makes of it.
pub(crate) fn map_of<'a>(
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

/// Calls `visit` with each subschema directly below `schema`, in document order.
pub(crate) fn each<'a>(
    schema: &'a Map<String, Value>,
    mut visit: impl FnMut(&'a str, Token<'a>, &'a Value),
) {
    for (keyword, value) in schema {
        let holds = holds(keyword);
        if holds != Holds::Nothing {
            each_of(holds, value, |token, schema| visit(keyword, token, schema));
        }
    }
}
