//! How schemas are said anew for each provider.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::{
    ConvertedTool, Feature, Outcome, Registry, SchemaFeature, ToolFeature, Wire,
};

fn convert(schema: Value, to: &str) -> ConvertedTool {
    let tool = json!({"name": "f", "inputSchema": schema});
    Registry::default().convert(tool, "mcp", to).unwrap()
}

fn schema(converted: &ConvertedTool) -> Value {
    let wire = converted.to_value();
    let pointers = [
        "/function/parameters",
        "/parameters",
        "/input_schema",
        "/functionDeclarations/0/parameters",
        "/functionDeclarations/0/parametersJsonSchema",
    ];
    pointers
        .iter()
        .find_map(|pointer| wire.pointer(pointer))
        .cloned()
        .unwrap_or_default()
}

fn lowered(source: Value, to: &str) -> Value {
    schema(&convert(source, to))
}

fn outcome(converted: &ConvertedTool, feature: SchemaFeature, path: &str) -> Option<Outcome> {
    let found = converted
        .warnings
        .iter()
        .find(|w| w.is_about(feature) && w.path == path);
    found.map(|warning| warning.outcome)
}

/// A closed object with one required property.
fn closed(property: Value) -> Value {
    json!({
        "type": "object",
        "properties": {"p": property},
        "required": ["p"],
        "additionalProperties": false,
    })
}

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
    let converted = convert(source, "openai-strict");
    assert!(converted.strict);
    assert_eq!(
        schema(&converted)["properties"],
        json!({
            "plain": {"type": ["string", "null"]},
            "listed": {"type": ["string", "null"], "enum": ["a", null]},
            "constant": {"description": "d", "anyOf": [{"type": "string", "const": "x"}, {"type": "null"}]},
            "referred": {"anyOf": [{"$ref": "#/$defs/d"}, {"type": "null"}]},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
            "already": {"type": ["string", "null"]},
        })
    );
    let nulls = json!({
        "plain": null, "listed": null, "constant": null, "referred": null, "either": null, "already": null,
    });
    assert_eq!(converted.restore_arguments(nulls), json!({"already": null}));
    assert_eq!(
        outcome(&converted, SchemaFeature::Required, ""),
        Some(Outcome::Rewritten)
    );
}

#[test]
fn refused_constraints_move_to_the_description() {
    let source =
        closed(json!({"type": "integer", "description": "Age.", "minimum": 1, "maximum": 9}));
    let converted = convert(source.clone(), "anthropic-strict");
    assert_eq!(
        schema(&converted)["properties"]["p"],
        json!({"type": "integer", "description": "Age.\n\n{minimum: 1, maximum: 9}"})
    );
    assert_eq!(
        outcome(&converted, SchemaFeature::Minimum, "/properties/p"),
        Some(Outcome::MovedToDescription)
    );
    assert_eq!(lowered(source.clone(), "openai-strict"), source);
    let format = closed(json!({"type": "string", "format": "uri"}));
    assert_eq!(
        lowered(format, "openai-strict")["properties"]["p"],
        json!({"type": "string", "description": "{format: \"uri\"}"})
    );
    let huge = closed(json!({"type": "string", "not": {"enum": vec!["x".repeat(50); 50]}}));
    let converted = convert(huge, "openai-strict");
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
            let converted = convert(closed(property.clone()), to);
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
    let responses = convert(closed(json!({})), "openai-responses-strict");
    assert_eq!(responses.to_value()["strict"], false);
}

#[test]
fn an_object_that_does_not_say_so_is_closed_and_reported_as_narrowed() {
    let source =
        json!({"type": "object", "properties": {"p": {"type": "string"}}, "required": ["p"]});
    let converted = convert(source, "anthropic-strict");
    assert!(converted.strict);
    assert_eq!(schema(&converted)["additionalProperties"], false);
    assert_eq!(
        outcome(&converted, SchemaFeature::AdditionalProperties, ""),
        Some(Outcome::Narrowed)
    );
}

