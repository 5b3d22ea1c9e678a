//! Answers of models: calls out of responses, whole and in pieces.

use serde_json::{Value, json};
use toolmodel_runtime::Tool;
use toolmodel_runtime::adapter::{ConvertedTools, Registry};

use crate::entries::outcome;
use crate::shapes::tool;
use crate::{Family, Outcome};

/// The calls of an answer: a name and arguments each.
type Calls = Vec<(String, Value)>;

/// Calls that grow with a number, by name, with the smallest size to try.
type Shape = (&'static str, usize, fn(usize) -> Calls);

const SHAPES: [Shape; 7] = [
    ("many calls", 100, |n| {
        (0..n).map(|i| (format!("t{i}"), json!({"a": i}))).collect()
    }),
    ("many unknown tools", 100, |n| {
        (0..n).map(|i| (format!("u{i}"), json!({"a": i}))).collect()
    }),
    ("long name", 10_000, |n| vec![("t".repeat(n), json!({}))]),
    ("long text", 10_000, |n| {
        vec![("t0".to_owned(), json!({"a": "word ".repeat(n / 5)}))]
    }),
    ("long list", 1000, |n| {
        vec![("t0".to_owned(), json!({"a": vec![Value::Null; n]}))]
    }),
    ("wide", 500, |n| {
        let members = (0..n).map(|i| (format!("name{i}"), Value::Null));
        vec![("t0".to_owned(), Value::Object(members.collect()))]
    }),
    ("deep", 20, |n| {
        let deep = (0..n).fold(json!({}), |below, _| json!({"a": below}));
        vec![("t0".to_owned(), deep)]
    }),
];

/// A provider's response with calls, and the events of the same in pieces.
type Format = (&'static str, fn(&Calls) -> Value, fn(&Calls) -> Vec<Value>);

const FORMATS: [Format; 4] = [
    ("openai-strict", chat, chat_pieces),
    ("openai-responses", responses, response_pieces),
    ("anthropic", anthropic, anthropic_pieces),
    ("gemini", gemini, |calls| vec![gemini(calls)]),
];

pub(crate) fn families() -> Vec<Family> {
    let mut families = Vec::new();
    for (shape, size, make) in SHAPES {
        for (format, whole, pieces) in FORMATS {
            families.push(Family {
                name: format!("read_calls {format}: {shape}"),
                size,
                prepare: Box::new(move |n| {
                    let (tools, response) = (converted(n, format), whole(&make(n)));
                    Box::new(move || outcome(&std::hint::black_box(tools.read_calls(&response))))
                }),
            });
            families.push(Family {
                name: format!("stream_calls {format}: {shape}"),
                size,
                prepare: Box::new(move |n| {
                    let (tools, events) = (converted(n, format), pieces(&make(n)));
                    Box::new(move || streamed(&tools, &events))
                }),
            });
        }
    }
    families
}

fn streamed(tools: &ConvertedTools, events: &[Value]) -> Outcome {
    let mut stream = tools.stream_calls();
    for event in events {
        let pushed = outcome(&stream.push(event));
        if pushed == Outcome::Refused {
            return pushed;
        }
    }
    std::hint::black_box(stream.finish());
    Outcome::Answered
}

/// As many tools as a request has at most.
fn converted(n: usize, format: &str) -> ConvertedTools {
    let schema =
        json!({"type": "object", "properties": {"a": {"type": ["integer", "string", "null"]}}});
    let tools: Vec<Tool> = (0..n.min(1000))
        .map(|i| {
            let mut tool = tool(&schema);
            tool["name"] = json!(format!("t{i}"));
            Tool::from_mcp_json(tool.to_string()).expect("a tool")
        })
        .collect();
    let converted = Registry::default().convert_tools(&tools, format);
    converted.expect("the tools are converted")
}

fn chat(calls: &Calls) -> Value {
    let calls = calls.iter().enumerate().map(|(i, (name, arguments))| {
        let function = json!({"name": name, "arguments": arguments.to_string()});
        json!({"id": format!("call{i}"), "type": "function", "function": function})
    });
    let message = json!({"role": "assistant", "tool_calls": calls.collect::<Vec<_>>()});
    json!({"choices": [{"message": message}]})
}

/// The text of arguments in pieces of some characters.
fn pieces(arguments: &Value) -> Vec<String> {
    let text: Vec<char> = arguments.to_string().chars().collect();
    text.chunks(16)
        .map(|piece| piece.iter().collect())
        .collect()
}

fn chat_pieces(calls: &Calls) -> Vec<Value> {
    let event = |call: Value| json!({"choices": [{"delta": {"tool_calls": [call]}}]});
    let mut events = Vec::new();
    for (i, (name, arguments)) in calls.iter().enumerate() {
        let function = json!({"name": name});
        events.push(event(json!({"index": i, "id": "c", "function": function})));
        let pieces = pieces(arguments).into_iter();
        events.extend(
            pieces.map(|piece| event(json!({"index": i, "function": {"arguments": piece}}))),
        );
    }
    events
}

fn responses(calls: &Calls) -> Value {
    let calls = calls.iter().map(|(name, arguments)| {
        json!({"type": "function_call", "call_id": "c", "name": name, "arguments": arguments.to_string()})
    });
    json!({"output": calls.collect::<Vec<_>>()})
}

fn response_pieces(calls: &Calls) -> Vec<Value> {
    let mut events = Vec::new();
    for (i, (name, arguments)) in calls.iter().enumerate() {
        let item = json!({"type": "function_call", "call_id": "c", "name": name, "arguments": ""});
        events.push(json!({"type": "response.output_item.added", "output_index": i, "item": item}));
        let pieces = pieces(arguments).into_iter();
        events.extend(pieces.map(|piece| {
            json!({"type": "response.function_call_arguments.delta", "output_index": i, "delta": piece})
        }));
    }
    events
}

fn anthropic(calls: &Calls) -> Value {
    let calls = calls.iter().map(|(name, arguments)| {
        json!({"type": "tool_use", "id": "c", "name": name, "input": arguments})
    });
    json!({"content": calls.collect::<Vec<_>>()})
}

fn anthropic_pieces(calls: &Calls) -> Vec<Value> {
    let mut events = Vec::new();
    for (i, (name, arguments)) in calls.iter().enumerate() {
        let block = json!({"type": "tool_use", "id": "c", "name": name, "input": {}});
        events.push(json!({"type": "content_block_start", "index": i, "content_block": block}));
        let pieces = pieces(arguments).into_iter();
        events.extend(pieces.map(|piece| {
            let delta = json!({"type": "input_json_delta", "partial_json": piece});
            json!({"type": "content_block_delta", "index": i, "delta": delta})
        }));
    }
    events
}

fn gemini(calls: &Calls) -> Value {
    let calls = calls
        .iter()
        .map(|(name, arguments)| json!({"functionCall": {"name": name, "args": arguments}}));
    json!({"candidates": [{"content": {"parts": calls.collect::<Vec<_>>()}}]})
}
