//! Each format is known by its fields, read from typed structs as from JSON, and refused where
//! another one is expected.

use serde_json::{Value, json};
use toolmodel_runtime::Schema;
use toolmodel_runtime::adapter::{
    AgentSkill, AnthropicTool, BedrockTool, CanonicalTool, ChatTool, FunctionDeclaration,
    FunctionDefinition, GeminiTool, Registry, ResponsesTool,
};

fn schema() -> Schema {
    Schema::try_from(json!({"type": "object", "properties": {"a": {"type": "string"}}})).unwrap()
}

/// A tool of each format, and the adapters that read it.
fn samples() -> Vec<(Value, &'static [&'static str])> {
    let mcp = json!({"name": "f", "inputSchema": {"type": "object"}});
    vec![
        (mcp, &["mcp"]),
        (
            ChatTool::new(FunctionDefinition::new("f", schema())).into(),
            &["openai", "azure", "mistral"],
        ),
        (
            ResponsesTool::new("f", schema()).into(),
            &["openai", "openai-responses", "gemini"],
        ),
        (AnthropicTool::new("f", schema()).into(), &["anthropic"]),
        (
            GeminiTool::new(vec![FunctionDeclaration::new("f")]).into(),
            &["gemini", "vertex"],
        ),
        (BedrockTool::new("f", schema()).into(), &["bedrock"]),
        (AgentSkill::new("f", "F", "Does f.", "tag").into(), &["a2a"]),
    ]
}

#[test]
fn a_tool_of_another_format_is_refused_by_name() {
    let registry = Registry::default();
    for (tool, readers) in samples() {
        for from in [
            "mcp",
            "openai",
            "anthropic",
            "gemini",
            "vertex",
            "bedrock",
            "a2a",
            "mistral",
        ] {
            let read = registry.convert(tool.clone(), from, "mcp");
            // OpenAI's family and Gemini's bare declarations look alike.
            let may = readers.contains(&from)
                || readers.contains(&"openai") && matches!(from, "mistral" | "gemini" | "vertex");
            match read {
                Ok(_) => assert!(may, "{from} reads {tool}"),
                Err(error) => {
                    let text = error.to_string();
                    assert!(!readers.contains(&from), "{from}: {text}");
                    assert!(text.contains("read it as `"), "{from}: {text}");
                }
            }
        }
    }
}

#[test]
fn typed_tools_can_be_read_and_written() {
    let registry = Registry::default();
    let tool = json!({"name": "f", "description": "d", "inputSchema": schema()});
    let wire = |to: &str| {
        registry
            .convert(tool.clone(), "mcp", to)
            .unwrap()
            .to_value()
    };
    let chat: ChatTool = serde_json::from_value(wire("openai")).unwrap();
    assert_eq!(Value::from(chat), wire("openai"));
    let responses: ResponsesTool = serde_json::from_value(wire("openai-responses-strict")).unwrap();
    assert!(responses.strict);
    let anthropic: AnthropicTool = serde_json::from_value(wire("anthropic")).unwrap();
    assert_eq!(anthropic.description.as_deref(), Some("d"));
    let gemini: GeminiTool = serde_json::from_value(wire("gemini")).unwrap();
    assert_eq!(gemini.function_declarations[0].name, "f");
    let bedrock: BedrockTool = serde_json::from_value(wire("bedrock")).unwrap();
    assert_eq!(
        serde_json::to_value(&bedrock).unwrap(),
        json!({"toolSpec": {"name": "f", "description": "d", "inputSchema": {"json": schema()}}})
    );
    let skill: AgentSkill = serde_json::from_value(wire("a2a")).unwrap();
    assert_eq!(skill.id, "f");
    let back = registry.convert(anthropic, "anthropic", "bedrock").unwrap();
    assert_eq!(back.to_value(), wire("bedrock"));
}