#[test]
fn root_combinators_are_flattened() {
    let source = json!({
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    });
    for to in [
        "openai",
        "anthropic",
        "openai-strict",
        "anthropic-strict",
        "gemini",
    ] {
        let converted = convert(source.clone(), to);
        let flat = schema(&converted);
        assert!(flat.get("anyOf").is_none(), "{to}: {flat}");
        assert_eq!(
            flat["properties"].as_object().unwrap().len(),
            2,
            "{to}: {flat}"
        );
        let told = flat["description"].as_str().unwrap();
        assert!(told.contains("anyOf"), "{to}: {told}");
        assert_eq!(
            outcome(&converted, SchemaFeature::AnyOf, ""),
            Some(Outcome::MovedToDescription)
        );
    }
    let tagged = json!({
        "oneOf": [
            {"type": "object", "properties": {"kind": {"const": "a"}, "x": {"type": "string"}}, "required": ["kind", "x"]},
            {"type": "object", "properties": {"kind": {"const": "b"}, "y": {"type": "string"}}, "required": ["kind"]},
        ],
    });
    let flat = lowered(tagged, "openai");
    assert_eq!(flat["required"], json!(["kind"]));
    assert_eq!(
        flat["properties"]["kind"],
        json!({"anyOf": [{"const": "a"}, {"const": "b"}]})
    );
    let merged = json!({"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"required": ["a"]}]});
    let converted = convert(merged, "anthropic");
    assert_eq!(
        schema(&converted),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]})
    );
    assert!(
        converted
            .warnings
            .iter()
            .all(|warning| warning.outcome.keeps_meaning())
    );
}

#[test]
fn references_into_a_flattened_root_keep_their_meaning() {
    let source = json!({
        "type": "object",
        "properties": {"next": {"$ref": "#"}, "name": {"$ref": "#/properties/label"}, "label": {"type": "string"}},
        "anyOf": [{"required": ["name"]}, {"required": ["label"]}],
    });
    let flat = lowered(source, "openai");
    assert_eq!(flat["properties"]["next"], json!({"$ref": "#/$defs/root"}));
    assert_eq!(
        flat["properties"]["name"],
        json!({"$ref": "#/$defs/root/properties/label"})
    );
    assert!(flat["$defs"]["root"]["anyOf"].is_array());
}

#[test]
fn recursion_is_handled_as_each_provider_allows() {
    let node = json!({
        "type": "object",
        "properties": {"value": {"type": "string"}, "next": {"$ref": "#/$defs/node"}},
        "required": ["value"],
        "additionalProperties": false,
    });
    let mut source = closed(json!({"$ref": "#/$defs/node"}));
    source["$defs"] = json!({"node": node});
    let openai = convert(source.clone(), "openai-strict");
    assert!(openai.strict);
    let expected = json!({"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]});
    assert_eq!(
        schema(&openai)["$defs"]["node"]["properties"]["next"],
        expected
    );
    let arguments = json!({"p": {"value": "a", "next": {"value": "b", "next": null}}});
    let restored = json!({"p": {"value": "a", "next": {"value": "b"}}});
    assert_eq!(openai.restore_arguments(arguments), restored);
    assert!(!convert(source.clone(), "anthropic-strict").strict);
    let gemini = convert(source.clone(), "gemini");
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
    let relaxed = convert(source, "gemini-json-schema");
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
fn gemini_parameters_speak_openapi() {
    let source = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "maybe": {"type": ["string", "null"], "description": "d"},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}], "title": "T"},
            "several": {"type": ["string", "boolean"]},
            "constant": {"const": "x"},
            "count": {"type": "integer", "exclusiveMinimum": 0},
            "ratio": {"type": "number", "exclusiveMinimum": 0},
            "level": {"type": "integer", "enum": [1, 2]},
            "referred": {"$ref": "#/definitions/d", "description": "mine"},
            "tuple": {"type": "array", "items": [{"type": "string"}, {"type": "integer"}], "additionalItems": false},
            "bad-name": {"type": "string"},
            "free": {"type": "object"},
        },
        "required": ["bad-name"],
        "definitions": {"d": {"type": "string", "format": "date-time"}},
    });
    let converted = convert(source, "gemini");
    let lowered = schema(&converted);
    assert_eq!(
        lowered["properties"],
        json!({
            "maybe": {"type": "STRING", "description": "d", "nullable": true},
            "either": {"anyOf": [
                {"type": "STRING", "nullable": true, "title": "T"},
                {"type": "INTEGER", "nullable": true, "title": "T"},
            ]},
            "several": {"anyOf": [{"type": "STRING"}, {"type": "BOOLEAN"}]},
            "constant": {"type": "STRING", "enum": ["x"]},
            "count": {"type": "INTEGER", "minimum": 1},
            "ratio": {"type": "NUMBER", "description": "{exclusiveMinimum: 0}"},
            "level": {"type": "INTEGER", "description": "{enum: [1,2]}"},
            "referred": {"type": "STRING", "description": "mine", "format": "date-time"},
            "tuple": {
                "type": "ARRAY",
                "description": "{prefixItems: [{\"type\":\"STRING\"},{\"type\":\"INTEGER\"}]}",
                "maxItems": 2,
                "items": {"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]},
            },
            "bad_name": {"type": "STRING"},
            "free": {"type": "OBJECT"},
        })
    );
    assert_eq!(lowered["required"], json!(["bad_name"]));
    assert_eq!(
        converted.restore_arguments(json!({"bad_name": "x"})),
        json!({"bad-name": "x"})
    );
    let names = converted.property_names();
    assert_eq!(
        (names[0].original.as_str(), names[0].wire.as_str()),
        ("bad-name", "bad_name")
    );
}

