//! Modes that compile a schema into a grammar.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::{Feature, Outcome, Registry, SchemaFeature, ToolFeature, Wire};

use super::{closed, convert, lowered, outcome, schema};

#[test]
fn optional_properties_become_nullable_in_strict_openai() {
    let source = json!({
        "type": "object",
        "properties": {
            "plain": {"type": "string"},
            "listed": {"type": "string", "enum": ["a"]},
            "constant": {"const": "x", "description": "d"},
            "referred": {"$ref": "#/$defs/d"},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "already": {"type": ["string", "null"]},
        },
        "additionalProperties": false,
        "$defs": {"d": {"type": "string"}},
    });
    let converted = convert(&source, "openai-strict");
    assert!(converted.strict);
    assert_eq!(
        schema(&converted)["properties"],
        json!({
            "plain": {"type": ["string", "null"]},
            "listed": {"type": ["string", "null"], "enum": ["a", null]},
            "constant": {"description": "d", "anyOf": [{"type": "string", "const": "x"}, {"type": "null"}]},
            "referred": {"anyOf": [{"$ref": "#/$defs/d"}, {"type": "null"}]},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
            "already": {
                "description": "null leaves it out; {\"is_null\": true} sets it to null.",
                "anyOf": [{"type": ["string", "null"]}, {
                    "type": "object", "properties": {"is_null": {"type": "boolean", "enum": [true]}},
                    "required": ["is_null"], "additionalProperties": false,
                }],
            },
        })
    );
    let nulls = json!({
        "plain": null, "listed": null, "constant": null, "referred": null, "either": null, "already": null,
    });
    assert_eq!(converted.restore_arguments(nulls).unwrap(), json!({}));
    let meant = json!({"already": {"is_null": true}});
    assert_eq!(
        converted.restore_arguments(meant).unwrap(),
        json!({"already": null})
    );
    assert_eq!(
        outcome(&converted, SchemaFeature::Required, ""),
        Some(Outcome::Rewritten)
    );
}

#[test]
fn refused_constraints_move_to_the_description() {
    let source =
        closed(&json!({"type": "integer", "description": "Age.", "minimum": 1, "maximum": 9}));
    let converted = convert(&source, "anthropic-strict");
    assert_eq!(
        schema(&converted)["properties"]["p"],
        json!({"type": "integer", "description": "Age.\n\n{minimum: 1, maximum: 9}"})
    );
    assert_eq!(
        outcome(&converted, SchemaFeature::Minimum, "/properties/p"),
        Some(Outcome::MovedToDescription)
    );
    assert_eq!(lowered(&source, "openai-strict"), source);
    let format = closed(&json!({"type": "string", "format": "uri"}));
    assert_eq!(
        lowered(&format, "openai-strict")["properties"]["p"],
        json!({"type": "string", "description": "{format: \"uri\"}"})
    );
    let huge = closed(&json!({"type": "string", "not": {"enum": vec!["x".repeat(50); 50]}}));
    let converted = convert(&huge, "openai-strict");
    assert_eq!(
        outcome(&converted, SchemaFeature::Not, "/properties/p"),
        Some(Outcome::Dropped)
    );
}

#[test]
fn open_objects_and_untyped_schemas_are_not_strict_and_say_so() {
    for (property, path) in [
        (
            json!({"type": "object", "additionalProperties": true}),
            "/properties/p",
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            "/properties/p",
        ),
        (json!({"type": "object"}), "/properties/p"),
        (json!({}), "/properties/p"),
        (
            json!({"$ref": "https://example.com/s.json"}),
            "/properties/p",
        ),
    ] {
        for to in [
            "openai-strict",
            "openai-responses-strict",
            "anthropic-strict",
        ] {
            let converted = convert(&closed(&property), to);
            assert!(!converted.strict, "{property}");
            let strict = Feature::Tool(ToolFeature::Strict);
            let warning = converted
                .warnings
                .iter()
                .find(|w| w.feature == strict)
                .unwrap();
            assert_eq!(
                (warning.path.as_str(), warning.outcome),
                (path, Outcome::Dropped)
            );
            assert!(warning.note.is_some());
        }
    }
    let responses = convert(&closed(&json!({})), "openai-responses-strict");
    assert_eq!(responses.to_value()["strict"], false);
}

