//! The feature matrix of the seed, cell by cell, and its documented examples.

use serde_json::json;
use toolmodel_runtime::Schema;
use toolmodel_runtime::adapter::{
    CanonicalTool, ConversionError, Direction, Feature, FeatureLossWarning, OpenAi, Outcome,
    Registry, RegistryError, SchemaFeature, Strictness, Support,
};

/// Rows of the matrix: keyword, MCP, OpenAI, Anthropic.
const MATRIX: [(&str, bool, bool, bool); 16] = [
    ("$ref", true, false, false),
    ("$defs", true, false, false),
    ("anyOf", true, false, true),
    ("oneOf", true, false, true),
    ("allOf", true, false, true),
    ("not", true, false, true),
    // Yes for OpenAI in strict mode only; tested below.
    ("pattern", true, false, true),
    ("format", true, true, true),
    ("additionalProperties", true, true, true),
    ("minimum", true, true, true),
    ("maximum", true, true, true),
    ("minLength", true, true, true),
    ("maxLength", true, true, true),
    ("enum", true, true, true),
    ("const", true, true, true),
    ("default", true, true, true),
];

#[test]
fn every_cell_of_the_matrix_holds() {
    let registry = Registry::baseline();
    for (keyword, mcp, openai, anthropic) in MATRIX {
        let feature = SchemaFeature::from_keyword(keyword).unwrap();
        for (name, expected) in [("mcp", mcp), ("openai", openai), ("anthropic", anthropic)] {
            let adapter = registry.get(name).unwrap();
            assert_eq!(adapter.supports(feature), expected, "{keyword} {name}");
            let value = match keyword {
                "$defs" => json!({"x": {}}),
                "anyOf" | "oneOf" | "allOf" => json!([{}]),
                "not" => json!({}),
                "enum" => json!(["a"]),
                "additionalProperties" => json!(false),
                "minimum" | "maximum" | "minLength" | "maxLength" => json!(1),
                _ => json!("a"),
            };
            let mut tool =
                json!({"name": "f", "inputSchema": {"type": "object", "properties": {"p": {}}}});
            tool["inputSchema"]["properties"]["p"][keyword] = value.clone();
            let converted = registry.convert(tool, "mcp", name).unwrap();
            let path = "/properties/p";
            let about: Vec<&FeatureLossWarning> = converted
                .warnings
                .iter()
                .filter(|warning| warning.is_about(feature))
                .collect();
            assert_eq!(about.len(), usize::from(!expected), "{keyword} {name}");
            if let [warning] = about.as_slice() {
                assert_eq!(warning.path, path);
                assert_eq!(warning.outcome, Outcome::Dropped);
                let text =
                    format!("feature {keyword} lost converting from mcp to {name} at {path}");
                assert_eq!(warning.to_string(), text);
            }
            let wire = converted.to_value();
            let schema = ["/inputSchema", "/function/parameters", "/input_schema"]
                .iter()
                .find_map(|pointer| wire.pointer(pointer))
                .unwrap();
            let kept = schema.pointer("/properties/p").and_then(|p| p.get(keyword));
            assert_eq!(kept.is_some(), expected, "{keyword} {name}: {wire}");
        }
    }
}

#[test]
fn strict_openai_has_pattern_and_a_closed_root() {
    let tool = json!({"type": "function", "function": {
        "name": "f",
        "strict": true,
        "parameters": {"type": "object", "properties": {"p": {"type": "string", "pattern": "x"}}},
    }});
    let converted = Registry::baseline()
        .convert(tool, "openai", "openai")
        .unwrap();
    assert_eq!(converted.warnings, []);
    let parameters = &converted.to_value()["function"]["parameters"];
    assert_eq!(parameters["properties"]["p"]["pattern"], "x");
    assert_eq!(parameters["additionalProperties"], false);
}

#[test]
fn the_documented_example_gives_two_warnings() {
    let tool = json!({
        "name": "example",
        "inputSchema": {
            "$ref": "#/$defs/Person",
            "$defs": {"Person": {"type": "object", "properties": {"name": {"type": "string"}}}},
        },
    });
    let converted = Registry::baseline()
        .convert(tool.clone(), "mcp", "openai")
        .unwrap();
    let texts: Vec<String> = converted.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "feature $ref lost converting from mcp to openai",
            "feature $defs lost converting from mcp to openai",
        ]
    );
    let alternate = format!("{:#}", converted.warnings[0]);
    assert_eq!(
        alternate,
        "feature $ref lost converting from mcp to openai at /"
    );

    let today = Registry::default().convert(tool, "mcp", "openai").unwrap();
    let parameters = &today.to_value()["function"]["parameters"];
    assert_eq!(parameters["type"], "object");
    assert_eq!(
        parameters["properties"],
        json!({"name": {"type": "string"}})
    );
    assert!(
        today
            .warnings
            .iter()
            .all(|warning| warning.outcome.keeps_meaning())
    );
}

