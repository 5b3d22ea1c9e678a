//! What a failed validation says: every violation, in document order, with hints.

use serde_json::{Value, json};
use toolmodel_runtime::{
    DefaultValidator, ErrorKind, Limits, Schema, SchemaValidator, Tool, Violations,
};

fn violations(schema: Value, instance: &Value) -> Violations {
    let schema = Schema::try_from(schema).unwrap();
    let error = DefaultValidator::new()
        .validate(&schema, instance)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments, "{error}");
    error.violations().unwrap().clone()
}

fn text(schema: Value, instance: &Value) -> String {
    violations(schema, instance).to_string()
}

fn messages() -> Vec<(Value, Value, &'static str)> {
    vec![
        (
            json!({"type": "integer"}),
            json!("5"),
            "expected an integer, found a string (send the number without quotes)",
        ),
        (
            json!({"type": "integer"}),
            json!(1.5),
            "expected an integer, found `1.5`",
        ),
        (
            json!({"type": ["string", "null"]}),
            json!([]),
            "expected null or a string, found an array",
        ),
        (
            json!({"type": "array"}),
            json!("[1]"),
            "expected an array, found a string (send JSON itself, not a string that holds JSON)",
        ),
        (
            json!({"type": "array"}),
            json!(1),
            "expected an array, found a number (put it in an array)",
        ),
        (
            json!({"enum": ["asc", "desc"]}),
            json!("decs"),
            "`decs` is not one of `asc`, `desc` (did you mean `desc`)",
        ),
        (json!({"const": 1}), json!(true), "`true` is not `1`"),
        (
            json!({"minimum": 1}),
            json!(0),
            "`0` is less than the minimum of 1",
        ),
        (
            json!({"exclusiveMaximum": 1}),
            json!(1),
            "`1` is not less than 1",
        ),
        (
            json!({"multipleOf": 0.5}),
            json!(0.7),
            "`0.7` is not a multiple of 0.5",
        ),
        (
            json!({"pattern": "^a+$"}),
            json!("b"),
            "`b` does not match the pattern `^a+$`",
        ),
    ]
}

fn messages_on_sizes() -> Vec<(Value, Value, &'static str)> {
    vec![
        (
            json!({"maxLength": 2}),
            json!("äöü"),
            "3 characters, at most 2 are allowed",
        ),
        (
            json!({"minItems": 1}),
            json!([]),
            "0 items, at least 1 is needed",
        ),
        (
            json!({"minProperties": 2}),
            json!({"a": 1}),
            "1 property, at least 2 are needed",
        ),
        (
            json!({"uniqueItems": true}),
            json!([1, 1]),
            "items 0 and 1 are the same, each must be different",
        ),
        (
            json!({"contains": {"const": 1}}),
            json!([2]),
            "no item is `1`",
        ),
        (json!({"not": {}}), json!(1), "matches what `not` forbids"),
        (
            json!({"propertyNames": {"pattern": "^a"}}),
            json!({"b": 1}),
            "the property name `b` does not match the pattern `^a`",
        ),
        (
            json!({"oneOf": [{"minimum": 1}, {"maximum": 9}]}),
            json!(5),
            "matches alternatives 1 and 2 of 2, exactly one is allowed",
        ),
        (
            json!({"dependentRequired": {"card": ["address"]}}),
            json!({"card": 1}),
            "the required property `address` is missing (it is needed with `card`)",
        ),
    ]
}

#[test]
fn messages_say_what_was_found_and_what_is_accepted() {
    for (schema, instance, expected) in messages().into_iter().chain(messages_on_sizes()) {
        let shown = schema.to_string();
        assert_eq!(text(schema, &instance), format!("/: {expected}"), "{shown}");
    }
}

#[test]
fn the_nearest_declared_property_is_suggested() {
    let schema = json!({
        "properties": {"per_page": {}, "query": {}},
        "required": ["query"],
        "additionalProperties": false,
    });
    assert_eq!(
        text(schema.clone(), &json!({"perPage": 1, "qurey": "x"})),
        "/: the required property `query` is missing (found `qurey`); \
         /: unexpected property `perPage` (did you mean `per_page`); \
         /: unexpected property `qurey` (did you mean `query`)"
    );
    assert_eq!(
        text(schema, &json!({"query": 1, "zzz": 1})),
        "/: unexpected property `zzz` (declared: `per_page`, `query`)"
    );
}

