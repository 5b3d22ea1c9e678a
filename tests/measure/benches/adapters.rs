//! Speed of conversions: the tool of the reference comparison, and all tools of the corpus.

mod timing;

use std::hint::black_box;

use serde_json::Value;
use timing::{race, way};
use toolmodel_runtime::Tool;
use toolmodel_runtime::adapter::Registry;

/// What the Go original takes for mcp to openai of `bench_tool.json`, struct to struct.
const GO_NANOSECONDS: u32 = 38_000;

fn one_tool() {
    let Some(json) = toolmodel_tests::shared_json("vectors/bench_tool.json") else {
        return;
    };
    let registry = &Registry::default();
    let tool = &Tool::from_value(json.clone()).expect("the tool of the comparison is valid");
    let text = json.to_string();
    let to_wire = |to| {
        way(format!("mcp to {to}, tool to wire struct"), move || {
            registry.convert_tool(black_box(tool), to)
        })
    };
    let mut ways = vec![to_wire("openai")];
    let others = registry.list().into_iter().filter(|to| *to != "openai");
    ways.extend(others.map(to_wire));
    ways.push(way("mcp to openai, tool to JSON value", || {
        let converted = registry.convert_tool(black_box(tool), "openai");
        converted.map(|tool| tool.to_value())
    }));
    ways.push(way("mcp to openai, JSON text to JSON text", || {
        let json: Value = serde_json::from_str(black_box(&text)).unwrap_or_default();
        let converted = registry.convert(json, "mcp", "openai");
        converted.map(|tool| tool.to_json())
    }));
    race(&format!("bench_tool, Go takes {GO_NANOSECONDS} ns"), ways);
}

fn corpus() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = &Registry::default();
    let read = |(_, json): (String, Value)| Tool::from_mcp_value(json).ok();
    let tools: Vec<Tool> = tools.into_iter().filter_map(read).collect();
    let convert_all = |to| {
        let tools = &tools;
        way(format!("mcp to {to}"), move || {
            for tool in tools {
                let _ = black_box(registry.convert_tool(black_box(tool), to));
            }
        })
    };
    let ways = registry.list().into_iter().map(convert_all).collect();
    race(&format!("corpus, {} tools", tools.len()), ways);
}

/// Converts the tool of the comparison a number of times and nothing else, so that instructions
/// can be counted: `valgrind --tool=callgrind` with `ADAPTER_ITERATIONS` at two values.
fn count_instructions(iterations: u32) {
    let Some(json) = toolmodel_tests::shared_json("vectors/bench_tool.json") else {
        return;
    };
    let registry = Registry::default();
    let tool = Tool::from_value(json).expect("the tool of the comparison is valid");
    for _ in 0..iterations {
        let _ = black_box(registry.convert_tool(black_box(&tool), "openai"));
    }
}

fn main() {
    let iterations = std::env::var("ADAPTER_ITERATIONS").ok();
    if let Some(iterations) = iterations.and_then(|text| text.parse().ok()) {
        return count_instructions(iterations);
    }
    one_tool();
    corpus();
}
