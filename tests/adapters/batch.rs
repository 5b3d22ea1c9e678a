//! All tools of a request at once.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use toolmodel_runtime::adapter::lint::{Target, lint_request};
use toolmodel_runtime::adapter::{ConvertedTool, ConvertedTools, Feature, Registry, ToolFeature};

fn tool(name: &str, optional: usize) -> Value {
    let properties: serde_json::Map<String, Value> = (0..optional)
        .map(|i| (format!("p{i}"), json!({"type": "string"})))
        .collect();
    json!({"name": name, "inputSchema": {
        "type": "object", "properties": properties, "additionalProperties": false,
    }})
}

fn strict(all: &ConvertedTools) -> Vec<bool> {
    all.tools.iter().map(|tool| tool.strict).collect()
}

#[test]
fn strict_tools_beyond_the_budget_become_plain_ones() {
    let registry = Registry::default();
    let many: Vec<Value> = (0..25).map(|i| tool(&format!("f{i}"), 0)).collect();
    let all = registry
        .convert_all(many, "mcp", "anthropic-strict")
        .unwrap();
    assert_eq!(strict(&all).iter().filter(|strict| **strict).count(), 20);
    assert_eq!(strict(&all)[19..21], [true, false]);
    let warnings = &all.tools[24].warnings;
    let warning = warnings
        .iter()
        .find(|w| w.feature == Feature::Tool(ToolFeature::Strict))
        .unwrap();
    let note = warning.note.as_deref().unwrap();
    assert_eq!(
        note,
        "21 strict tools, at most 20 are accepted in a request"
    );

    let several = vec![tool("a", 20), tool("b", 5), tool("c", 4)];
    let all = registry
        .convert_all(several, "mcp", "anthropic-strict")
        .unwrap();
    assert_eq!(strict(&all), [true, false, true]);
    let wire: Vec<Value> = all.tools.iter().map(ConvertedTool::to_value).collect();
    assert_eq!(lint_request(Target::Anthropic, &wire), []);
}

#[test]
fn openai_has_no_budget_for_strict_tools() {
    let many: Vec<Value> = (0..25).map(|i| tool(&format!("f{i}"), 3)).collect();
    let all = Registry::default()
        .convert_all(many, "mcp", "openai-strict")
        .unwrap();
    assert!(all.tools.iter().all(|tool| tool.strict));
}

#[test]
fn too_many_declarations_are_said() {
    let many: Vec<Value> = (0..513).map(|i| tool(&format!("f{i}"), 0)).collect();
    let all = Registry::default()
        .convert_all(many, "mcp", "gemini")
        .unwrap();
    assert_eq!(all.tools.len(), 513);
    let over: Vec<String> = all.over_budget.iter().map(ToString::to_string).collect();
    assert_eq!(
        over,
        ["513 function declarations, at most 512 are accepted in a request"]
    );
}

#[test]
fn names_on_the_wire_are_distinct_and_lead_back() {
    let make = |name: &str, namespace: &str| json!({"name": name, "namespace": namespace, "inputSchema": {"type": "object"}});
    let tools = [
        make("get", "gh"),
        make("get", "gl"),
        make("a.b", ""),
        make("a_b", ""),
        make("a b", ""),
    ];
    let all = Registry::default()
        .convert_all(tools, "mcp", "openai")
        .unwrap();
    let names: Vec<&str> = all
        .tools
        .iter()
        .map(|tool| tool.name.wire.as_str())
        .collect();
    assert_eq!(names, ["gh_get", "gl_get", "a_b_2", "a_b", "a_b_3"]);
    assert_eq!(all.by_wire_name("gl_get").unwrap().name.id, "gl:get");
    assert_eq!(all.by_wire_name("a_b_3").unwrap().name.original, "a b");
    assert!(all.by_wire_name("get").is_none());
}

/// Each looked for a free number from the first one on.
#[test]
fn many_tools_of_one_name_are_numbered_in_one_go() {
    let beginning = "n".repeat(61);
    let one_name = |_: usize| "n".to_owned();
    let alike = |i: usize| format!("{beginning}{}", i % 1000);
    for name in [&one_name as &dyn Fn(usize) -> String, &alike] {
        let tools = (0..4000).map(|i| tool(&name(i), 0));
        let start = std::time::Instant::now();
        let all = Registry::default()
            .convert_all(tools, "mcp", "openai")
            .unwrap();
        let seconds = start.elapsed().as_secs();
        assert!(seconds < 60, "{seconds} s");
        let names = all.tools.iter().map(|tool| tool.name.wire.as_str());
        assert_eq!(names.collect::<BTreeSet<_>>().len(), 4000);
    }
}

#[test]
fn one_bad_tool_is_an_error() {
    let tools = [tool("a", 0), json!({"name": "b"})];
    let error = Registry::default()
        .convert_all(tools, "mcp", "openai")
        .unwrap_err();
    assert!(
        error.to_string().contains("/inputSchema: is required"),
        "{error}"
    );
}
