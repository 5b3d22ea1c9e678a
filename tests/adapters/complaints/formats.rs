//! Complaints about names, skills, and what is no tool at all.

use serde_json::json;
use toolmodel_runtime::adapter::lint::{Rule, Target, lint, lint_request};

use super::{anthropic, finds, rules};

#[test]
fn names_that_are_too_long_or_odd_are_found() {
    let long = "x".repeat(65);
    for name in [long.as_str(), "has.dot", "has space", "a:b"] {
        let chat = json!({"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}});
        finds(Target::OpenAiChat, &chat, Rule::Name, "/function/name");
        let tool = json!({"name": name, "input_schema": {"type": "object"}});
        finds(Target::Anthropic, &tool, Rule::Name, "/name");
    }
    for name in [long.as_str(), "1st", "has space"] {
        finds(Target::Gemini, &json!({"name": name}), Rule::Name, "/name");
    }
    assert_eq!(rules(Target::Gemini, &json!({"name": "a.b-c_1"})), []);
    let mcp = json!({"name": "x".repeat(129), "inputSchema": {"type": "object"}});
    finds(Target::Mcp, &mcp, Rule::Name, "/name");
}

#[test]
fn skills_want_their_fields() {
    let found = rules(
        Target::A2a,
        &json!({"id": "x", "name": "", "tags": [], "inputSchema": {}}),
    );
    for (rule, pointer) in [
        (Rule::UnknownField, "/inputSchema"),
        (Rule::Shape, "/name"),
        (Rule::Shape, "/description"),
        (Rule::Shape, "/tags"),
    ] {
        assert!(found.contains(&(rule, pointer.to_owned())), "{found:?}");
    }
    let flat = json!({"id": "x", "name": "n", "description": "d", "tags": ["t"], "securityRequirements": [{"oauth": ["r"]}]});
    finds(Target::A2a, &flat, Rule::Shape, "/securityRequirements/0");
}

#[test]
fn two_tools_of_one_name_are_found() {
    let tool = json!({"name": "f", "input_schema": {"type": "object"}});
    let found = lint_request(Target::Anthropic, &[tool.clone(), tool]);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].rule, found[0].pointer.as_str()),
        (Rule::Name, "/1")
    );
}

#[test]
fn what_is_no_tool_is_a_complaint_and_no_panic() {
    for tool in [
        json!(null),
        json!([]),
        json!({}),
        json!({"function": 5}),
        json!({"functionDeclarations": [5]}),
    ] {
        for target in [
            Target::Mcp,
            Target::OpenAiChat,
            Target::OpenAiResponses,
            Target::Anthropic,
            Target::Gemini,
            Target::A2a,
        ] {
            assert!(!lint(target, &tool).is_empty(), "{target:?} {tool}");
        }
    }
    let deep = (0..300).fold(json!({}), |inner, _| json!({"items": inner}));
    assert_eq!(
        lint(Target::Anthropic, &anthropic(&deep))[0].rule,
        Rule::Limit
    );
}
