//! Shapes of schemas that grow with a number.

use serde_json::{Map, Value, json};

/// A shape, by name, with the smallest size to try.
pub(crate) type Shape = (&'static str, usize, fn(usize) -> Value);

/// The input schemas of tools.
pub(crate) const SHAPES: [Shape; 20] = [
    ("wide", 200, wide),
    ("deep", 10, deep),
    ("long key", 4000, long_key),
    ("long text", 10_000, long_text),
    ("long backticks", 4000, long_backticks),
    ("many references", 100, references),
    ("one reference often", 200, one_reference),
    ("chain of references", 20, chain),
    ("many branches", 50, branches),
    ("many tagged branches", 50, tagged),
    ("many allOf", 50, all_of),
    ("many values", 400, values),
    ("many required", 200, required),
    ("many types", 100, types),
    ("many patterns", 20, patterns),
    ("long pattern", 200, long_pattern),
    ("many conditions", 20, conditions),
    ("many dependents", 50, dependents),
    ("many unknown keywords", 200, unknown),
    ("many wrong keywords", 100, wrong),
];

/// A tool with an input schema.
pub(crate) fn tool(schema: &Value) -> Value {
    json!({"name": "grow", "description": "Grows.", "inputSchema": schema})
}

pub(crate) fn named(count: usize, value: impl Fn(usize) -> Value) -> Value {
    let entries = (0..count).map(|i| (format!("name{i}"), value(i)));
    Value::Object(entries.collect())
}

pub(crate) fn object(properties: Value) -> Value {
    let mut schema = json!({"type": "object"});
    schema["properties"] = properties;
    schema
}

fn wide(n: usize) -> Value {
    object(named(
        n,
        |_| json!({"type": "string", "description": "A text."}),
    ))
}

fn deep(n: usize) -> Value {
    let leaf = json!({"type": "object", "properties": {"end": {"type": "integer"}}});
    (0..n).fold(leaf, |below, _| object(json!({"down": below})))
}

fn long_key(n: usize) -> Value {
    object(json!({"k".repeat(n): {"type": "string", "minlength": 1}}))
}

fn long_text(n: usize) -> Value {
    object(json!({"a": {"type": "string", "description": "word ".repeat(n / 5)}}))
}

fn long_backticks(n: usize) -> Value {
    object(json!({"a": {"type": "string", "description": "`".repeat(n)}}))
}

fn references(n: usize) -> Value {
    let mut schema = object(named(n, |i| json!({"$ref": format!("#/$defs/name{i}")})));
    schema["$defs"] = named(
        n,
        |_| json!({"type": "object", "properties": {"a": {"type": "string"}}}),
    );
    schema
}

fn one_reference(n: usize) -> Value {
    let mut schema = object(named(n, |_| json!({"$ref": "#/$defs/one"})));
    schema["$defs"] = json!({"one": {"type": "string", "enum": ["a", "b", "c"]}});
    schema
}

fn chain(n: usize) -> Value {
    let mut schema = object(json!({"first": {"$ref": "#/$defs/name0"}}));
    schema["$defs"] = named(n, |i| match i + 1 {
        next if next < n => json!({"$ref": format!("#/$defs/name{next}")}),
        _ => json!({"type": "string"}),
    });
    schema
}

fn branches(n: usize) -> Value {
    let branch = |i| json!({"type": "object", "properties": {format!("p{i}"): {"type": "string"}}, "required": [format!("p{i}")]});
    object(json!({"a": {"anyOf": (0..n).map(branch).collect::<Vec<_>>()}}))
}

fn tagged(n: usize) -> Value {
    let branch = |i| json!({"type": "object", "properties": {"kind": {"const": format!("k{i}")}, "a": {"type": "string"}}, "required": ["kind"]});
    object(json!({"a": {"oneOf": (0..n).map(branch).collect::<Vec<_>>()}}))
}

fn all_of(n: usize) -> Value {
    let part = |i| json!({"type": "object", "properties": {format!("p{i}"): {"type": "string"}}});
    object(json!({"a": {"allOf": (0..n).map(part).collect::<Vec<_>>()}}))
}

fn values(n: usize) -> Value {
    let values: Vec<String> = (0..n).map(|i| format!("value{i}")).collect();
    object(json!({"a": {"type": "string", "enum": values}}))
}

fn required(n: usize) -> Value {
    let mut schema = wide(n);
    schema["required"] = (0..n).map(|i| format!("name{i}")).collect();
    schema
}

fn types(n: usize) -> Value {
    let all = json!(["string", "integer", "boolean", "null", "array", "object"]);
    object(named(n, |_| json!({"type": all})))
}

fn patterns(n: usize) -> Value {
    let patterns = (0..n).map(|i| (format!("^x{i}-"), json!({"type": "string"})));
    json!({"type": "object", "patternProperties": patterns.collect::<Map<_, _>>()})
}

fn long_pattern(n: usize) -> Value {
    object(json!({"a": {"type": "string", "pattern": format!("^({})$", "ab|".repeat(n))}}))
}

fn conditions(n: usize) -> Value {
    let condition =
        |i| json!({"if": {"required": [format!("name{i}")]}, "then": {"required": ["name0"]}});
    let mut schema = wide(n);
    schema["allOf"] = (0..n).map(condition).collect();
    schema
}

fn dependents(n: usize) -> Value {
    let mut schema = wide(n);
    schema["dependentRequired"] = named(n, |i| json!([format!("name{}", (i + 1) % n)]));
    schema
}

fn unknown(n: usize) -> Value {
    let mut schema = named(n, |i| json!(i));
    schema["type"] = json!("object");
    schema
}

fn wrong(n: usize) -> Value {
    object(named(n, |_| json!({"type": "string", "minLength": "long"})))
}