#[test]
fn a_function_without_parameters_has_none_in_gemini() {
    let converted = convert(json!({"type": "object", "properties": {}}), "gemini");
    let wire = converted.to_value();
    assert!(wire["functionDeclarations"][0].get("parameters").is_none());
}

#[test]
fn all_of_is_merged_exactly() {
    let source = closed(json!({"allOf": [
        {"type": "object", "properties": {"a": {"type": "number", "minimum": 1}}, "required": ["a"]},
        {"properties": {"a": {"type": "integer", "minimum": 0, "maximum": 9}, "b": {"type": "string"}}, "additionalProperties": false},
    ]}));
    let merged = lowered(source, "openai-strict");
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
        lowered(contradiction, "openai-strict")["properties"]["p"],
        json!({"type": "boolean"})
    );
}

#[test]
fn one_of_is_rewritten_when_its_branches_are_disjoint_and_told_otherwise() {
    let disjoint = closed(json!({"oneOf": [{"type": "string"}, {"type": "integer"}]}));
    let converted = convert(disjoint, "openai-strict");
    assert_eq!(
        outcome(&converted, SchemaFeature::OneOf, "/properties/p"),
        Some(Outcome::Rewritten)
    );
    let overlapping = closed(
        json!({"oneOf": [{"type": "string", "maxLength": 5}, {"type": "string", "minLength": 3}]}),
    );
    let converted = convert(overlapping, "openai-strict");
    let expected = Some(Outcome::MovedToDescription);
    assert_eq!(
        outcome(&converted, SchemaFeature::OneOf, "/properties/p"),
        expected
    );
}

#[test]
fn draft_07_is_modernised_where_2020_12_is_wanted() {
    let source = json!({
        "type": "object",
        "properties": {"pair": {"type": "array", "items": [{"type": "string"}], "additionalItems": false}},
    });
    for to in ["anthropic", "openai", "gemini-json-schema"] {
        let converted = convert(source.clone(), to);
        let pair = &schema(&converted)["properties"]["pair"];
        assert_eq!(pair["prefixItems"], json!([{"type": "string"}]), "{to}");
        let nothing = if to == "anthropic" {
            json!(false)
        } else {
            json!({"not": {}})
        };
        assert_eq!(pair["items"], nothing, "{to}");
        assert_eq!(
            outcome(&converted, SchemaFeature::Items, "/properties/pair"),
            Some(Outcome::Rewritten)
        );
    }
}

