//! Gemini's complaints.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::lint::{Rule, Target, lint_request};

use super::{finds, gemini, object};

#[test]
fn gemini_refuses_unknown_keywords() {
    for keyword in [
        "additionalProperties",
        "const",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "$schema",
        "uniqueItems",
        "$ref",
        "$defs",
        "oneOf",
        "allOf",
        "not",
        "multipleOf",
        "examples",
        "deprecated",
        "readOnly",
        "patternProperties",
        "prefixItems",
        "propertyNames",
        "if",
        "contentEncoding",
        "$id",
        "x-vendor",
    ] {
        let mut property = json!({"type": "STRING"});
        property[keyword] = json!(false);
        let pointer = format!("/parameters/properties/p/{keyword}");
        finds(
            Target::Gemini,
            &gemini(&object(&property)),
            Rule::Keyword,
            &pointer,
        );
    }
}

#[test]
fn gemini_wants_one_type_per_schema() {
    let pointer = "/parameters/properties/p";
    let array = gemini(&object(&json!({"type": ["string", "null"]})));
    finds(
        Target::Gemini,
        &array,
        Rule::TypeArray,
        &format!("{pointer}/type"),
    );
    finds(
        Target::Gemini,
        &gemini(&object(&json!({}))),
        Rule::Untyped,
        pointer,
    );
    let beside = gemini(&object(
        &json!({"type": "STRING", "anyOf": [{"type": "STRING"}]}),
    ));
    finds(Target::Gemini, &beside, Rule::AnyOfSiblings, pointer);
    for name in ["ARRAY", "array"] {
        let bare = gemini(&object(&json!({"type": name})));
        finds(Target::Gemini, &bare, Rule::MissingItems, pointer);
    }
}

#[test]
fn gemini_takes_few_formats_and_enums_of_strings() {
    let pointer = "/parameters/properties/p";
    let format = gemini(&object(&json!({"type": "STRING", "format": "uri"})));
    finds(
        Target::Gemini,
        &format,
        Rule::Format,
        &format!("{pointer}/format"),
    );
    for property in [
        json!({"type": "INTEGER", "enum": [0]}),
        json!({"type": "NUMBER", "enum": ["1"]}),
    ] {
        let tool = gemini(&object(&property));
        finds(
            Target::Gemini,
            &tool,
            Rule::Enum,
            &format!("{pointer}/enum"),
        );
    }
}

#[test]
fn gemini_checks_required_and_where_properties_stand() {
    let mut schema = object(&json!({"type": "STRING"}));
    schema["required"] = json!(["model"]);
    finds(
        Target::Gemini,
        &gemini(&schema),
        Rule::Required,
        "/parameters/required",
    );
    let wrong = gemini(&object(
        &json!({"type": "STRING", "properties": {"a": {"type": "STRING"}}}),
    ));
    finds(
        Target::Gemini,
        &wrong,
        Rule::WrongType,
        "/parameters/properties/p/properties",
    );
    let empty = gemini(&json!({"type": "OBJECT", "properties": {}}));
    finds(
        Target::Gemini,
        &empty,
        Rule::MissingProperties,
        "/parameters/properties",
    );
    let name = gemini(&json!({"type": "OBJECT", "properties": {"a-b": {"type": "STRING"}}}));
    finds(
        Target::Gemini,
        &name,
        Rule::PropertyName,
        "/parameters/properties/a-b",
    );
}

#[test]
fn gemini_json_schema_is_checked_too() {
    let tool = |schema: Value| json!({"name": "f", "parametersJsonSchema": schema});
    let pointer = "/parametersJsonSchema";
    let dialect = tool(json!({"$schema": "x", "type": "object"}));
    finds(
        Target::Gemini,
        &dialect,
        Rule::Keyword,
        &format!("{pointer}/$schema"),
    );
    let lost = tool(json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/x"}}}));
    finds(
        Target::Gemini,
        &lost,
        Rule::Reference,
        &format!("{pointer}/properties/p/$ref"),
    );
    let siblings = tool(json!({
        "type": "object",
        "properties": {"p": {"$ref": "#/$defs/x", "minLength": 1}},
        "$defs": {"x": {"type": "string"}},
    }));
    finds(
        Target::Gemini,
        &siblings,
        Rule::ReferenceSiblings,
        &format!("{pointer}/properties/p"),
    );
    let recursive = tool(json!({
        "type": "object", "properties": {"p": {"$ref": "#"}}, "required": ["p"],
    }));
    finds(
        Target::Gemini,
        &recursive,
        Rule::Recursion,
        &format!("{pointer}/properties/p"),
    );
    let both = json!({"name": "f", "parameters": {"type": "OBJECT"}, "parametersJsonSchema": {"type": "object"}});
    finds(
        Target::Gemini,
        &both,
        Rule::Conflict,
        "/parametersJsonSchema",
    );
    let many: Vec<Value> = (0..513).map(|i| json!({"name": format!("f{i}")})).collect();
    let found = lint_request(Target::Gemini, &many);
    assert!(found.iter().any(|complaint| complaint.rule == Rule::Budget));
}
