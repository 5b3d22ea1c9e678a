//! Wrong calls as models make them, and the exact text they get to mend them by. The texts stand in
//! `calls.txt`, to be read line by line: would I know what to send next?
//!
//! `UPDATE=1` accepts what is said now.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use toolmodel_runtime::{DefaultValidator, Schema, SchemaValidator, Tool};

/// Bytes of the text for one call at most, all its violations told.
const LONGEST: usize = 1024;

#[expect(clippy::too_many_lines, reason = "a table")]
fn tools() -> Vec<(Tool, Vec<Value>)> {
    let tool = |name: &str, schema: Value, calls: Vec<Value>| {
        (Tool::new(name, Schema::try_from(schema).unwrap()), calls)
    };
    vec![
        tool(
            "ping",
            json!({"type": "object", "additionalProperties": false}),
            vec![
                json!({"x": 1}),
                json!({"verbose": true, "count": 2}),
                json!([]),
                json!(null),
                json!("{}"),
            ],
        ),
        tool(
            "listed",
            listed(),
            vec![
                json!({"mode": "1"}),
                json!({"mode": true}),
                json!({"level": 3}),
                json!({"level": 1, "cursor": 5}),
                json!({"preset": {"width": 2}, "op": "lt"}),
                json!({"change": {"id": 4}}),
            ],
        ),
        tool(
            "search",
            search(),
            vec![
                json!({}),
                json!({"qurey": "rust"}),
                json!({"query": null}),
                json!({"query": 5}),
                json!({"query": ""}),
                json!({"query": "rust", "limit": "5"}),
                json!({"query": "rust", "limit": 5.5}),
                json!({"query": "rust", "limit": 0}),
                json!({"query": "rust", "limit": 1000}),
                json!({"query": "rust", "limit": null}),
                json!({"query": "rust", "sort": "ascending"}),
                json!({"query": "rust", "sort": "DESC"}),
                json!({"query": "rust", "sort": 1}),
                json!({"query": "rust", "safe": "true"}),
                json!({"query": "rust", "safe": 1}),
                json!({"query": "rust", "tags": "web"}),
                json!({"query": "rust", "tags": "[\"web\"]"}),
                json!({"query": "rust", "tags": ["web", 2]}),
                json!({"query": "rust", "tags": ["a", "b", "c", "d"]}),
                json!({"query": "rust", "tags": ["a", "b", "a"]}),
                json!({"query": "rust", "page": 2}),
                json!({"query": "rust", "range": {"from": 5}}),
                json!({"query": "rust", "range": {"from": "5", "to": 6, "step": 1}}),
                json!({"query": "rust", "range": "{\"from\": 5, \"to\": 6}"}),
                json!("rust"),
            ],
        ),
        tool(
            "create_issue",
            create_issue(),
            vec![
                json!({"title": "Broken", "priority": "high"}),
                json!({"title": "Broken", "priority": "Urgent"}),
                json!({"title": "Broken", "priority": 1}),
                json!({"title": "Broken", "priority": null}),
                json!({"title": "Broken", "assignee": 5}),
                json!({"title": "Broken", "assignee": ["me"]}),
                json!({"title": "Broken", "draft": 1}),
                json!({"title": "Broken", "draft": []}),
                json!({"title": "Broken", "estimate": "soon"}),
                json!({"title": "Broken", "estimate": "3"}),
                json!({"title": "Broken", "labels": [{"name": "bug", "color": "red"}, "ui", 7]}),
                json!({"title": "Broken", "labels": [{"colour": "red"}]}),
                json!({"title": "Broken", "state": "done"}),
            ],
        ),
        tool(
            "edit",
            edit(),
            vec![
                json!({"steps": []}),
                json!({"steps": [{"kind": "insert", "line": "3", "text": "x"}]}),
                json!({"steps": [{"kind": "insert", "line": 3}]}),
                json!({"steps": [{"kind": "delete", "from": 3, "to": 2.5, "text": "x"}]}),
                json!({"steps": [{"kind": "remove", "from": 3, "to": 4}]}),
                json!({"steps": [{"kind": "repalce", "from": 3}]}),
                json!({"steps": [{"line": 3, "text": "x"}]}),
                json!({"steps": [{"kind": "insert", "line": 1, "text": "a"}, "delete"]}),
                json!({"steps": {"kind": "insert", "line": 1, "text": "a"}}),
                json!({"steps": [{"kind": null, "line": 1, "text": "a"}]}),
            ],
        ),
        tool(
            "notify",
            notify(),
            vec![
                json!({"to": {}}),
                json!({"to": {"email": 5}}),
                json!({"to": {"channel": "dev"}}),
                json!({"to": {"channel": "dev", "thred": 4}}),
                json!({"to": {"email": "a@example.com", "channel": "dev", "thread": 1}}),
                json!({"to": "dev"}),
                json!({"to": ["dev"]}),
                json!({}),
            ],
        ),
        tool(
            "filter",
            filter(),
            vec![
                json!({"where": {"field": "age", "op": ">>", "value": 3}}),
                json!({"where": {"and": [{"field": "age", "op": "=", "value": 3}, {"field": "name"}]}}),
                json!({"where": {"and": {"field": "age"}}}),
                json!({"where": {"xor": []}}),
                json!({"where": {"or": [{"and": [{"field": 1, "op": "=", "value": 1}]}]}}),
            ],
        ),
        tool(
            "transfer",
            transfer(),
            vec![
                json!({"amount": 0, "currency": "EUR", "iban": "x"}),
                json!({"amount": 1.005, "currency": "EUR", "account": "x"}),
                json!({"amount": 1, "currency": "euro", "account": "x"}),
                json!({"amount": 1, "currency": "EUR"}),
                json!({"amount": 1, "currency": "EUR", "account": "x", "iban": "y"}),
                json!({"amount": 1, "currency": "EUR", "account": "x", "at": "tomorrow"}),
                json!({"amount": 1, "currency": "EUR", "account": "x", "repeat": "daily"}),
                json!({"amount": 1, "currency": "EUR", "account": "x", "pin": "12"}),
                json!({"amount": 1, "currency": "EUR", "account": "x", "webhook": "https://u:pw@host/x"}),
                json!({"amount": 1, "currency": "EUR", "account": "x", "notify": "me"}),
                json!({"amount": 1, "currency": "XXX", "account": "x"}),
                json!({"amount": "1", "currency": 978, "account": null}),
            ],
        ),
        tool(
            "resize",
            resize(),
            vec![
                json!({"size": [640]}),
                json!({"size": [640, 480, 3]}),
                json!({"size": ["640", 480]}),
                json!({"size": [640, 480], "formats": ["gif"]}),
                json!({"size": [640, 480], "meta": {"Bad Name": "x"}}),
                json!({"size": [640, 480], "meta": {"x-a": 1}}),
                json!({"size": [640, 480], "legacy": true}),
                json!({"size": [640, 480], "id": "abc", "from": "2026-13-01", "mail": "me", "site": "x y"}),
                json!({"size": {"width": 640, "height": 480}}),
            ],
        ),
        tool(
            "draw",
            draw(),
            vec![
                json!({"shape": {}}),
                json!({"shape": {"radius": "5"}}),
                json!({"shape": {"side": "1", "radius": "5"}}),
                json!({"shape": 5}),
                json!({"source": {}}),
                json!({"source": {"from": {}}}),
                json!({"source": {"from": "a"}}),
                json!({"lines": [1]}),
                json!({"lines": [["a"], {"x": 1}]}),
                json!({"fill": {"kind": "dots"}}),
                json!({"fill": {"kind": "solid", "color": 5}}),
                json!({"fill": "red"}),
            ],
        ),
    ]
}