#[test]
fn detection_is_recursive_and_tells_the_schemas_apart() {
    let tool = json!({
        "name": "f",
        "inputSchema": {
            "type": "object",
            "properties": {"a/b": {"type": "array", "items": {"anyOf": [{"not": {"type": "null"}}]}}},
            "$defs": {"d": {"oneOf": [{}]}},
        },
        "outputSchema": {"type": "object", "properties": {"r": {"allOf": [{}]}}},
    });
    let converted = Registry::baseline().convert(tool, "mcp", "openai").unwrap();
    let found: Vec<(String, &str)> = converted
        .warnings
        .iter()
        .map(|warning| (warning.feature.to_string(), warning.path.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("$defs".to_owned(), ""),
            ("anyOf".to_owned(), "/properties/a~1b/items"),
            ("not".to_owned(), "/properties/a~1b/items/anyOf/0"),
            ("oneOf".to_owned(), "/$defs/d"),
            ("allOf".to_owned(), "/outputSchema/properties/r"),
            ("outputSchema".to_owned(), ""),
        ]
    );
}

#[test]
fn canonical_tools_have_an_id_and_are_validated() {
    let schema = Schema::try_from(json!({"type": "object"})).unwrap();
    let mut tool = CanonicalTool::new("get_weather", schema);
    assert_eq!(tool.id().unwrap().to_string(), "get_weather");
    tool.namespace = Some("github".to_owned());
    assert_eq!(tool.id().unwrap().to_string(), "github:get_weather");
    assert!(tool.validate().is_ok());
    let problems = |tool: &CanonicalTool| tool.validate().unwrap_err().to_string();
    tool.name = "a:b".to_owned();
    assert!(tool.id().is_err(), "an id of three parts");
    tool.name.clear();
    assert!(tool.id().is_err());
    assert_eq!(
        problems(&tool),
        "invalid tool: /name: tool name is required"
    );
    tool.input_schema = None;
    assert!(problems(&tool).contains("tool input schema is required"));
}

#[test]
fn errors_say_adapter_direction_and_cause() {
    let registry = Registry::default();
    let error = registry
        .convert(json!("not a tool"), "mcp", "openai")
        .unwrap_err();
    let conversion: &ConversionError = error.conversion().unwrap();
    assert_eq!(conversion.adapter, "mcp");
    assert_eq!(conversion.direction, Direction::ToCanonical);
    assert_eq!(
        error.to_string(),
        "mcp adapter to_canonical: invalid tool: expected an object, found a string"
    );
    assert!(std::error::Error::source(&error).is_some());
    let error = registry
        .convert(json!({"name": "f", "inputSchema": {}}), "mcp", "nope")
        .unwrap_err();
    assert!(matches!(&error, RegistryError::NotFound { name, .. } if name == "nope"));
    let error = registry.convert(json!({}), "nope", "nope2").unwrap_err();
    assert!(
        error.to_string().starts_with("adapter not found: `nope`"),
        "{error}"
    );
}

#[test]
fn adapters_are_registered_once_and_listed_sorted() {
    let mut registry = Registry::empty();
    assert_eq!(registry.list(), [""; 0]);
    registry
        .register(OpenAi::responses().with_name("z"))
        .unwrap();
    registry
        .register(OpenAi::chat().with_strictness(Strictness::On))
        .unwrap();
    assert_eq!(registry.list(), ["openai", "z"]);
    let error = registry.register(OpenAi::chat()).unwrap_err();
    assert!(matches!(error, RegistryError::AlreadyRegistered(name) if name == "openai"));
    assert!(registry.unregister("openai").is_some());
    assert!(registry.unregister("openai").is_none());
    assert!(registry.get("openai").is_none());
    assert_eq!(
        Registry::baseline().list(),
        ["a2a", "anthropic", "gemini", "mcp", "openai"]
    );
}

#[test]
fn losses_outside_the_schemas_are_reported() {
    let tool = json!({
        "name": "f",
        "title": "Title",
        "description": "d",
        "namespace": "ns",
        "version": "1.0.0",
        "tags": ["t"],
        "inputSchema": {"type": "object", "properties": {}},
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true},
        "icons": [{"src": "https://e.com/i.png"}],
        "execution": {"taskSupport": "optional"},
        "_meta": {"category": "c", "mine": 1},
        "x-unknown": 1,
    });
    let converted = Registry::default()
        .convert(tool.clone(), "mcp", "openai")
        .unwrap();
    let lost: Vec<String> = converted
        .warnings
        .iter()
        .map(|w| w.feature.to_string())
        .collect();
    assert_eq!(
        lost,
        [
            "outputSchema",
            "namespace",
            "version",
            "title",
            "category",
            "tags",
            "annotations",
            "icons",
            "execution",
            "_meta",
            "x-unknown",
        ]
    );
    assert!(matches!(&converted.warnings[10].feature, Feature::Field(name) if name == "x-unknown"));
    let responses = Registry::default()
        .convert(tool, "mcp", "openai-responses")
        .unwrap();
    assert!(
        responses
            .warnings
            .iter()
            .all(|w| w.feature.to_string() != "outputSchema")
    );
    assert_eq!(
        responses.to_value()["output_schema"],
        json!({"type": "object"})
    );
}

#[test]
fn facts_are_dated_and_agree_with_what_adapters_support() {
    let registry = Registry::default();
    for name in registry.list() {
        let adapter = registry.get(name).unwrap();
        let Some(facts) = adapter.facts() else {
            assert!(["mcp", "a2a"].contains(&name));
            continue;
        };
        assert!(
            facts.as_of.starts_with("20") && facts.as_of.len() == 10,
            "{}",
            facts.as_of
        );
        assert!(
            name.starts_with(facts.provider),
            "{name} {}",
            facts.provider
        );
        for feature in SchemaFeature::ALL {
            let refused = facts.support(*feature) == Support::Refused;
            assert_eq!(adapter.supports(*feature), !refused, "{name} {feature}");
        }
    }
}
