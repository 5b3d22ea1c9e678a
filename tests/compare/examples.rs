//! Values made from schemas: always accepted, for real tools nearly always found.

use serde_json::{Value, json};
use toolmodel_runtime::{DefaultValidator, SchemaValidator as _, Tool, example};

use crate::schema;

#[test]
fn every_real_tool_has_example_arguments() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let validator = DefaultValidator::new();
    let (mut count, mut missing) = (0, Vec::new());
    for (file, tool) in tools {
        let tool = Tool::from_mcp_value(tool).unwrap();
        let schemas = [Some(&tool.input_schema), tool.output_schema.as_ref()];
        for schema in schemas.into_iter().flatten() {
            for made in [example::minimal(schema), example::full(schema)] {
                count += 1;
                match made.unwrap() {
                    Some(value) => validator.validate(schema, &value).unwrap(),
                    None => missing.push(format!("{file} {}", tool.name)),
                }
            }
        }
        let arguments = example::arguments(&tool).unwrap();
        assert!(
            arguments.is_none_or(|it| it.is_object()),
            "{file} {}",
            tool.name
        );
    }
    assert!(count > 2500, "only {count}");
    assert!(
        missing.is_empty(),
        "{} of {count}: {missing:#?}",
        missing.len()
    );
}

#[test]
fn a_full_value_has_what_is_declared_and_a_minimal_one_what_is_required() {
    let schema = schema(&json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "examples": ["Ada"]},
            "tags": {"type": "array", "items": {"enum": ["x", "y"]}, "minItems": 2, "uniqueItems": true},
            "at": {"type": "string", "format": "date-time"},
            "more": {"type": "object", "additionalProperties": {"type": "integer", "multipleOf": 5}},
            "either": {"oneOf": [{"type": "null"}, {"type": "string", "pattern": "^[A-Z]{2}-\\d{3}$"}]},
            "next": {"$ref": "#"},
        },
        "required": ["tags"],
        "additionalProperties": false,
    }));
    let minimal = example::minimal(&schema).unwrap();
    assert_eq!(minimal, Some(json!({"tags": ["x", "y"]})));
    let full = example::full(&schema).unwrap().unwrap();
    assert_eq!(full["name"], "Ada");
    assert_eq!(full["at"], "2026-01-31T12:00:00Z");
    assert_eq!(full["either"], "AA-111");
    assert_eq!(full["more"], json!({"key1": 5}));
    let names: Vec<&String> = full.as_object().unwrap().keys().collect();
    assert_eq!(names, ["name", "tags", "at", "more", "either", "next"]);
}

#[test]
fn suggestions_that_the_schema_refuses_are_not_taken() {
    let schema = schema(&json!({
        "type": "object",
        "properties": {"n": {"type": "integer", "default": "none"}},
        "required": ["n"],
    }));
    assert_eq!(example::full(&schema).unwrap(), Some(json!({"n": 1})));
}

#[test]
fn where_nothing_is_accepted_nothing_is_made() {
    for refusing in [
        json!(false),
        json!({"type": "object", "required": ["a"], "properties": {"a": false}}),
        json!({"type": "integer", "minimum": 5, "maximum": 4}),
        json!({"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#"}}}),
        json!({"enum": ["a"], "type": "integer"}),
    ] {
        let made = example::full(&schema(&refusing));
        assert!(matches!(made, Ok(None) | Err(_)), "{refusing}: {made:?}");
        let made = example::minimal(&schema(&refusing));
        assert!(matches!(made, Ok(None) | Err(_)), "{refusing}: {made:?}");
    }
}

#[test]
fn what_shapes_cannot_say_is_often_met_all_the_same() {
    for (opaque, is_found) in [
        (json!({"type": "array", "contains": {"const": 7}}), true),
        (json!({"enum": [{"a": 1}, [2]]}), true),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "not": {"required": ["a"]}}),
            true,
        ),
        (json!({"type": "integer", "not": {"multipleOf": 1}}), false),
    ] {
        let made: Option<Value> = example::minimal(&schema(&opaque)).unwrap();
        assert_eq!(made.is_some(), is_found, "{opaque}: {made:?}");
    }
}
