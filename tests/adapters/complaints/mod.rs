//! Every complaint that providers are known to have made is found before they make it.

mod anthropic;
mod formats;
mod gemini;
mod openai;

use serde_json::{Value, json};
use toolmodel_runtime::adapter::lint::{Rule, Target, lint};

fn rules(target: Target, tool: &Value) -> Vec<(Rule, String)> {
    lint(target, tool)
        .into_iter()
        .map(|complaint| (complaint.rule, complaint.pointer))
        .collect()
}

fn chat(parameters: &Value) -> Value {
    json!({"type": "function", "function": {"name": "f", "parameters": parameters}})
}

fn strict_chat(parameters: &Value) -> Value {
    json!({"type": "function", "function": {"name": "f", "parameters": parameters, "strict": true}})
}

fn anthropic(schema: &Value) -> Value {
    json!({"name": "f", "input_schema": schema})
}

fn strict_anthropic(schema: &Value) -> Value {
    json!({"name": "f", "input_schema": schema, "strict": true})
}

fn gemini(parameters: &Value) -> Value {
    json!({"name": "f", "parameters": parameters})
}

/// A closed object with one required property.
fn closed(property: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {"p": property},
        "required": ["p"],
        "additionalProperties": false,
    })
}

fn object(property: &Value) -> Value {
    json!({"type": "OBJECT", "properties": {"p": property}})
}

#[track_caller]
fn finds(target: Target, tool: &Value, rule: Rule, pointer: &str) {
    let found = rules(target, tool);
    assert!(
        found.contains(&(rule, pointer.to_owned())),
        "{rule:?} at {pointer} not in {found:?}"
    );
}
