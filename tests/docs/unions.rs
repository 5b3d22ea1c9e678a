//! Unions in tables read as "one of", with a heading for each branch.

use serde_json::{Value, json};
use toolmodel_runtime::docs::{Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs};
use toolmodel_runtime::{Schema, Tool};

fn store(schema: Value) -> InMemoryDocs {
    let docs = InMemoryDocs::new();
    let tool = Tool::new("t", Schema::try_from(schema).unwrap());
    docs.register(tool, DocEntry::new("Does.")).unwrap();
    docs
}

/// The rows of the table, in Markdown.
fn rows(schema: Value) -> Vec<String> {
    let doc = store(schema).describe("t", DetailLevel::Schema).unwrap();
    let markdown = doc.to_markdown();
    let rows = markdown
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1);
    rows.map(str::to_owned).collect()
}

#[test]
fn a_tagged_union_has_a_heading_for_each_tag() {
    let schema = json!({
        "properties": {
            "steps": {
                "type": "array",
                "items": {"oneOf": [
                    {"type": "object", "description": "Gets a page.", "properties": {
                        "op": {"const": "fetch"}, "url": {"type": "string"}
                    }, "required": ["op", "url"]},
                    {"type": "object", "properties": {
                        "op": {"const": "wait"}, "seconds": {"type": "integer"}
                    }, "required": ["op"]}
                ]}
            }
        }
    });
    assert_eq!(
        rows(schema),
        [
            "| `steps` | array of object |  |  |",
            "| `steps[]` | one of: **fetch** |  | Gets a page. |",
            "| `steps[].op` | string | yes | always: `\"fetch\"` |",
            "| `steps[].url` | string | yes |  |",
            "| `steps[]` | one of: **wait** |  |  |",
            "| `steps[].op` | string | yes | always: `\"wait\"` |",
            "| `steps[].seconds` | integer |  |  |",
        ]
    );
}

#[test]
fn branches_are_called_by_what_tells_them_apart() {
    let object =
        |name: &str| json!({"type": "object", "properties": {name: {}}, "required": [name]});
    let schema = json!({
        "$defs": {"Circle": object("radius")},
        "properties": {
            "shape": {"anyOf": [
                {"$ref": "#/$defs/Circle"},
                {"title": "A square", "type": "object", "properties": {"side": {}}},
                object("points"),
                {"type": "array", "items": {"type": "object", "properties": {"x": {}}}},
                {"type": "string", "minLength": 1},
            ]}
        }
    });
    assert_eq!(
        rows(schema),
        [
            "| `shape` | object or array or string |  | string: at least 1 character |",
            "| `shape` | one of: **Circle** |  |  |",
            "| `shape.radius` | any | yes |  |",
            "| `shape` | one of: **A square** |  |  |",
            "| `shape.side` | any |  |  |",
            "| `shape` | one of: **with points** |  |  |",
            "| `shape.points` | any | yes |  |",
            "| `shape` | one of: **array of object** |  |  |",
            "| `shape[].x` | any |  |  |",
        ]
    );
}

#[test]
fn a_union_of_plain_values_is_one_row() {
    let schema = json!({
        "properties": {
            "priority": {"oneOf": [
                {"const": "low", "description": "Whenever."},
                {"const": "high", "description": "Now."},
            ]},
            "size": {"anyOf": [
                {"enum": ["small", "large"]},
                {"type": "integer", "minimum": 1},
                {"type": "array", "items": {"type": "integer"}, "maxItems": 2},
            ]},
            "id": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        }
    });
    assert_eq!(
        rows(schema),
        [
            "| `priority` | string |  | one of: `\"low\"`, `\"high\"`<br>`\"low\"`: Whenever.<br>`\"high\"`: Now. |",
            "| `size` | string or integer or array |  | string: one of: `\"small\"`, `\"large\"`<br>integer: at least: `1`<br>array of integer: at most 2 items |",
            "| `id` | string or integer |  |  |",
        ]
    );
}

#[test]
fn a_union_at_the_root_has_headings_without_a_name() {
    let schema = json!({"type": "object", "anyOf": [
        {"properties": {"id": {"type": "integer"}}, "required": ["id"]},
        {"properties": {"name": {"type": "string"}}, "required": ["name"]},
    ]});
    assert_eq!(
        rows(schema.clone()),
        [
            "|  | one of: **with id** |  |  |",
            "| `id` | integer | yes |  |",
            "|  | one of: **with name** |  |  |",
            "| `name` | string | yes |  |",
        ]
    );
    let html = Catalogue::of("Tools", &store(schema), DetailLevel::Full)
        .unwrap()
        .to_html();
    assert_eq!(html.matches("<tr class=\"branch\">").count(), 2);
    assert!(html.contains("one of: <strong>with id</strong>"));
}

#[test]
fn a_union_in_a_union_has_no_heading_of_its_own() {
    let one = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]});
    let schema = json!({"properties": {"at": {"anyOf": [
        {"anyOf": [one("url"), one("path")]},
        {"type": "object", "properties": {"here": {"type": "boolean"}}},
    ]}}});
    assert_eq!(
        rows(schema),
        [
            "| `at` | object |  |  |",
            "| `at` | one of: **with url** |  |  |",
            "| `at.url` | string | yes |  |",
            "| `at` | one of: **with path** |  |  |",
            "| `at.path` | string | yes |  |",
            "| `at` | one of: **with here** |  |  |",
            "| `at.here` | boolean |  |  |",
        ]
    );
}

#[test]
fn arrays_of_several_kinds_are_all_told() {
    let schema = json!({
        "$defs": {"Node": {"type": "object", "properties": {"name": {"type": "string"}}}},
        "properties": {"nodes": {"anyOf": [
            {"type": "array", "items": {"type": "string"}},
            {"type": "array", "items": {"$ref": "#/$defs/Node"}},
        ]}},
    });
    assert_eq!(
        rows(schema),
        [
            "| `nodes` | array |  | array of string |",
            "| `nodes` | one of: **array of Node** |  |  |",
            "| `nodes[].name` | string |  |  |",
        ]
    );
}

#[test]
fn what_contains_itself_is_unfolded_once() {
    let schema = json!({
        "$defs": {
            "Node": {"type": "object", "properties": {
                "name": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                "parent": {"$ref": "#/$defs/Node"},
            }},
            "Rule": {"anyOf": [
                {"type": "object", "properties": {"all": {"type": "array", "items": {"$ref": "#/$defs/Rule"}}}, "required": ["all"]},
                {"type": "object", "properties": {"is": {"type": "string"}}, "required": ["is"]},
            ]},
        },
        "properties": {
            "tree": {"$ref": "#/$defs/Node"},
            "rule": {"$ref": "#/$defs/Rule"},
            "more": {"$ref": "#"},
        },
    });
    assert_eq!(
        rows(schema),
        [
            "| `tree` | object |  |  |",
            "| `tree.name` | string |  |  |",
            "| `tree.children` | array of object |  | each as: `tree` |",
            "| `tree.parent` | object |  | as: `tree` |",
            "| `rule` | object |  |  |",
            "| `rule` | one of: **with all** |  |  |",
            "| `rule.all` | array of object | yes | each as: `rule` |",
            "| `rule` | one of: **with is** |  |  |",
            "| `rule.is` | string | yes |  |",
            "| `more` | any |  | as the whole |",
        ]
    );
}
