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
            "| `shape` | one of: **array** |  |  |",
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
            "| `size` | string or integer or array |  | string: one of: `\"small\"`, `\"large\"`<br>integer: at least: `1`<br>array: at most 2 items |",
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
