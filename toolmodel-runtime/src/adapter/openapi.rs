//! Reads Gemini's schemas as JSON Schema: upper-case types, `nullable`, counts as strings.

use serde_json::{Map, Value, json};

use crate::schema::walk::{holds, map_of};

/// The JSON Schema equivalent to a `parameters` schema.
pub(crate) fn to_json_schema(schema: &Value) -> Value {
    let Value::Object(map) = schema else {
        return schema.clone();
    };
    let mut read = Map::new();
    for (keyword, value) in map {
        let value = map_of(holds(keyword), value, |_, child| to_json_schema(child));
        match (keyword.as_str(), value) {
            ("nullable", _) => {}
            ("type", Value::String(name)) => {
                let name = name.to_ascii_lowercase();
                if name != "type_unspecified" {
                    read.insert("type".to_owned(), json!(name));
                }
            }
            ("example", example) => {
                read.insert("examples".to_owned(), json!([example]));
            }
            (
                "minItems" | "maxItems" | "minLength" | "maxLength" | "minProperties"
                | "maxProperties",
                Value::String(count),
            ) => {
                let count = count
                    .parse::<u64>()
                    .map_or(Value::String(count), Value::from);
                read.insert(keyword.clone(), count);
            }
            (keyword, value) => {
                read.insert(keyword.to_owned(), value);
            }
        }
    }
    if map.get("nullable") == Some(&Value::Bool(true)) {
        allow_null(&mut read);
    }
    Value::Object(read)
}

fn allow_null(schema: &mut Map<String, Value>) {
    let mut widened = false;
    if let Some(types) = schema.get_mut("type") {
        if *types != "null" {
            *types = json!([types.take(), "null"]);
        }
        widened = true;
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        let null = json!({"type": "null"});
        if !branches.contains(&null) {
            branches.push(null);
        }
        widened = true;
    }
    if !widened && (schema.contains_key("const") || schema.contains_key("$ref")) {
        let inner = Value::Object(std::mem::take(schema));
        schema.insert("anyOf".to_owned(), json!([inner, {"type": "null"}]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openapi_is_read_as_json_schema() {
        let schema = json!({
            "type": "OBJECT",
            "properties": {
                "a": {"type": "STRING", "nullable": true, "enum": ["x"]},
                "b": {"anyOf": [{"type": "STRING"}, {"type": "INTEGER", "nullable": true}]},
                "c": {"type": "ARRAY", "items": {"type": "NUMBER"}, "maxItems": "3", "example": [1]},
            },
        });
        assert_eq!(
            to_json_schema(&schema),
            json!({
                "type": "object",
                "properties": {
                    "a": {"type": ["string", "null"], "enum": ["x", null]},
                    "b": {"anyOf": [{"type": "string"}, {"type": ["integer", "null"]}]},
                    "c": {"type": "array", "items": {"type": "number"}, "maxItems": 3, "examples": [[1]]},
                },
            })
        );
    }
}
