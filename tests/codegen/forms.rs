//! What generated types look like beyond the snapshots: names, presence, and what `Config` changes.

use serde_json::{Value, json};
use toolmodel_build::Config;
use toolmodel_tests::fixture::Scratch;

#[track_caller]
fn text_of(schema: &Value, config: &Config) -> String {
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    let tool = json!({"name": "t", "inputSchema": schema});
    tools.write("t.json", tool.to_string());
    let generated = config.generate_to_string(tools.path());
    generated.unwrap_or_else(|errors| panic!("{errors}")).text
}

#[track_caller]
fn has(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(
            text.lines().any(|found| found.trim() == *line),
            "{line}\nin\n{text}"
        );
    }
}

#[test]
fn a_default_is_an_option_and_a_method() {
    let schema = json!({"type": "object", "properties": {
        "check": {"type": "boolean", "default": true},
        "parse": {"type": "string", "default": "x"},
        "tags": {"type": "array", "items": {"type": "string"}, "default": []},
        "rank": {"type": ["integer", "null"], "default": null},
        "type": {"type": "integer", "default": 5},
    }});
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "pub check: Option<bool>,",
            "pub rank: Option<Option<rt::Integer>>,",
            "with_check(check: bool),",
            // `call.check()` is `TypedTool`'s.
            "check_or_default -> bool = copied(check, true),",
            "parse_or_default -> &str = text(parse, \"x\"),",
            "tags -> &[String] = list(tags, &[]),",
            "rank -> Option<rt::Integer> = copied(rank, None),",
            "r#type -> rt::Integer = copied(r#type, rt::Integer::from(5i64)),",
        ],
    );
    let filled = text_of(&schema, &Config::new().fill_defaults());
    has(
        &filled,
        &[
            "pub check: bool,",
            "pub rank: Option<rt::Integer>,",
            "check = \"check\" => or(de::any(), true),",
            "rank = \"rank\" => flat(de::any()),",
        ],
    );
}

#[test]
fn undeclared_properties_are_kept_when_asked() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let text = text_of(&schema, &Config::new());
    assert!(!text.contains("additional_properties"), "{text}");
    let text = text_of(&schema, &Config::new().keep_undeclared("t"));
    has(
        &text,
        &[
            "pub additional_properties: ::std::collections::BTreeMap<String, rt::serde_json::Value>,",
        ],
    );
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    let report = Config::new()
        .keep_undeclared("u")
        .inspect(tools.path())
        .unwrap();
    let warning = report.warnings.last().map(ToString::to_string);
    let expected = "the configuration: names nothing: there is no tool `u`";
    assert_eq!(warning.as_deref(), Some(expected));
}

#[test]
fn items_are_named_in_the_singular() {
    let item = json!({"type": "object", "properties": {"x": {"type": "string"}}});
    let list = |item: &Value| json!({"type": "array", "items": item});
    let schema = json!({"type": "object", "properties": {
        "labels": list(&item),
        "lineItems": list(&item),
        "data": list(&item),
    }});
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "pub struct Label {",
            "pub struct LineItem {",
            "pub struct DataItem {",
        ],
    );
}

#[test]
fn branches_are_named_by_what_tells_them_apart() {
    let branch = |required: &str| json!({"type": "object", "properties": {required: {"type": "string"}}, "required": [required]});
    let schema = json!({"type": "object", "properties": {
        "target": {"anyOf": [branch("url"), branch("path"), {"type": "object", "title": "Anything", "properties": {"z": {"type": "integer"}}}]},
    }});
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "Url(TargetUrl),",
            "Path(TargetPath),",
            "Anything(Anything),",
            "pub struct TargetUrl {",
        ],
    );
}

#[test]
fn a_definition_keeps_its_name_beside_null() {
    let schema = json!({
        "type": "object",
        "properties": {
            "origin": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}], "default": null},
            "level": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/Level"}], "title": "How high"},
        },
        "$defs": {
            "Place": {"type": "object", "properties": {"city": {"type": "string"}, "next": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}]}}},
            "Level": {"enum": ["low", "high"]},
        },
    });
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "pub origin: Option<Option<t::Place>>,",
            "pub level: Option<Option<t::Level>>,",
            "pub next: Option<Box<Option<Place>>>,",
            "origin -> Option<&t::Place> = nullable(origin, None),",
        ],
    );
}

#[test]
fn a_constant_is_no_field() {
    let schema = json!({
        "type": "object",
        "properties": {"version": {"const": "1"}, "kind": {"enum": ["a"]}, "n": {"type": "integer"}},
        "required": ["version"],
        "minProperties": 2,
    });
    let text = text_of(&schema, &Config::new());
    assert!(!text.contains("pub version:"), "{text}");
    has(
        &text,
        &[
            "constants: {",
            "version = \"version\" => \"1\",",
            "pub kind: Option<t::Kind>,",
        ],
    );
}
