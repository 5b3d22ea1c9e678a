//! Roots, references, dialects and names.

use serde_json::json;
use toolmodel_runtime::adapter::{Feature, Outcome, Registry, SchemaFeature, ToolFeature};

use super::{convert, lowered, outcome, schema};

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
        let converted = convert(&source, to);
        let flat = schema(&converted);
        assert!(flat.get("anyOf").is_none(), "{to}: {flat}");
        assert_eq!(
            flat["properties"].as_object().unwrap().len(),
            2,
            "{to}: {flat}"
        );
        let told = flat["description"].as_str().unwrap();
        let sentence = "Give at least one of these sets of properties: a; b.";
        assert!(told.contains(sentence), "{to}: {told}");
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
    let flat = lowered(&tagged, "openai");
    assert_eq!(flat["required"], json!(["kind"]));
    assert_eq!(flat["properties"]["kind"], json!({"enum": ["a", "b"]}));
    let merged = json!({"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"required": ["a"]}]});
    let converted = convert(&merged, "anthropic");
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
    let flat = lowered(&source, "openai");
    assert_eq!(flat["properties"]["next"], json!({"$ref": "#/$defs/root"}));
    assert_eq!(
        flat["properties"]["name"],
        json!({"$ref": "#/$defs/root/properties/label"})
    );
    assert!(flat["$defs"]["root"]["anyOf"].is_array());
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
    let converted = convert(&source, "gemini");
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
        converted
            .restore_arguments(json!({"bad_name": "x"}))
            .unwrap(),
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
    let converted = convert(&json!({"type": "object", "properties": {}}), "gemini");
    let wire = converted.to_value();
    assert!(wire["functionDeclarations"][0].get("parameters").is_none());
}

#[test]
fn draft_07_is_modernised_where_2020_12_is_wanted() {
    let source = json!({
        "type": "object",
        "properties": {"pair": {"type": "array", "items": [{"type": "string"}], "additionalItems": false}},
    });
    for to in ["anthropic", "openai", "gemini-json-schema"] {
        let converted = convert(&source, to);
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
            let converted = convert(&source, to);
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
    let converted = convert(&source, "anthropic");
    assert_eq!(
        schema(&converted),
        json!({
            "type": "object",
            "properties": {"_filter_2": {"type": "string"}, "_filter": {"type": "string"}, "again": {"$ref": "#/properties/_filter_2"}},
            "required": ["_filter_2"],
            "dependentRequired": {"_filter_2": ["again"]},
        })
    );
    let restored = converted
        .restore_arguments(json!({"_filter_2": 1, "_filter": 2}))
        .unwrap();
    assert_eq!(restored, json!({"$filter": 1, "_filter": 2}));
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

#[test]
fn a_root_that_no_object_fits_is_refused_wherever_it_says_so() {
    for root in [
        json!({"type": "string"}),
        json!({"type": "object", "allOf": [{"type": "string"}]}),
        json!({"allOf": [{"type": "integer"}, {"type": "object"}]}),
        json!({"type": "object", "allOf": [{"$ref": "#/$defs/s"}], "$defs": {"s": {"type": ["string", "null"]}}}),
    ] {
        for to in ["openai", "anthropic"] {
            let tool = json!({"name": "t", "inputSchema": root});
            let error = Registry::default().convert(tool, "mcp", to).unwrap_err();
            assert!(
                error.to_string().contains("must describe an object"),
                "{error}"
            );
        }
    }
}