#[test]
fn alternatives_are_told_by_the_one_that_was_meant() {
    let nullable = json!({"anyOf": [
        {"type": "object", "properties": {"size": {"type": "integer"}}, "required": ["name"]},
        {"type": "null"},
    ]});
    let found = violations(nullable.clone(), &json!({"size": "big"}));
    let paths: Vec<(&str, &str)> = found
        .iter()
        .map(|violation| (violation.instance_path.as_str(), violation.keyword.as_str()))
        .collect();
    assert_eq!(paths, [("", "required"), ("/size", "type")]);
    assert_eq!(
        text(nullable, &json!(5)),
        "/: expected an object or null, found a number"
    );

    let tagged = json!({"oneOf": [
        {"properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["kind", "radius"]},
        {"properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]},
    ]});
    assert_eq!(
        text(tagged.clone(), &json!({"kind": "square", "side": "x"})),
        "/side: expected a number, found a string"
    );
    assert_eq!(
        text(tagged, &json!({"kind": "oval", "side": "x"})),
        "/kind: `oval` is not one of `circle`, `square`"
    );
}

#[test]
fn violations_stand_in_document_order() {
    let schema = json!({
        "required": ["z"],
        "properties": {
            "a": {"type": "string", "maxLength": 1},
            "b": {"maximum": 1, "multipleOf": 2},
            "c": {"items": {"type": "integer"}},
        },
        "minProperties": 9,
    });
    let instance = json!({"c": [1, "x", 2, "y"], "b": 3, "a": "long"});
    let found = violations(schema, &instance);
    let places: Vec<(&str, &str)> = found
        .iter()
        .map(|violation| {
            (
                violation.instance_path.as_str(),
                violation.schema_path.as_str(),
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            ("", "/required"),
            ("", "/minProperties"),
            ("/c/1", "/properties/c/items/type"),
            ("/c/3", "/properties/c/items/type"),
            ("/b", "/properties/b/maximum"),
            ("/b", "/properties/b/multipleOf"),
            ("/a", "/properties/a/maxLength"),
        ]
    );
}

#[test]
fn references_are_followed_in_schema_paths() {
    let schema = json!({
        "properties": {"a": {"$ref": "#/$defs/positive"}},
        "$defs": {"positive": {"exclusiveMinimum": 0}},
    });
    let found = violations(schema, &json!({"a": -1}));
    assert_eq!(
        found.as_slice()[0].schema_path,
        "/$defs/positive/exclusiveMinimum"
    );
}

#[test]
fn machines_read_camel_case_and_the_truncation() {
    let limits = Limits::default().with_violations(1);
    let validator = DefaultValidator::builder().limits(limits).build().unwrap();
    let schema: Schema = r#"{"items": {"enum": ["on", "off"]}}"#.parse().unwrap();
    let error = validator.validate(&schema, &json!(["onn", 1])).unwrap_err();
    let found = error.violations().unwrap();
    assert!(found.is_truncated());
    assert_eq!(
        serde_json::to_value(found).unwrap(),
        json!({
            "violations": [{
                "instancePath": "/0",
                "schemaPath": "/items/enum",
                "keyword": "enum",
                "message": "`onn` is not one of `on`, `off`",
                "hint": "did you mean `on`",
            }],
            "truncated": true,
        })
    );
    assert!(found.to_string().ends_with("; and more"));
    assert!(found.to_model_text().ends_with("\n- and more"));
}

#[test]
fn models_get_one_line_per_problem() {
    let tool = Tool::from_mcp_json(
        r#"{"name": "t", "inputSchema": {"properties": {"n": {"type": "integer"}}, "required": ["q"]},
            "outputSchema": {"type": "object"}}"#,
    )
    .unwrap();
    let validator = DefaultValidator::shared();
    let error = validator
        .validate_input(&tool, &json!({"n": "a\nb"}))
        .unwrap_err();
    let expected = "invalid arguments:\n- /: the required property `q` is missing\n\
                    - /n: expected an integer, found a string";
    assert_eq!(
        error.to_tool_error(),
        json!({"content": [{"type": "text", "text": expected}], "isError": true})
    );
    let error = validator.validate_output(&tool, &json!([])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOutput);
    assert_eq!(
        error.to_model_text(),
        "invalid output:\n- /: expected an object, found an array"
    );
    let bad = Schema::try_from(json!({"type": 5, "minimum": "x"})).unwrap();
    let error = validator.check_schema(&bad).unwrap_err();
    assert_eq!(
        error.to_model_text().lines().count(),
        3,
        "{}",
        error.to_model_text()
    );
}

#[test]
fn long_values_are_cut_and_control_characters_escaped() {
    let long = "é\u{202e}\n".repeat(10_000);
    let shown = text(json!({"enum": ["a"]}), &json!(long));
    assert!(shown.chars().count() < 400, "{shown}");
    assert!(
        !shown.contains('\n') && !shown.contains('\u{202e}'),
        "{shown}"
    );
    let name = "n".repeat(100_000);
    let shown = text(json!({"additionalProperties": false}), &json!({name: 1}));
    assert!(shown.chars().count() < 400, "{shown}");
    let deep = text(
        json!({"additionalProperties": {"type": "null"}}),
        &json!({"k ".repeat(50_000): 1}),
    );
    assert!(deep.chars().count() < 400, "{deep}");
}

#[test]
fn tools_without_an_output_schema_give_any_result() {
    let tool = Tool::new("t", Schema::no_params());
    DefaultValidator::shared()
        .validate_output(&tool, &json!([1]))
        .unwrap();
    DefaultValidator::shared()
        .validate_input(&tool, &json!({}))
        .unwrap();
    DefaultValidator::shared()
        .validate_input(&tool, &json!({"a": 1}))
        .unwrap_err();
}

#[test]
fn the_branch_that_was_meant_is_found_however_it_is_referred_to() {
    let told = |first: &str, name: &str, anchor: &str| {
        let schema = json!({
            "anyOf": [{"$ref": first}, {"$ref": "#/$defs/other"}],
            "$defs": {
                name: {"$anchor": anchor, "type": "object", "required": ["path", "mode"]},
                "other": {"type": "object", "required": ["url", "method"]}
            }
        });
        text(schema, &json!({"path": "/tmp"}))
    };
    let plain = told("#/$defs/local", "local", "a");
    assert!(plain.contains("mode"), "{plain}");
    assert!(!plain.contains("url"), "{plain}");
    assert_eq!(told("#local", "of its own", "local"), plain);
    assert_eq!(told("#/$defs/a%20b", "a b", "a"), plain);
    assert_eq!(told("#/$defs/a~1b", "a/b", "a"), plain);
}
