//! `x-mcp-header`: every rule of revision 2026-07-28.

use serde_json::{Value, json};
use toolmodel_runtime::{Revision, Schema, Tool};

/// What is wrong with an input schema, as `pointer: message`.
fn problems(schema: Value) -> Vec<String> {
    let tool = Tool::new("t", Schema::try_from(schema).unwrap());
    assert!(tool.validate().is_ok());
    match tool.validate_for(Revision::V2026_07_28) {
        Ok(()) => Vec::new(),
        Err(error) => error.problems().iter().map(ToString::to_string).collect(),
    }
}

fn with_property(property: &Value) -> Value {
    json!({"type": "object", "properties": {"p": property}})
}

#[test]
fn a_header_stands_on_a_string_an_integer_or_a_boolean() {
    for kind in ["string", "integer", "boolean"] {
        let schema = with_property(&json!({"type": kind, "x-mcp-header": "Region"}));
        assert_eq!(problems(schema), [""; 0], "{kind}");
    }
    for kind in [
        json!("number"),
        json!("object"),
        json!("array"),
        json!("null"),
    ] {
        let schema = with_property(&json!({"type": kind, "x-mcp-header": "Region"}));
        let found = problems(schema);
        assert_eq!(found.len(), 1, "{kind}");
        assert!(
            found[0].contains("string, integer or boolean, found `"),
            "{found:?}"
        );
    }
    for property in [
        json!({"x-mcp-header": "Region"}),
        json!({"type": ["string", "null"], "x-mcp-header": "Region"}),
    ] {
        assert_eq!(problems(with_property(&property)).len(), 1, "{property}");
    }
}

#[test]
fn a_header_name_is_a_token() {
    for name in ["Region", "X-A!b", "x"] {
        let schema = with_property(&json!({"type": "string", "x-mcp-header": name}));
        assert_eq!(problems(schema), [""; 0], "{name}");
    }
    for name in [
        json!(""),
        json!("a b"),
        json!("a:b"),
        json!("a\r\nb"),
        json!("\u{e9}"),
        json!(5),
    ] {
        let schema = with_property(&json!({"type": "string", "x-mcp-header": name}));
        let found = problems(schema);
        assert_eq!(found.len(), 1, "{name}");
        assert!(
            found[0].starts_with("/inputSchema/properties/p/x-mcp-header: "),
            "{found:?}"
        );
    }
}

#[test]
fn header_names_are_unique_whatever_their_case() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "string", "x-mcp-header": "Region"},
        "b": {"type": "object", "properties": {"c": {"type": "string", "x-mcp-header": "REGION"}}},
    }});
    assert_eq!(
        problems(schema),
        [
            "/inputSchema/properties/b/properties/c/x-mcp-header: header `REGION` is already used \
             at /inputSchema/properties/a/x-mcp-header"
        ]
    );
}

#[test]
fn a_header_is_reached_through_properties_alone() {
    let annotated = json!({"type": "string", "x-mcp-header": "Region"});
    let nested = json!({"type": "object", "properties": {"a": {"properties": {"b": annotated}}}});
    assert_eq!(problems(nested), [""; 0]);
    for (keyword, value) in [
        ("items", annotated.clone()),
        ("additionalProperties", annotated.clone()),
        ("allOf", json!([{"properties": {"a": annotated}}])),
        ("anyOf", json!([{"properties": {"a": annotated}}])),
        ("oneOf", json!([annotated])),
        ("not", annotated.clone()),
        ("if", json!({"properties": {"a": annotated}})),
        ("then", annotated.clone()),
        ("else", annotated.clone()),
        ("$defs", json!({"a": annotated})),
        ("definitions", json!({"a": annotated})),
        ("patternProperties", json!({"a": annotated})),
        (
            "dependentSchemas",
            json!({"a": {"properties": {"b": annotated}}}),
        ),
        ("prefixItems", json!([annotated])),
        ("contains", annotated.clone()),
        ("propertyNames", annotated.clone()),
        ("unevaluatedProperties", annotated.clone()),
    ] {
        let found = problems(json!({"type": "object", keyword: value}));
        assert_eq!(found.len(), 1, "{keyword}: {found:?}");
        assert!(
            found[0].ends_with("that is reached through `properties` only"),
            "{found:?}"
        );
    }
}

#[test]
fn the_root_has_no_header() {
    let found = problems(json!({"type": "object", "x-mcp-header": "Region"}));
    assert_eq!(found.len(), 2, "neither the place nor the type: {found:?}");
}

#[test]
fn data_and_property_names_are_no_headers() {
    let data = json!({"x-mcp-header": ""});
    let schema = json!({
        "type": "object",
        "properties": {"x-mcp-header": {"type": "array"}, "p": {"default": data, "const": data}},
        "examples": [data],
        "enum": [data],
    });
    assert_eq!(problems(schema), [""; 0]);
}

#[test]
fn all_problems_are_told_in_document_order() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": {"type": "number", "x-mcp-header": "b c"},
            "b": {"items": {"type": "string", "x-mcp-header": ""}},
        },
    });
    let pointers: Vec<String> = problems(schema)
        .iter()
        .map(|problem| problem.split(": ").next().unwrap().to_owned())
        .collect();
    let (a, b) = (
        "/inputSchema/properties/a/x-mcp-header",
        "/inputSchema/properties/b/items/x-mcp-header",
    );
    assert_eq!(pointers, [a, a, b, b]);
}

#[test]
fn the_older_revision_knows_no_headers() {
    let schema = with_property(&json!({"type": "number", "x-mcp-header": ""}));
    let tool = Tool::new("t", Schema::try_from(schema).unwrap());
    assert!(tool.validate_for(Revision::V2025_11_25).is_ok());
}
