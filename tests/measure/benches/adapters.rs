//! Speed of conversions: the tool of the reference comparison, and all tools of the corpus.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use serde_json::Value;
use toolmodel_runtime::Tool;
use toolmodel_runtime::adapter::Registry;

/// What the Go original takes for mcp to openai of `bench_tool.json`, struct to struct.
const GO_NANOSECONDS: u32 = 38_000;

fn one_tool(criterion: &mut Criterion) {
    let Some(json) = toolmodel_tests::shared_json("vectors/bench_tool.json") else {
        return;
    };
    let registry = Registry::default();
    let tool = Tool::from_value(json.clone()).expect("the tool of the comparison is valid");
    let text = json.to_string();
    let mut group = criterion.benchmark_group(format!("bench_tool, Go takes {GO_NANOSECONDS} ns"));
    for to in registry.list() {
        group.bench_function(format!("mcp to {to}, tool to wire struct"), |bencher| {
            bencher.iter(|| registry.convert_tool(black_box(&tool), to));
        });
    }
    group.bench_function("mcp to openai, tool to JSON value", |bencher| {
        bencher.iter(|| {
            registry
                .convert_tool(black_box(&tool), "openai")
                .map(|tool| tool.to_value())
        });
    });
    group.bench_function("mcp to openai, JSON text to JSON text", |bencher| {
        bencher.iter(|| {
            let json: Value = serde_json::from_str(black_box(&text)).unwrap_or_default();
            registry
                .convert(json, "mcp", "openai")
                .map(|tool| tool.to_json())
        });
    });
    group.finish();
}

fn corpus(criterion: &mut Criterion) {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = Registry::default();
    let read = |(_, json): (String, Value)| Tool::from_mcp_value(json).ok();
    let tools: Vec<Tool> = tools.into_iter().filter_map(read).collect();
    let mut group = criterion.benchmark_group("corpus");
    group.throughput(Throughput::Elements(tools.len() as u64));
    group.sample_size(10);
    for to in registry.list() {
        group.bench_function(format!("mcp to {to}"), |bencher| {
            bencher.iter(|| {
                for tool in &tools {
                    let _ = black_box(registry.convert_tool(black_box(tool), to));
                }
            });
        });
    }
    group.finish();
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
    let mut criterion = Criterion::default().configure_from_args();
    one_tool(&mut criterion);
    corpus(&mut criterion);
    criterion.final_summary();
}
