//! Schemas of which little text is compiled many times: a subschema is compiled once for every way to name it
//! and for every chain of documents that leads to it.

use serde_json::{Map, Value, json};
use toolmodel_runtime::{DefaultValidator, ErrorKind, Result, Schema};

fn check(schema: Value) -> Result<()> {
    let run = move || {
        let schema = Schema::try_from(schema)?;
        DefaultValidator::new().check_schema(&schema)
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(run).unwrap().join().unwrap()
}

fn exceeds(schema: Value, limit: &str) {
    let error = check(schema).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
    let hint = format!("raise `Limits::{limit}` to allow more");
    assert!(error.to_string().ends_with(&hint), "{error}");
}

fn properties(count: usize, schema: impl Fn(usize) -> Value) -> Map<String, Value> {
    (0..count).map(|i| (format!("p{i}"), schema(i))).collect()
}

/// Documents inside each other, each with references to itself and to the outermost.
fn documents(levels: usize, references: usize) -> Value {
    let mut schema = json!({"type": "string"});
    for level in 0..levels {
        let mut members = properties(references, |i| match i % 2 {
            0 => json!({"$ref": "https://example.com/#outermost"}),
            _ => json!({"$ref": format!("#a{level}")}),
        });
        members.insert("down".to_owned(), schema);
        schema = json!({
            "$id": format!("d{level}/"), "$anchor": format!("a{level}"), "properties": members,
        });
    }
    json!({"$id": "https://example.com/", "$anchor": "outermost", "properties": {"down": schema}})
}

#[test]
fn documents_inside_documents_are_counted_as_often_as_they_are_compiled() {
    check(documents(5, 4)).unwrap();
    exceeds(documents(44, 20), "schema_pointers");
    exceeds(documents(20, 100), "unrolled");
}

/// An index of an array is found with zeros in front of it, too.
fn spelled(references: usize, size: usize) -> Value {
    let members = properties(size, |_| json!({"type": "string"}));
    let reference = |i: usize| json!({"$ref": format!("#/allOf/{}", "0".repeat(i + 1))});
    json!({
        "allOf": [{"properties": members}],
        "properties": {"a": {"properties": properties(references, reference)}},
    })
}

#[test]
fn a_place_with_many_names_is_counted_for_each() {
    check(spelled(20, 50)).unwrap();
    exceeds(spelled(700, 4000), "unrolled");
    exceeds(spelled(90, 1000).pointed_to_from_afar(), "schema_pointers");
}

trait Afar {
    fn pointed_to_from_afar(self) -> Self;
}

impl Afar for Value {
    /// With a long way to the place that has many names.
    fn pointed_to_from_afar(mut self) -> Self {
        let place = self["allOf"].take();
        let key = "k".repeat(1500);
        self["$defs"] = json!({key.as_str(): place});
        self["allOf"] = json!([true]);
        let members = self["properties"]["a"]["properties"].as_object_mut();
        for (i, member) in members.unwrap().values_mut().enumerate() {
            *member = json!({"$ref": format!("#/$defs/{key}/{}", "0".repeat(i + 1))});
        }
        self
    }
}

/// For a reference to an anchor, all anchors of its document and of those inside it are noted.
fn anchors(levels: usize, count: usize) -> Value {
    let named = properties(count, |i| json!({"$anchor": format!("z{i}")}));
    let mut schema = json!({"properties": {"k".repeat(500): {"$defs": named}}});
    for level in 0..levels {
        schema = json!({
            "$id": format!("d{level}"),
            "properties": {
                "down": schema,
                "to": {"$ref": format!("#q{level}")},
                "at": {"$anchor": format!("q{level}")},
            },
        });
    }
    schema["$id"] = json!("https://example.com/");
    schema
}

#[test]
fn anchors_of_documents_inside_documents_are_counted() {
    check(anchors(4, 50)).unwrap();
    exceeds(anchors(40, 4000), "schema_pointers");
}

/// Values and unknown keywords are copied with the subschema that they stand in.
#[test]
fn values_are_counted_as_often_as_they_are_copied() {
    let values: Vec<String> = (0..5000).map(|i| format!("value {i}")).collect();
    for keyword in ["enum", "const", "required", "x-unknown"] {
        let large = json!({"$id": "large", keyword: values});
        let each = |i| json!({"$id": format!("d{i}"), "properties": {"a": {"$ref": "large"}}});
        let mut definitions = properties(1500, each);
        definitions.insert("large".to_owned(), large);
        let schema = json!({
            "$id": "https://example.com/",
            "properties": properties(1500, |i| json!({"$ref": format!("d{i}")})),
            "$defs": definitions,
        });
        exceeds(schema, "schema_pointers");
    }
}

/// What is compiled twice or three times, as most that refers to itself is, is no more than that.
#[test]
fn recursive_schemas_are_compiled_as_before() {
    let leaf = properties(900, |_| json!({"$ref": "#"}));
    check(json!({"properties": {"a": {"properties": leaf}}})).unwrap();
    let web = properties(60, |_| {
        let to = properties(60, |i| json!({"$ref": format!("#/$defs/p{i}")}));
        json!({"properties": to})
    });
    check(json!({"$ref": "#/$defs/p0", "$defs": web})).unwrap();
}
