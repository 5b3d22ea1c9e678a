//! Writes results into messages.

use serde_json::{Map, Value, json};

use super::Call;
use crate::adapter::limits::DEEPEST_MESSAGE;
use crate::adapter::profile::Target;
use crate::schema::check_nesting;

/// The content of a result, in whatever form it was given.
struct Told<'a> {
    /// What people and models read.
    text: String,
    /// What programs read.
    structured: Option<&'a Value>,
    is_error: bool,
}

impl<'a> Told<'a> {
    fn of(result: &'a Value) -> Self {
        // A value that a program built may be deeper than any stack.
        if let Err(exceeded) = check_nesting(result, DEEPEST_MESSAGE) {
            return Self {
                text: format!("the result is left out: {exceeded}"),
                structured: None,
                is_error: true,
            };
        }
        let content = result.get("content").and_then(Value::as_array);
        let is_error = result.get("isError") == Some(&Value::Bool(true));
        let structured = match content {
            Some(_) => result.get("structuredContent"),
            None => Some(result),
        };
        let texts = content.into_iter().flatten().map(|block| {
            let text = block.get("text").or(block.pointer("/resource/text"));
            if let Some(text) = text.and_then(Value::as_str) {
                return text.to_owned();
            }
            // Content other than text is named: not every one of the messages below has a place for it.
            let kind = block.get("type").and_then(Value::as_str);
            let kind = kind.unwrap_or("content");
            let uri = block.get("uri").or(block.pointer("/resource/uri"));
            match uri.and_then(Value::as_str) {
                Some(uri) => format!("[{kind}: {uri}]"),
                None => format!("[{kind}]"),
            }
        });
        let texts: Vec<String> = texts.collect();
        let text = match (structured, texts.is_empty()) {
            (Some(Value::String(text)), true) => text.clone(),
            (Some(value), true) => value.to_string(),
            _ => texts.join("\n"),
        };
        Self {
            text,
            structured,
            is_error,
        }
    }
}

/// The messages with some results, in the order of the calls.
pub(super) fn messages(target: Option<Target>, results: &[(&Call, &Value)]) -> Vec<Value> {
    let told = results
        .iter()
        .map(|(call, result)| (*call, Told::of(result)));
    match target {
        Some(Target::OpenAiResponses) => told
            .map(|(call, told)| {
                json!({"type": "function_call_output", "call_id": call.id, "output": marked(&told)})
            })
            .collect(),
        Some(Target::Anthropic) => {
            let blocks: Vec<Value> = told.map(|(call, told)| anthropic(call, &told)).collect();
            vec![json!({"role": "user", "content": blocks})]
        }
        Some(Target::Gemini | Target::Vertex) => {
            let parts: Vec<Value> = told.map(|(call, told)| gemini(call, &told)).collect();
            vec![json!({"role": "user", "parts": parts})]
        }
        Some(Target::Bedrock) => {
            let blocks: Vec<Value> = told.map(|(call, told)| bedrock(call, &told)).collect();
            vec![json!({"role": "user", "content": blocks})]
        }
        Some(Target::Mistral) => told
            .map(|(call, told)| {
                json!({
                    "role": "tool", "tool_call_id": call.id, "name": call.name,
                    "content": marked(&told),
                })
            })
            .collect(),
        Some(Target::OpenAiChat | Target::Mcp | Target::A2a) | None => told
            .map(|(call, told)| {
                json!({"role": "tool", "tool_call_id": call.id, "content": marked(&told)})
            })
            .collect(),
    }
}

/// The text in formats without a marker for errors.
fn marked(told: &Told<'_>) -> String {
    if told.is_error {
        format!("Error: {}", told.text)
    } else {
        told.text.clone()
    }
}

fn anthropic(call: &Call, told: &Told<'_>) -> Value {
    let mut block = json!({"type": "tool_result", "tool_use_id": call.id, "content": told.text});
    if told.is_error {
        block["is_error"] = json!(true);
    }
    block
}

/// Gemini takes an object with `output` for the result or `error` for the failure.
fn gemini(call: &Call, told: &Told<'_>) -> Value {
    let key = if told.is_error { "error" } else { "output" };
    let value = match told.structured {
        Some(value) if !told.is_error => value.clone(),
        _ => Value::String(told.text.clone()),
    };
    let mut response = Map::new();
    response.extend(call.id.iter().map(|id| ("id".to_owned(), json!(id))));
    response.insert("name".to_owned(), json!(call.name));
    response.insert("response".to_owned(), json!({key: value}));
    json!({"functionResponse": response})
}

/// Bedrock takes JSON only as an object.
fn bedrock(call: &Call, told: &Told<'_>) -> Value {
    let content = match told.structured {
        Some(value @ Value::Object(_)) if !told.is_error => json!([{"json": value}]),
        _ => json!([{"text": told.text}]),
    };
    let status = if told.is_error { "error" } else { "success" };
    json!({"toolResult": {"toolUseId": call.id, "content": content, "status": status}})
}
