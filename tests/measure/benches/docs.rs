//! What it costs to describe a tool, whether it was registered or is resolved on every call. The
//! original takes 3,030 ns for level full.

mod timing;

use std::hint::black_box;

use serde_json::json;
use timing::{race, way};
use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::{
    Budget, Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, SchemaInfo, ToolExample,
};

/// What the original takes for level full.
const ORIGINAL_NANOSECONDS: f64 = 3030.0;

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

fn describe() {
    let id = tool().id().expect("an id").to_string();
    let registered = InMemoryDocs::new();
    registered.register(tool(), entry()).expect("registered");
    let served = tool();
    let resolved = InMemoryDocs::new().with_resolver(move |_: &str| Ok(Some(served.clone())));
    resolved
        .register_doc(id.clone(), entry())
        .expect("registered");
    for (name, docs) in [("registered", &registered), ("resolved", &resolved)] {
        let id = &id;
        let ways = DetailLevel::ALL.map(|level| {
            way(level.as_str(), move || {
                assert!(docs.describe(black_box(id), level).is_ok());
            })
        });
        for (level, each) in DetailLevel::ALL.iter().zip(race(name, ways.into())) {
            let ratio = ORIGINAL_NANOSECONDS / each;
            println!("  {level}: 1/{ratio:.1} of the original's level full");
        }
    }
    let schema = tool().input_schema;
    let info = way("schema_info", || SchemaInfo::of(black_box(&schema)));
    race("facts", vec![info]);
}

fn corpus() {
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
    let budget = Budget::Tokens(100_000);
    let catalogue = Catalogue::of("Corpus", &docs, DetailLevel::Full).expect("docs");
    let describe_many = || docs.describe_many(&ids, DetailLevel::Full, budget);
    let ways = vec![
        way("describe_many in 100,000 tokens", describe_many),
        way("html", || catalogue.to_html()),
        way("markdown", || catalogue.to_markdown()),
    ];
    race("corpus", ways);
}

fn main() {
    describe();
    corpus();
}
