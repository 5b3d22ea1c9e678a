//! Real tools, converted to every format and mode.

use serde_json::Value;
use toolmodel_runtime::Tool;
use toolmodel_runtime::adapter::lint::{Target, lint, lint_request};
use toolmodel_runtime::adapter::{ConvertedTool, Registry};
use toolmodel_tests::one_in;

/// Every adapter with the format that its output is in.
pub(crate) const TARGETS: [(&str, Target); 15] = [
    ("a2a", Target::A2a),
    ("anthropic", Target::Anthropic),
    ("anthropic-strict", Target::Anthropic),
    ("azure", Target::OpenAiChat),
    ("azure-strict", Target::OpenAiChat),
    ("bedrock", Target::Bedrock),
    ("gemini", Target::Gemini),
    ("gemini-json-schema", Target::Gemini),
    ("mcp", Target::Mcp),
    ("mistral", Target::Mistral),
    ("openai", Target::OpenAiChat),
    ("openai-responses", Target::OpenAiResponses),
    ("openai-responses-strict", Target::OpenAiResponses),
    ("openai-strict", Target::OpenAiChat),
    ("vertex", Target::Vertex),
];

/// Servers whose tools break MCP itself: their input schemas have no `type`. They come back from
/// MCP as they were, and are mended for every other format.
const UNTYPED_ROOTS: [&str; 1] = ["modelcontextprotocol__server-gitlab.json"];

fn is_known(file: &str, target: Target) -> bool {
    target == Target::Mcp && UNTYPED_ROOTS.contains(&file)
}

#[test]
fn mcp_to_mcp_is_identity_key_order_included() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = Registry::default();
    let mcp = registry.get("mcp").unwrap();
    for (file, json) in tools {
        let canonical = mcp.to_canonical(json.clone()).unwrap();
        let back = mcp.from_canonical(&canonical).unwrap();
        assert_eq!(back.to_json(), json.to_string(), "{file}");
        assert!(back.warnings.is_empty(), "{file}: {:?}", back.warnings);
    }
}

#[test]
fn every_tool_converts_to_every_format_without_complaint() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = Registry::default();
    assert_eq!(registry.list(), TARGETS.map(|(name, _)| name));
    for (file, json) in tools.into_iter().step_by(one_in(4)) {
        let tool = Tool::from_mcp_value(json.clone()).unwrap();
        for (to, target) in TARGETS {
            let converted = registry.convert(json.clone(), "mcp", to).unwrap();
            let wire = converted.to_value();
            let complaints = lint(target, &wire);
            let known = is_known(&file, target);
            assert_eq!(
                complaints.is_empty(),
                !known,
                "{file} {}: {complaints:?}",
                tool.name
            );
            let again = registry.convert_tool(&tool, to).unwrap();
            assert_eq!(again.to_json(), converted.to_json(), "{file} {}", tool.name);
            assert_eq!(again.warnings, converted.warnings, "{file} {}", tool.name);
        }
    }
}

#[test]
fn a_strict_tool_stays_what_it_is_when_converted_again() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = Registry::default();
    for (file, json) in tools.into_iter().step_by(one_in(4)) {
        for name in [
            "openai-strict",
            "azure-strict",
            "anthropic-strict",
            "bedrock",
            "mistral",
            "openai",
            "anthropic",
            "gemini-json-schema",
        ] {
            let adapter = registry.get(name).unwrap();
            let once = registry.convert(json.clone(), "mcp", name).unwrap();
            let canonical = adapter.to_canonical(once.to_value()).unwrap();
            let twice = adapter.from_canonical(&canonical).unwrap();
            assert_eq!(twice.to_json(), once.to_json(), "{file} {name}");
        }
    }
}

#[test]
fn the_tools_of_each_server_fit_one_request() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = Registry::default();
    let mut servers: Vec<(String, Vec<Value>)> = Vec::new();
    for (file, json) in tools {
        match servers.last_mut() {
            Some((last, tools)) if *last == file => tools.push(json),
            _ => servers.push((file, vec![json])),
        }
    }
    for (file, tools) in servers {
        for (to, target) in TARGETS {
            let all = registry.convert_all(tools.clone(), "mcp", to).unwrap();
            assert_eq!(all.over_budget, [], "{file} to {to}");
            let wire: Vec<Value> = all.tools.iter().map(ConvertedTool::to_value).collect();
            let complaints = lint_request(target, &wire);
            let known = is_known(&file, target);
            assert_eq!(
                complaints.is_empty(),
                !known,
                "{file} to {to}: {complaints:?}"
            );
        }
    }
}
