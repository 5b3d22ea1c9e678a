//! What docs cost is bounded, however large or twisted a schema is.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use toolmodel_runtime::docs::{
    Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, SchemaInfo,
};
use toolmodel_runtime::{Schema, Tool};

/// Schemas that once took the stack, the memory or the time of their reader.
fn twisted() -> Vec<(&'static str, Value)> {
    let wide = |n: usize, schema: &Value| -> Value {
        let names = (0..n).map(|i| (format!("p{i}"), schema.clone()));
        json!({"properties": names.collect::<Map<_, _>>()})
    };
    let one =
        |i: usize| json!({"properties": {format!("p{i}"): {}}, "required": [format!("p{i}")]});
    let many = |n: usize| (0..n).map(one).collect::<Vec<_>>();
    let values: Vec<usize> = (0..50_000).collect();
    let texts: Vec<String> = (0..30_000).map(|i| format!("t{i}")).collect();
    vec![
        ("items of items", json!({"items": {"$ref": "#"}})),
        (
            "arrays of arrays",
            json!({
                "properties": {"a": {"$ref": "#/$defs/n"}},
                "$defs": {"n": {"type": "array", "items": {"$ref": "#/$defs/n"}}}
            }),
        ),
        ("itself", json!({"$ref": "#"})),
        (
            "twice itself",
            json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}], "properties": {"a": {}}}),
        ),
        (
            "branches with themselves",
            json!({"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"anyOf": [
                {"properties": {"x": {"$ref": "#/$defs/n"}}},
                {"properties": {"y": {"$ref": "#/$defs/n"}}},
                {"items": {"$ref": "#/$defs/n"}},
            ]}}}),
        ),
        ("many properties", wide(50_000, &json!({"type": "string"}))),
        ("many parts", json!({"allOf": many(20_000)})),
        ("many branches", json!({"anyOf": many(20_000)})),
        (
            "many values",
            json!({"properties": {"a": {"allOf": [{"enum": values}, {"enum": values}]}}}),
        ),
        (
            "many types",
            json!({"properties": {"a": {"anyOf": [{"type": texts}, {"type": texts}]}}}),
        ),
        (
            "a long name",
            json!({"properties": {"`".repeat(1_000_000): {"type": "string"}}}),
        ),
        (
            "a long text",
            wide(3, &json!({"description": "` `` ```".repeat(100_000)})),
        ),
        (
            "long values",
            wide(300, &json!({"default": ["x".repeat(5000)], "not": {}})),
        ),
        (
            "long addresses",
            wide(3, &json!({"description": "https://`a`".repeat(50_000)})),
        ),
    ]
}

#[test]
fn twisted_schemas_are_told_as_far_as_they_go() {
    for (name, schema) in twisted() {
        let bytes = schema.to_string().len();
        let schema = Schema::try_from(schema).unwrap();
        let start = Instant::now();
        let docs = InMemoryDocs::new();
        docs.register(Tool::new("t", schema.clone()), DocEntry::new("s"))
            .unwrap();
        let doc = docs.describe("t", DetailLevel::Full).unwrap();
        let info = serde_json::to_string(&SchemaInfo::of(&schema)).unwrap();
        let markdown = doc.to_markdown();
        let html = Catalogue::new("t", [doc]).to_html();
        // No more than the schema itself and a bounded page.
        assert!(
            info.len() <= 3 * bytes + (4 << 20),
            "{name}: {}",
            info.len()
        );
        assert!(markdown.len() < 3 << 20, "{name}: {}", markdown.len());
        assert!(html.len() < 4 << 20, "{name}: {}", html.len());
        // Far more than is needed, even without optimisation.
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{name}: {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn long_texts_are_cut_where_they_are_shown() {
    let long = "word ".repeat(1_000_000);
    let mut tool = Tool::new("t", Schema::no_params());
    tool.title = Some(long.clone());
    tool.description = Some(format!("First.\n\n{long}"));
    tool.tags = vec![long.clone()];
    let docs = InMemoryDocs::new();
    docs.register(tool, DocEntry::new("s").with_reference(long.clone()))
        .unwrap();
    docs.register_doc(long, DocEntry::new("s")).unwrap();
    let catalogue = Catalogue::of("Tools", &docs, DetailLevel::Full).unwrap();
    let markdown = catalogue.to_markdown();
    assert!(markdown.len() < 100_000, "{}", markdown.len());
    assert_eq!(markdown.matches('…').count(), 5);
}
