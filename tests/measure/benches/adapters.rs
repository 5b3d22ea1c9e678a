//! Speed of conversions: the tool of the reference comparison, and all tools of the corpus.
//!
//! `cargo bench --bench adapters` measures time; `benches/count.sh adapters` counts instructions.

mod timing;

use std::hint::black_box;

use serde_json::{Map, Value, json};
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

/// How often a conversion is done when instructions are counted.
const CONVERSIONS: usize = 50;

/// A tool with so many optional properties of several kinds.
fn wide_tool(properties: usize) -> Tool {
    let kinds = [
        json!({"type": "string", "description": "A text", "maxLength": 40}),
        json!({"type": "integer", "minimum": 0}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"type": ["string", "null"]}),
    ];
    let named = (0..properties).map(|i| (format!("p{i}"), kinds[i % kinds.len()].clone()));
    let schema = json!({"type": "object", "properties": named.collect::<Map<_, _>>()});
    let tool = json!({"name": "wide", "inputSchema": schema});
    Tool::from_mcp_value(tool).expect("a tool with many properties is valid")
}

/// Tools by name, and the formats to convert each to. The comparison's tool comes first.
fn counted_tools() -> Vec<(String, Tool, &'static [&'static str])> {
    let mut tools = Vec::new();
    if let Some(json) = toolmodel_tests::shared_json("vectors/bench_tool.json") {
        let tool = Tool::from_value(json).expect("the tool of the comparison is valid");
        let formats: &[&str] = &[
            "openai",
            "openai-strict",
            "gemini",
            "anthropic-strict",
            "anthropic",
            "bedrock",
        ];
        tools.push(("bench_tool".to_owned(), tool, formats));
    }
    for properties in [400, 800, 1600, 3200] {
        let name = format!("{properties} properties");
        let formats: &[&str] = &["openai", "openai-strict", "gemini"];
        tools.push((name, wide_tool(properties), formats));
    }
    tools
}

/// Converts one tool to one format for a counter of instructions; without names, prints all.
fn count(names: &[String]) {
    let registry = Registry::default();
    for (name, tool, formats) in counted_tools() {
        for format in formats {
            let convert = || registry.convert_tool(black_box(&tool), format);
            match names {
                [wanted, to, ..] if *wanted == name && to == format => {
                    let converted = convert().expect("the tool can be converted");
                    let wants_strict = format.ends_with("-strict");
                    assert_eq!(converted.strict, wants_strict, "{name} to {format}");
                    counted_reads(&|| drop(black_box(convert())));
                }
                [_, _, ..] => {}
                _ => println!("{name}\t{format}\t{CONVERSIONS}"),
            }
        }
    }
}

/// The counter looks for this function by its name.
#[inline(never)]
fn counted_reads(run: &dyn Fn()) {
    for _ in 0..CONVERSIONS {
        run();
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [mode, names @ ..] if mode == "count" => count(names),
        _ => {
            one_tool();
            corpus();
        }
    }
}
