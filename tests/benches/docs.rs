//! What it costs to describe a tool, whether it was registered or is resolved on every call. The
//! original takes 3,030 ns for level full.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::json;
use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::{
    Budget, Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, SchemaInfo, ToolExample,
};

/// What the original takes for level full.
const ORIGINAL: Duration = Duration::from_nanos(3030);

fn tool() -> Tool {
    let value = toolmodel_tests::shared_json("vectors/bench_tool.json").unwrap_or_else(|| {
        json!({
            "name": "search", "namespace": "ns", "description": "Search things",
            "inputSchema": {"type": "object", "required": ["query"], "properties": {
                "query": {"type": "string", "minLength": 1, "maxLength": 256},
                "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10},
                "sort": {"type": "string", "enum": ["asc", "desc"], "default": "asc"},
                "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 10}
            }}
        })
    });
    Tool::from_value(value).expect("a tool")
}

fn entry() -> DocEntry {
    let example = |title: &str| {
        ToolExample::new(title)
            .with_description("Finds what is new.")
            .with_arg("query", "rust")
            .with_arg("limit", 5)
            .with_result_hint("A list of hits.")
    };
    DocEntry::new("Search things.")
        .with_notes("Results are sorted by relevance unless `sort` says otherwise.")
        .with_example(example("First"))
        .with_example(example("Second"))
        .with_reference("https://example.com/search")
}

/// The time of one call in the fastest of many short batches, which other work on the machine
/// disturbs least.
fn fastest(call: impl Fn() -> bool) -> Duration {
    let batch = 100;
    let batches = (0..2000).map(|_| {
        let start = Instant::now();
        for _ in 0..batch {
            assert!(black_box(call()));
        }
        start.elapsed() / batch
    });
    batches.min().unwrap_or_default()
}

fn describe(criterion: &mut Criterion) {
    let id = tool().id().expect("an id").to_string();
    let registered = InMemoryDocs::new();
    registered.register(tool(), entry()).expect("registered");
    let served = tool();
    let resolved = InMemoryDocs::new().with_resolver(move |_: &str| Ok(Some(served.clone())));
    resolved
        .register_doc(id.clone(), entry())
        .expect("registered");
    for (name, docs) in [("registered", &registered), ("resolved", &resolved)] {
        let mut group = criterion.benchmark_group(name);
        for level in DetailLevel::ALL {
            group.bench_function(level.as_str(), |bencher| {
                bencher.iter(|| docs.describe(black_box(&id), level));
            });
        }
        group.finish();
        for level in DetailLevel::ALL {
            let each = fastest(|| docs.describe(black_box(&id), level).is_ok());
            let ratio = ORIGINAL.as_secs_f64() / each.as_secs_f64();
            println!("{name}/{level}: {each:?}, 1/{ratio:.1} of the original's level full");
        }
    }
    let schema = tool().input_schema;
    criterion.bench_function("schema_info", |bencher| {
        bencher.iter(|| SchemaInfo::of(black_box(&schema)));
    });
}

fn corpus(criterion: &mut Criterion) {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let docs = InMemoryDocs::new();
    let tools = tools.into_iter().map(|(file, json)| {
        let mut tool = Tool::from_mcp_value(json).expect("a tool");
        tool.namespace = Some(file);
        (tool, DocEntry::default())
    });
    docs.register_tools(tools).expect("registered");
    let ids = docs.ids();
    let mut group = criterion.benchmark_group("corpus");
    group.sample_size(10);
    group.bench_function("describe_many in 100,000 tokens", |bencher| {
        let budget = Budget::Tokens(100_000);
        bencher.iter(|| docs.describe_many(&ids, DetailLevel::Full, budget));
    });
    let catalogue = Catalogue::of("Corpus", &docs, DetailLevel::Full).expect("docs");
    group.bench_function("html", |bencher| bencher.iter(|| catalogue.to_html()));
    group.bench_function("markdown", |bencher| {
        bencher.iter(|| catalogue.to_markdown());
    });
    group.finish();
}

criterion_group!(benches, describe, corpus);
criterion_main!(benches);