#[test]
fn external_and_dangling_references_are_reported() {
    for reference in ["https://example.com/s.json", "#/$defs/nowhere"] {
        for to in ["openai", "anthropic", "gemini-json-schema"] {
            let source =
                json!({"type": "object", "properties": {"p": {"$ref": reference, "title": "T"}}});
            let converted = convert(source, to);
            assert_eq!(schema(&converted)["properties"]["p"], json!({"title": "T"}));
            assert_eq!(
                outcome(&converted, SchemaFeature::Ref, "/properties/p"),
                Some(Outcome::Dropped)
            );
        }
    }
}

#[test]
fn names_that_a_provider_refuses_are_mapped() {
    let tool = json!({"name": "admin.tools/list é", "inputSchema": {"type": "object"}});
    let registry = Registry::default();
    for (to, expected) in [
        ("openai", "admin_tools_list_"),
        ("gemini", "admin.tools_list_"),
    ] {
        let converted = registry.convert(tool.clone(), "mcp", to).unwrap();
        assert_eq!(converted.name.wire, expected);
        assert_eq!(converted.name.original, "admin.tools/list é");
        assert!(converted.name.is_changed());
        assert!(
            converted
                .warnings
                .iter()
                .any(|w| w.feature == Feature::Tool(ToolFeature::Name))
        );
    }
    let long = json!({"name": "n".repeat(100), "inputSchema": {"type": "object"}});
    let converted = registry.convert(long, "mcp", "anthropic").unwrap();
    assert_eq!(converted.name.wire.len(), 64);
}

#[test]
fn anthropic_property_names_are_mapped_with_their_references() {
    let source = json!({
        "type": "object",
        "properties": {"$filter": {"type": "string"}, "_filter": {"type": "string"}, "again": {"$ref": "#/properties/$filter"}},
        "required": ["$filter"],
        "dependentRequired": {"$filter": ["again"]},
    });
    let converted = convert(source, "anthropic");
    assert_eq!(
        schema(&converted),
        json!({
            "type": "object",
            "properties": {"_filter_2": {"type": "string"}, "_filter": {"type": "string"}, "again": {"$ref": "#/properties/_filter_2"}},
            "required": ["_filter_2"],
            "dependentRequired": {"_filter_2": ["again"]},
        })
    );
    let restored = converted.restore_arguments(json!({"_filter_2": 1, "_filter": 2}));
    assert_eq!(restored, json!({"$filter": 1, "_filter": 2}));
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
    let source = closed(json!({"type": "array", "items": {"anyOf": [
        variant("a", json!({"type": "string"})),
        variant("b", json!({"type": ["string", "null"]})),
    ]}}));
    let converted = convert(source, "openai-strict");
    assert!(converted.strict);
    let arguments = json!({"p": [{"kind": "a", "x": null}, {"kind": "b", "x": null}]});
    let restored = json!({"p": [{"kind": "a"}, {"kind": "b", "x": null}]});
    assert_eq!(converted.restore_arguments(arguments), restored);
}

#[test]
fn strict_and_metadata_of_a_source_survive_its_own_format() {
    let registry = Registry::default();
    let anthropic = json!({
        "name": "f",
        "description": "d",
        "input_schema": closed(json!({"type": "string"})),
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

#[test]
fn malformed_schemas_are_errors_that_list_everything() {
    let tool = json!({"name": "f", "inputSchema": {
        "type": "object",
        "properties": {"a": {"type": "strng"}, "b": {"minLength": -1}, "c": 5},
        "required": [1],
        "anyOf": [],
    }});
    let error = Registry::default()
        .convert(tool, "mcp", "openai")
        .unwrap_err();
    let problems = error.conversion().unwrap().problems();
    let pointers: Vec<&str> = problems
        .iter()
        .map(|problem| problem.pointer.as_str())
        .collect();
    let expected = [
        "/properties/a/type",
        "/properties/b/minLength",
        "/properties/c",
        "/required",
        "/anyOf",
    ];
    assert_eq!(pointers, expected);
    let string = json!({"name": "f", "inputSchema": {"type": "string"}});
    assert!(
        Registry::default()
            .convert(string, "mcp", "anthropic")
            .is_err()
    );
}