#[test]
fn an_object_that_does_not_say_so_is_closed_and_reported_as_narrowed() {
    let source =
        json!({"type": "object", "properties": {"p": {"type": "string"}}, "required": ["p"]});
    let converted = convert(&source, "anthropic-strict");
    assert!(converted.strict);
    assert_eq!(schema(&converted)["additionalProperties"], false);
    assert_eq!(
        outcome(&converted, SchemaFeature::AdditionalProperties, ""),
        Some(Outcome::Narrowed)
    );
}

#[test]
fn recursion_is_handled_as_each_provider_allows() {
    let node = json!({
        "type": "object",
        "properties": {"value": {"type": "string"}, "next": {"$ref": "#/$defs/node"}},
        "required": ["value"],
        "additionalProperties": false,
    });
    let mut source = closed(&json!({"$ref": "#/$defs/node"}));
    source["$defs"] = json!({"node": node});
    let openai = convert(&source, "openai-strict");
    assert!(openai.strict);
    let expected = json!({"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]});
    assert_eq!(
        schema(&openai)["$defs"]["node"]["properties"]["next"],
        expected
    );
    let arguments = json!({"p": {"value": "a", "next": {"value": "b", "next": null}}});
    let restored = json!({"p": {"value": "a", "next": {"value": "b"}}});
    assert_eq!(openai.restore_arguments(arguments).unwrap(), restored);
    assert!(!convert(&source, "anthropic-strict").strict);
    let gemini = convert(&source, "gemini");
    let Wire::Gemini(tool) = &gemini.wire else {
        panic!()
    };
    assert!(tool.function_declarations[0].parameters.is_none());
    assert!(
        tool.function_declarations[0]
            .parameters_json_schema
            .is_some()
    );
    source["$defs"]["node"]["required"] = json!(["value", "next"]);
    let relaxed = convert(&source, "gemini-json-schema");
    assert_eq!(
        schema(&relaxed)["$defs"]["node"]["required"],
        json!(["value"])
    );
    assert_eq!(
        outcome(&relaxed, SchemaFeature::Required, "/$defs/node"),
        Some(Outcome::Dropped)
    );
}

#[test]
fn all_of_is_merged_exactly() {
    let source = closed(&json!({"allOf": [
        {"type": "object", "properties": {"a": {"type": "number", "minimum": 1}}, "required": ["a"]},
        {"properties": {"a": {"type": "integer", "minimum": 0, "maximum": 9}, "b": {"type": "string"}}, "additionalProperties": false},
    ]}));
    let merged = lowered(&source, "openai-strict");
    assert_eq!(
        merged["properties"]["p"],
        json!({
            "type": "object",
            "properties": {
                "a": {"type": "integer", "minimum": 1, "maximum": 9},
                "b": {"type": ["string", "null"]},
            },
            "required": ["a", "b"],
            "additionalProperties": false,
        })
    );
    let contradiction = json!({"type": "object", "properties": {
        "p": {"anyOf": [{"allOf": [{"type": "string"}, {"type": "integer"}]}, {"type": "boolean"}]},
    }, "required": ["p"], "additionalProperties": false});
    assert_eq!(
        lowered(&contradiction, "openai-strict")["properties"]["p"],
        json!({"type": "boolean"})
    );
}

#[test]
fn one_of_is_rewritten_when_its_branches_are_disjoint_and_told_otherwise() {
    let disjoint = closed(&json!({"oneOf": [{"type": "string"}, {"type": "integer"}]}));
    let converted = convert(&disjoint, "openai-strict");
    assert_eq!(
        outcome(&converted, SchemaFeature::OneOf, "/properties/p"),
        Some(Outcome::Rewritten)
    );
    let overlapping = closed(
        &json!({"oneOf": [{"type": "string", "maxLength": 5}, {"type": "string", "minLength": 3}]}),
    );
    let converted = convert(&overlapping, "openai-strict");
    let expected = Some(Outcome::MovedToDescription);
    assert_eq!(
        outcome(&converted, SchemaFeature::OneOf, "/properties/p"),
        expected
    );
}

#[test]
fn alternatives_are_told_apart_on_the_way_back() {
    let variant = |tag: &str, schema: Value| {
        json!({
            "type": "object",
            "properties": {"kind": {"const": tag}, "x": schema},
            "required": ["kind"],
            "additionalProperties": false,
        })
    };
    let source = closed(&json!({"type": "array", "items": {"anyOf": [
        variant("a", json!({"type": "string"})),
        variant("b", json!({"type": ["string", "null"]})),
    ]}}));
    let converted = convert(&source, "openai-strict");
    assert!(converted.strict);
    let arguments = json!({"p": [{"kind": "a", "x": null}, {"kind": "b", "x": {"is_null": true}}]});
    let restored = json!({"p": [{"kind": "a"}, {"kind": "b", "x": null}]});
    assert_eq!(converted.restore_arguments(arguments).unwrap(), restored);
}

#[test]
fn alternatives_without_a_tag_are_told_apart_by_names_on_the_way_back() {
    let node = json!({"$ref": "#/$defs/node"});
    let branch = |own: &str| {
        let below = json!({"type": "array", "items": &node});
        json!({
            "type": "object",
            "properties": {own: {"type": "string"}, "note": {"type": "string"}, "below": below},
            "required": [own],
            "additionalProperties": false,
        })
    };
    let defined = |definition: Value| {
        let mut source = closed(&node);
        source["$defs"] = json!({"node": definition});
        let converted = convert(&source, "openai-strict");
        assert!(converted.strict);
        converted
    };

    let converted = defined(json!({"anyOf": [branch("left"), branch("right")]}));
    let arguments = json!({"p": {"right": "r", "note": null, "below": [
        {"left": "l", "note": "n", "below": null},
        {"right": "r", "note": null, "below": []},
    ]}});
    let restored = json!({"p": {"right": "r", "below": [
        {"left": "l", "note": "n"},
        {"right": "r", "below": []},
    ]}});
    assert_eq!(converted.restore_arguments(arguments).unwrap(), restored);

    // Where JSON types leave one alternative, that is the one, even for an answer that is not quite right.
    let converted = defined(json!({"anyOf": [branch("left"), {"type": "string"}]}));
    let restored = converted.restore_arguments(json!({"p": {"note": null, "below": null}}));
    assert_eq!(restored.unwrap(), json!({"p": {}}));
}

#[test]
fn strict_and_metadata_of_a_source_survive_its_own_format() {
    let registry = Registry::default();
    let anthropic = json!({
        "name": "f",
        "description": "d",
        "input_schema": closed(&json!({"type": "string"})),
        "strict": true,
        "input_examples": [{"p": "x"}],
        "cache_control": {"type": "ephemeral"},
        "defer_loading": true,
    });
    let same = registry
        .convert(anthropic.clone(), "anthropic", "anthropic")
        .unwrap();
    assert_eq!(same.to_value(), anthropic);
    assert!(same.strict);
    let openai = registry.convert(anthropic, "anthropic", "openai").unwrap();
    assert_eq!(openai.to_value()["function"]["strict"], true);
    let lost: Vec<String> = openai
        .warnings
        .iter()
        .map(|w| w.feature.to_string())
        .collect();
    assert_eq!(lost, ["examples", "cache_control", "defer_loading"]);
}