fn search() -> Value {
    json!({
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50},
            "sort": {"enum": ["asc", "desc"]},
            "safe": {"type": "boolean"},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3, "uniqueItems": true},
            "range": {
                "type": "object",
                "properties": {"from": {"type": "integer"}, "to": {"type": "integer"}},
                "required": ["from", "to"],
                "additionalProperties": false,
            },
        },
        "required": ["query"],
        "additionalProperties": false,
    })
}

fn create_issue() -> Value {
    json!({
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "priority": {"oneOf": [
                {"description": "Some day.", "type": "string", "const": "low"},
                {"description": "Next.", "type": "string", "const": "normal"},
                {"description": "Now.", "type": "string", "const": "urgent"},
            ]},
            "assignee": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "draft": {"anyOf": [{"type": "boolean"}, {"type": "string"}]},
            "estimate": {"anyOf": [{"type": "integer"}, {"enum": ["small", "large"]}, {"type": "null"}]},
            "labels": {"type": "array", "items": {"anyOf": [
                {"type": "string"},
                {"type": "object", "properties": {"name": {"type": "string"}, "color": {"type": "string"}},
                 "required": ["name"], "additionalProperties": false},
            ]}},
            "state": {"anyOf": [{"const": "open"}, {"const": "closed"}]},
        },
        "required": ["title"],
        "additionalProperties": false,
    })
}

