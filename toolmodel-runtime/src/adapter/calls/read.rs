//! Reads calls out of whole responses.

use serde_json::Value;

use super::{RawArguments, RawCall};
use crate::adapter::profile::Target;
use crate::error::{Error, ErrorKind, Result};
use crate::meter::Meter;
use crate::path::Path;
use crate::schema::kind_of;

/// The calls of a response.
pub(super) fn calls(
    target: Option<Target>,
    response: &Value,
    meter: &Meter,
) -> Result<Vec<RawCall>> {
    let root = &Path::Root;
    let reader = Reader { meter };
    match target {
        Some(Target::OpenAiChat | Target::Mistral) => reader.chat(response, root),
        Some(Target::OpenAiResponses) => {
            let path = root.key("output");
            reader.each(response.get("output"), &path, |item, path| {
                let is_call = kind(item) == Some("function_call");
                is_call.then(|| function(item, "call_id", path)).transpose()
            })
        }
        Some(Target::Anthropic) => {
            let path = root.key("content");
            reader.each(response.get("content"), &path, |block, path| {
                let is_call = kind(block) == Some("tool_use");
                is_call
                    .then(|| value_call(block, "id", "input", path))
                    .transpose()
            })
        }
        Some(Target::Gemini | Target::Vertex) => reader.gemini(response, root),
        Some(Target::Bedrock) => {
            let content = response
                .pointer("/output/message/content")
                .or(response.get("content"));
            let path = root.key("content");
            reader.each(content, &path, |block, path| {
                let call = block.get("toolUse");
                call.map(|call| value_call(call, "toolUseId", "input", path))
                    .transpose()
            })
        }
        Some(Target::Mcp | Target::A2a) | None => Err(Error::new(
            ErrorKind::InvalidOutput,
            "the format has no responses with calls",
        )),
    }
}

struct Reader<'m> {
    meter: &'m Meter,
}

impl Reader<'_> {
    fn chat(&self, response: &Value, path: &Path<'_>) -> Result<Vec<RawCall>> {
        let message = match response.get("choices") {
            Some(choices) => {
                let first = choices.get(0).and_then(|choice| choice.get("message"));
                first.ok_or_else(|| missing(&path.key("choices"), "a choice with a message"))?
            }
            None => response,
        };
        if !message.is_object() || message.get("role").is_none() {
            return Err(missing(path, "a chat completion or one of its messages"));
        }
        match message.get("tool_calls") {
            None | Some(Value::Null) => Ok(Vec::new()),
            calls => {
                let path = path.key("tool_calls");
                self.each(calls, &path, |call, path| {
                    let called = call.get("function");
                    let called = called.ok_or_else(|| missing(path, "a function call"))?;
                    let mut raw = function(called, "id", path)?;
                    raw.id = text(call, "id");
                    Ok(Some(raw))
                })
            }
        }
    }

    fn gemini(&self, response: &Value, path: &Path<'_>) -> Result<Vec<RawCall>> {
        let candidates = path.key("candidates");
        let said = response.get("candidates").filter(|found| !found.is_null());
        let content = match said {
            Some(Value::Array(found)) => match found.first() {
                Some(candidate) => candidate.get("content"),
                None => return Err(missing(&candidates, "a candidate")),
            },
            Some(_) => return Err(missing(&candidates, "an array")),
            None => Some(response),
        };
        let found = content.and_then(|content| content.get("parts"));
        // A candidate that was cut off may have no content.
        if said.is_some() && found.is_none_or(Value::is_null) {
            return Ok(Vec::new());
        }
        self.each(found, &path.key("parts"), |part, path| {
            let call = gemini_call(part);
            call.map(|call| value_call(call, "id", "args", path))
                .transpose()
        })
    }

    fn each(
        &self,
        items: Option<&Value>,
        path: &Path<'_>,
        mut read: impl FnMut(&Value, &Path<'_>) -> Result<Option<RawCall>>,
    ) -> Result<Vec<RawCall>> {
        let Some(Value::Array(items)) = items else {
            return Err(missing(path, "an array"));
        };
        let mut calls = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let path = path.index(i);
            self.meter.work(1).map_err(|exceeded| exceeded.at(&path))?;
            calls.extend(read(item, &path)?);
        }
        Ok(calls)
    }
}

/// The call of a part of Gemini's content, if it has one.
pub(super) fn gemini_call(part: &Value) -> Option<&Value> {
    part.get("functionCall").filter(|call| !call.is_null())
}

pub(super) fn kind(item: &Value) -> Option<&str> {
    item.get("type").and_then(Value::as_str)
}

pub(super) fn text(item: &Value, key: &str) -> Option<String> {
    item.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn missing(path: &Path<'_>, expected: &str) -> Error {
    Error::at(
        ErrorKind::InvalidOutput,
        path,
        format!("expected {expected}"),
    )
}

fn named(call: &Value, path: &Path<'_>) -> Result<String> {
    text(call, "name").ok_or_else(|| missing(&path.key("name"), "the name of a tool"))
}

/// A call whose arguments are JSON in a string; some servers send the JSON itself.
fn function(call: &Value, id: &str, path: &Path<'_>) -> Result<RawCall> {
    let arguments = match call.get("arguments") {
        Some(Value::String(text)) => RawArguments::Text(text.clone()),
        Some(value @ (Value::Object(_) | Value::Null)) => RawArguments::Value(value.clone()),
        None => RawArguments::Value(Value::Null),
        Some(other) => {
            let expected = format!("JSON in a text, found {}", kind_of(other));
            return Err(missing(&path.key("arguments"), &expected));
        }
    };
    Ok(RawCall {
        id: text(call, id),
        name: named(call, path)?,
        arguments,
    })
}

/// A call whose arguments are JSON.
pub(super) fn value_call(
    call: &Value,
    id: &str,
    arguments: &str,
    path: &Path<'_>,
) -> Result<RawCall> {
    Ok(RawCall {
        id: text(call, id),
        name: named(call, path)?,
        arguments: RawArguments::Value(call.get(arguments).cloned().unwrap_or_default()),
    })
}