#[test]
fn custom_and_namespace_tools_are_refused_with_what_to_do() {
    let registry = Registry::default();
    for (tool, told) in [
        (
            json!({"type": "custom", "name": "f", "format": {"type": "text"}}),
            "takes text",
        ),
        (
            json!({"type": "namespace", "name": "n", "description": "d", "tools": []}),
            "convert each of its `tools`",
        ),
    ] {
        let error = registry
            .convert(tool, "openai-responses", "mcp")
            .unwrap_err()
            .to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn a_tool_without_a_schema_is_not_written() {
    let registry = Registry::default();
    let mut tool = CanonicalTool::new("f", schema());
    tool.input_schema = None;
    for to in registry.list() {
        let error = registry.get(to).unwrap().from_canonical(&tool).unwrap_err();
        assert_eq!(error.problems()[0].pointer, "/inputSchema", "{to}: {error}");
        assert!(
            error.to_string().contains("tool input schema is required"),
            "{to}: {error}"
        );
    }
}

#[test]
fn time_limits_and_scopes_survive_mcp() {
    let registry = Registry::default();
    let mcp = registry.get("mcp").unwrap();
    let mut tool = CanonicalTool::new("f", schema());
    tool.timeout = Some(std::time::Duration::from_millis(2500));
    tool.required_scopes = vec!["read".to_owned()];
    let wire = mcp.from_canonical(&tool).unwrap();
    assert!(wire.warnings.is_empty(), "{:?}", wire.warnings);
    let meta = json!({"timeout": 2.5, "requiredScopes": ["read"]});
    assert_eq!(wire.to_value()["_meta"], meta);
    let back = mcp.to_canonical(wire.to_value()).unwrap();
    assert_eq!(
        (back.timeout, back.required_scopes),
        (tool.timeout, tool.required_scopes)
    );
}

#[test]
fn constraints_have_typed_getters() {
    let schema = Schema::try_from(json!({
        "minimum": 1, "maximum": 2.5, "multipleOf": 0.5, "minLength": 3.0, "maxItems": 4, "uniqueItems": true,
        "pattern": "^a", "format": "email", "deprecated": true, "default": null, "maxLength": -1,
    }))
    .unwrap();
    let view = schema.view();
    assert_eq!(view.minimum().and_then(serde_json::Number::as_u64), Some(1));
    assert_eq!(
        view.maximum().and_then(serde_json::Number::as_f64),
        Some(2.5)
    );
    assert_eq!(view.min_length(), Some(3));
    assert_eq!((view.max_items(), view.max_length()), (Some(4), None));
    assert!(view.unique_items() && view.is_deprecated() && !view.is_read_only());
    assert_eq!((view.pattern(), view.format()), (Some("^a"), Some("email")));
    assert_eq!(view.default_value(), Some(&Value::Null));
}

#[test]
fn a_field_of_one_shape_does_not_take_the_place_of_one_of_the_other() {
    let registry = Registry::default();
    let chat = json!({
        "type": "function",
        "function": {"name": "f", "type": {"items": false}, "function": 3, "x-inner": 1, "strict": false},
        "x-outer": 2,
    });
    let converted = registry
        .convert(chat.clone(), "openai", "openai-responses")
        .unwrap();
    let wire = converted.to_value();
    assert_eq!(wire["type"], "function");
    assert_eq!(wire["x-inner"], 1);
    let said: Vec<String> = converted.warnings.iter().map(ToString::to_string).collect();
    for field in ["type", "function", "x-outer"] {
        let named = |text: &&String| text.contains(field) && text.contains("openai-responses");
        assert_eq!(said.iter().filter(named).count(), 1, "{field}: {said:?}");
    }
    assert!(
        !said.iter().any(|text| text.contains("x-inner")),
        "{said:?}"
    );
    registry.convert(wire, "openai-responses", "mcp").unwrap();

    let same = registry.convert(chat.clone(), "openai", "openai").unwrap();
    assert_eq!(
        same.to_value()["function"]["type"],
        chat["function"]["type"]
    );
    assert_eq!(same.to_value()["x-outer"], 2);
}

#[test]
fn what_a_program_keeps_for_a_format_does_not_overwrite_its_fields() {
    let registry = Registry::default();
    for (tool, readers) in samples() {
        let from = readers[0];
        let adapter = registry.get(from).unwrap();
        let mut canonical = adapter.to_canonical(tool).unwrap();
        let honest = adapter.from_canonical(&canonical).unwrap().to_value();
        let mut extra = json!({"x-own": 1});
        for key in [
            "name",
            "type",
            "function",
            "parameters",
            "description",
            "input_schema",
            "strict",
            "inputSchema",
            "id",
            "tags",
            "parametersJsonSchema",
        ] {
            extra[key] = json!("taken over");
        }
        for key in ["extra", "wire_extra"] {
            canonical.source_meta.insert(key.to_owned(), extra.clone());
        }
        let written = match adapter.from_canonical(&canonical) {
            Ok(converted) => converted.to_value(),
            // MCP has all of its record checked, what was kept included.
            Err(error) => {
                assert_eq!(from, "mcp");
                assert!(
                    error.to_string().contains("/tags: expected an array"),
                    "{error}"
                );
                continue;
            }
        };
        for pointer in [
            "/name",
            "/type",
            "/function/name",
            "/function/parameters",
            "/input_schema",
            "/inputSchema",
            "/toolSpec/name",
            "/toolSpec/inputSchema",
            "/functionDeclarations/0/name",
            "/id",
            "/tags",
        ] {
            if let Some(own) = honest.pointer(pointer) {
                assert_eq!(written.pointer(pointer), Some(own), "{from} {pointer}");
            }
        }
    }
}