fn edit() -> Value {
    let step = |kind: &str, properties: Value, required: Value| {
        let mut schema = json!({"type": "object", "properties": {"kind": {"const": kind}},
            "required": ["kind"], "additionalProperties": false});
        for (name, property) in properties.as_object().unwrap() {
            schema["properties"][name] = property.clone();
        }
        schema["required"]
            .as_array_mut()
            .unwrap()
            .extend(required.as_array().unwrap().clone());
        schema
    };
    let (line, text) = (json!({"type": "integer"}), json!({"type": "string"}));
    json!({
        "type": "object",
        "properties": {"steps": {"type": "array", "minItems": 1, "items": {"oneOf": [
            {"$ref": "#/$defs/Insert"}, {"$ref": "#/$defs/Delete"}, {"$ref": "#/$defs/Replace"},
        ]}}},
        "required": ["steps"],
        "$defs": {
            "Insert": step("insert", json!({"line": line, "text": text}), json!(["line", "text"])),
            "Delete": step("delete", json!({"from": line, "to": line}), json!(["from", "to"])),
            "Replace": step("replace", json!({"from": line, "to": line, "text": text}),
                json!(["from", "to", "text"])),
        },
    })
}

fn notify() -> Value {
    json!({
        "type": "object",
        "properties": {"to": {"anyOf": [
            {"title": "Mail", "type": "object", "properties": {"email": {"type": "string"}},
             "required": ["email"], "additionalProperties": false},
            {"type": "object",
             "properties": {"channel": {"type": "string"}, "thread": {"type": "integer"}},
             "required": ["channel", "thread"], "additionalProperties": false},
        ]}},
        "required": ["to"],
    })
}

fn filter() -> Value {
    let list = json!({"type": "array", "items": {"$ref": "#/$defs/condition"}});
    let one = |name: &str| json!({"type": "object", "properties": {name: list}, "required": [name], "additionalProperties": false});
    json!({
        "type": "object",
        "properties": {"where": {"$ref": "#/$defs/condition"}},
        "required": ["where"],
        "$defs": {"condition": {"anyOf": [
            one("and"),
            one("or"),
            {"type": "object",
             "properties": {"field": {"type": "string"}, "op": {"enum": ["=", "<", ">"]}, "value": {}},
             "required": ["field", "op", "value"], "additionalProperties": false},
        ]}},
    })
}

