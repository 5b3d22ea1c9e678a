//! Reads calls out of responses and writes results into messages, for the SDKs to judge.
//!
//! Takes JSON lines, `{"to", "tools", "response" or "events", "results"}`, and answers each with
//! `{"wire", "calls": [{"id", "tool", "arguments"}], "messages"}`, or with `{"error"}`.

use std::io::{BufRead, Write};

use serde_json::{Value, json};
use toolmodel_runtime::adapter::Registry;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::default();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let answer = answer(&registry, &request);
        let answer = answer.unwrap_or_else(|error| json!({"error": error.to_string()}));
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

fn answer(registry: &Registry, request: &Value) -> Result<Value, Box<dyn std::error::Error>> {
    let list = |key: &str| request[key].as_array().cloned().unwrap_or_default();
    let to = request["to"].as_str().unwrap_or_default();
    let tools = registry.convert_all(list("tools"), "mcp", to)?;
    let calls = if let Some(response) = request.get("response") {
        tools.read_calls(response)?
    } else {
        let mut stream = tools.stream_calls();
        for event in list("events") {
            stream.push(&event)?;
        }
        stream.finish()
    };
    let results = list("results");
    let pairs: Vec<_> = calls.iter().zip(&results).collect();
    let mut shown = Vec::new();
    for call in &calls {
        let arguments = call.arguments().map_err(ToString::to_string)?;
        shown.push(json!({"id": call.id, "tool": call.tool, "arguments": arguments}));
    }
    let messages = tools.write_results(&pairs);
    Ok(json!({"wire": tools.to_value(), "calls": shown, "messages": messages}))
}
