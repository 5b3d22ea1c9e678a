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
