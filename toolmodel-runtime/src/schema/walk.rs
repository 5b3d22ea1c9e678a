//! Where subschemas stand: the keywords that hold schemas, in both dialects.

use serde_json::{Map, Value};

use super::pointer::{join, push};

/// How a keyword holds its subschemas.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
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

fn holds(keyword: &str) -> Option<Holds> {
    Some(match keyword {
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
        _ => return None,
    })
}

/// A subschema directly below another.
#[derive(Clone, Debug)]
pub(crate) struct Child<'a> {
    /// The keyword that holds it.
    pub(crate) keyword: &'a str,
    /// Its property name, pattern, or index; none for keywords that hold one schema.
    pub(crate) token: Option<String>,
    pub(crate) schema: &'a Value,
}

impl Child<'_> {
    /// The pointer of the child, given its parent's.
    pub(crate) fn pointer(&self, parent: &str) -> String {
        let mut pointer = join(parent, self.keyword);
        if let Some(token) = &self.token {
            push(&mut pointer, token);
        }
        pointer
    }
}

/// The subschemas directly below `schema`, in document order.
pub(crate) fn children(schema: &Map<String, Value>) -> Vec<Child<'_>> {
    let mut found = Vec::new();
    for (keyword, value) in schema {
        let Some(holds) = holds(keyword) else {
            continue;
        };
        match (holds, value) {
            (Holds::Array | Holds::OneOrArray, Value::Array(items)) => {
                found.extend(items.iter().enumerate().map(|(i, schema)| Child {
                    keyword,
                    token: Some(i.to_string()),
                    schema,
                }));
            }
            (Holds::Map | Holds::MapOrNames, Value::Object(map)) => {
                found.extend(
                    map.iter()
                        .filter(|(_, schema)| holds == Holds::Map || !schema.is_array())
                        .map(|(name, schema)| Child {
                            keyword,
                            token: Some(name.clone()),
                            schema,
                        }),
                );
            }
            (Holds::One | Holds::OneOrArray, schema) => {
                found.push(Child {
                    keyword,
                    token: None,
                    schema,
                });
            }
            _ => {}
        }
    }
    found
}

/// The subschemas directly below `schema`, to change, each with the keyword that holds it.
pub(crate) fn children_mut(schema: &mut Map<String, Value>) -> Vec<(&String, &mut Value)> {
    let mut found = Vec::new();
    for (keyword, value) in schema {
        let Some(holds) = holds(keyword) else {
            continue;
        };
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
        let pointers: Vec<String> = children(schema.as_object().unwrap())
            .iter()
            .map(|c| c.pointer(""))
            .collect();
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
