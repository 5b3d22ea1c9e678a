//! What schemas say about properties, through references and combinations.

use serde_json::{Value, json};
use toolmodel_runtime::Schema;
use toolmodel_runtime::docs::SchemaInfo;

fn info(schema: Value) -> Value {
    json!(SchemaInfo::of(&Schema::try_from(schema).unwrap()))
}

/// The facts about one property.
fn property(schema: &Value) -> Value {
    let info = info(json!({"properties": {"p": schema}}));
    let of = |key: &str| info[key].get("p").cloned().unwrap_or_default();
    json!({
        "types": of("types"),
        "values": of("enumValues"),
        "bounds": of("bounds"),
        "default": of("defaults"),
        "nullable": info["nullable"] == json!(["p"]),
    })
}

fn expect(schema: &Value, expected: &Value) {
    let found = property(schema);
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(found[key], *value, "{key} of {schema}");
    }
}

#[test]
fn plain_properties_are_read() {
    expect(
        &json!({"type": ["integer", "null"], "minimum": 1, "exclusiveMaximum": 9.5, "default": 2}),
        &json!({
            "types": ["integer", "null"], "bounds": {"minimum": 1, "exclusiveMaximum": 9.5},
            "default": 2, "nullable": true, "values": null
        }),
    );
    expect(
        &json!({"const": 5}),
        &json!({"types": ["integer"], "values": [5], "nullable": false}),
    );
    expect(
        &json!({"enum": ["a", null]}),
        &json!({"types": ["string", "null"], "nullable": true}),
    );
    let closed = json!({"type": ["string", "null"], "enum": ["a"]});
    expect(
        &closed,
        &json!({"types": ["string", "null"], "nullable": false}),
    );
}

#[test]
fn combinations_narrow_or_widen() {
    expect(
        &json!({"anyOf": [{"type": "string", "maxLength": 9}, {"type": "null"}], "default": null}),
        &json!({"types": ["string", "null"], "bounds": {"maxLength": 9}, "nullable": true}),
    );
    expect(
        &json!({"oneOf": [{"const": "a"}, {"const": "b"}, {"type": "null"}]}),
        &json!({"types": ["string", "null"], "values": ["a", "b", null], "nullable": true}),
    );
    expect(
        &json!({"type": "number", "minimum": 0, "allOf": [{"type": "integer"}, {"minimum": 5}]}),
        &json!({"types": ["integer"], "bounds": {"minimum": 5}}),
    );
    expect(
        &json!({"enum": ["a", "b", "c"], "allOf": [{"enum": ["c", "b"]}]}),
        &json!({"values": ["b", "c"]}),
    );
    expect(
        &json!({"anyOf": [{"type": "string", "minLength": 1}, {"type": "integer", "minimum": 0}]}),
        &json!({"types": ["string", "integer"], "bounds": null}),
    );
}

#[test]
fn what_is_unknown_stays_empty() {
    for unknown in [
        json!({}),
        json!(true),
        json!(false),
        json!(5),
        json!({"anyOf": [{"type": "string"}, {}]}),
        json!({"$ref": "https://example.com/x"}),
        json!({"$ref": "#/nowhere"}),
        json!({"type": "string", "allOf": [{"type": "integer"}]}),
        json!({"not": {"type": "string"}}),
    ] {
        assert_eq!(property(&unknown)["types"], json!(null), "{unknown}");
    }
    assert_eq!(info(json!({"properties": 5, "required": "x"})), json!({}));
    assert_eq!(info(json!(true)), json!({}));
}

#[test]
fn references_and_combinations_of_the_root_are_followed() {
    let schema = json!({
        "$ref": "#/$defs/Base",
        "$defs": {
            "Base": {
                "properties": {"a": {"$ref": "#/$defs/Name"}, "b": {"minLength": 2}},
                "required": ["a"]
            },
            "Name": {"type": "string", "maxLength": 5}
        },
        "allOf": [{"properties": {"b": {"type": "string"}}, "required": ["b", "a"]}]
    });
    assert_eq!(
        info(schema),
        json!({
            "required": ["b", "a"],
            "types": {"a": ["string"], "b": ["string"]},
            "bounds": {"a": {"maxLength": 5}, "b": {"minLength": 2}}
        })
    );
}

#[test]
fn keywords_beside_a_reference_depend_on_the_dialect() {
    let mut schema = json!({
        "definitions": {"N": {"type": "integer"}},
        "properties": {"p": {"$ref": "#/definitions/N", "minimum": 3, "default": 4}}
    });
    let new = info(schema.clone());
    assert_eq!(new["bounds"]["p"], json!({"minimum": 3}));
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    let old = info(schema);
    assert_eq!(old["bounds"], json!(null));
    assert_eq!(
        (&old["types"]["p"], &old["defaults"]["p"]),
        (&json!(["integer"]), &json!(4))
    );
}

#[test]
fn cycles_and_doubling_references_end() {
    let looped = json!({
        "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a", "type": "string"}},
        "properties": {"p": {"$ref": "#/$defs/a"}, "q": {"$ref": "#/properties/q"}, "r": {"$ref": "#"}}
    });
    assert_eq!(info(looped)["types"], json!({"p": ["string"]}));
    let mut defs = json!({"d0": {"type": "string"}});
    for i in 1..40 {
        let below = format!("#/$defs/d{}", i - 1);
        defs[format!("d{i}")] = json!({"allOf": [{"$ref": below}, {"$ref": below}]});
    }
    let start = std::time::Instant::now();
    let schema = json!({"$defs": defs, "properties": {"p": {"$ref": "#/$defs/d39"}}});
    assert_eq!(info(schema)["types"], json!(null));
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

#[test]
fn large_lists_of_values_end() {
    let values: Vec<usize> = (0..20_000).collect();
    let branches = vec![json!({"enum": values}); 20];
    let start = std::time::Instant::now();
    info(json!({"properties": {"p": {"allOf": branches}, "q": {"anyOf": branches}}}));
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

#[test]
fn anchors_and_the_id_of_the_document_are_followed() {
    let schema = json!({
        "$id": "https://example.com/tool",
        "$defs": {
            "page": {"$anchor": "page", "type": "integer", "minimum": 1},
            "state": {"enum": ["open", "closed"]}
        },
        "properties": {
            "page": {"$ref": "#page"},
            "state": {"$ref": "https://example.com/tool#/$defs/state"}
        }
    });
    let info = info(schema);
    assert_eq!(
        info["types"],
        json!({"page": ["integer"], "state": ["string"]})
    );
    assert_eq!(info["bounds"]["page"], json!({"minimum": 1}));
}

#[test]
fn a_list_that_many_properties_refer_to_is_not_copied_without_end() {
    let values: Vec<String> = (0..1000)
        .map(|i| format!("{i}{}", "x".repeat(1000)))
        .collect();
    let mut properties = serde_json::Map::new();
    for i in 0..1000 {
        properties.insert(format!("p{i}"), json!({"$ref": "#/$defs/v"}));
    }
    let schema = json!({"$defs": {"v": {"enum": values}}, "properties": properties});
    let info = SchemaInfo::of(&Schema::try_from(schema).unwrap());
    assert!(!info.enum_values.is_empty() && info.enum_values.len() < 10);
    assert!(info.types.len() > 100);
}