fn transfer() -> Value {
    json!({
        "type": "object",
        "properties": {
            "amount": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.01},
            "currency": {"type": "string", "pattern": "^[A-Z]{3}$", "not": {"const": "XXX"}},
            "account": {"type": "string"},
            "iban": {"type": "string"},
            "at": {"type": "string", "format": "date-time"},
            "repeat": {"type": "string"},
            "until": {"type": "string", "format": "date"},
            "pin": {"type": "string", "minLength": 4, "pattern": "^[0-9]+$"},
            "webhook": {"enum": ["https://example.com/hook"]},
            "notify": {"type": "string", "format": "email"},
        },
        "required": ["amount", "currency"],
        "oneOf": [{"required": ["account"]}, {"required": ["iban"]}],
        "dependentRequired": {"repeat": ["until"]},
    })
}

/// Unions in unions, and alternatives that differ in the types of their members.
fn draw() -> Value {
    let one = |name: &str, kind: &str| json!({"type": "object", "properties": {name: {"type": kind}}, "required": [name]});
    json!({
        "type": "object",
        "properties": {
            "shape": {"anyOf": [
                {"oneOf": [one("radius", "integer"), one("side", "integer")]},
                one("points", "array"),
            ]},
            "source": {"anyOf": [
                {"type": "object", "properties": {"from": one("url", "string")}, "required": ["from"]},
                one("from", "integer"),
            ]},
            "lines": {"anyOf": [
                {"type": "array", "items": {"type": "string"}},
                {"type": "array", "items": {"type": "array"}},
            ]},
            "fill": {"anyOf": [
                {"anyOf": [
                    {"type": "object", "properties": {"kind": {"const": "solid"}, "color": {"type": "string"}}, "required": ["kind"]},
                    {"type": "object", "properties": {"kind": {"const": "none"}}, "required": ["kind"]},
                ]},
                {"type": "null"},
            ]},
        },
    })
}

fn resize() -> Value {
    json!({
        "type": "object",
        "properties": {
            "size": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}],
                     "items": false, "minItems": 2},
            "formats": {"type": "array", "items": {"type": "string"}, "contains": {"enum": ["png", "webp"]}},
            "meta": {"type": "object", "propertyNames": {"pattern": "^[a-z-]+$"},
                     "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false},
            "legacy": false,
            "id": {"type": "string", "format": "uuid"},
            "from": {"type": "string", "format": "date"},
            "mail": {"type": "string", "format": "email"},
            "site": {"type": "string", "format": "uri"},
        },
        "required": ["size"],
    })
}

/// Values that are listed: what quotes around them change, what is short, and what has but one.
fn listed() -> Value {
    json!({
        "type": "object",
        "properties": {
            "mode": {"enum": [1, "true", null]},
            "level": {"anyOf": [{"type": "string", "enum": ["1", "2"]}, {"type": "null"}]},
            "cursor": {"type": "null"},
            "preset": {"const": {"width": 1}},
            "op": {"type": "string", "enum": ["eq", "gt"]},
            "change": {"oneOf": [
                {"properties": {"do": {"const": "open"}, "title": {"type": "string"}}, "required": ["do", "title"]},
                {"properties": {"do": {"const": "close"}, "id": {"type": "integer"}}, "required": ["do", "id"]},
            ]},
        },
    })
}

#[test]
fn models_are_told_what_to_send_next() {
    let validator = DefaultValidator::builder().formats(true).build().unwrap();
    let mut text = String::new();
    let mut calls = 0;
    for (tool, wrong) in tools() {
        for arguments in wrong {
            calls += 1;
            let error = validator.validate_input(&tool, &arguments).unwrap_err();
            let told = error.to_model_text();
            assert!(told.len() <= LONGEST, "{} bytes: {told}", told.len());
            let _ = writeln!(text, "{} {arguments}", tool.name);
            for line in told.lines().skip(1) {
                let _ = writeln!(text, "    {line}");
            }
            text.push('\n');
        }
    }
    assert!(calls >= 60, "{calls}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("validate/calls.txt");
    if let Err(difference) = toolmodel_tests::fixture::compare(&path, &text) {
        panic!("{difference}");
    }
}
