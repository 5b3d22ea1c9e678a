//! Schemas that nobody would write, and some that an attacker would.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolmodel_runtime::adapter::lint::lint;
use toolmodel_runtime::adapter::{Feature, FeatureLossWarning, Outcome, Registry};

use crate::corpus::TARGETS;
use crate::meaning;

fn convert_everywhere(schema: &Value) {
    let registry = Registry::default();
    let tool = json!({"name": "f", "inputSchema": schema});
    for (to, target) in TARGETS {
        let Ok(converted) = registry.convert(tool.clone(), "mcp", to) else {
            continue;
        };
        let wire = converted.to_value();
        if to != "mcp" {
            assert_eq!(lint(target, &wire), [], "{to}: {schema}\n{wire}");
        }
        let again = registry.convert(tool.clone(), "mcp", to).unwrap();
        assert_eq!(again.to_json(), converted.to_json());
        let _ = converted.restore_arguments(json!({"a": null, "b": [{"a": null}]}));
    }
}

#[test]
fn doubling_references_end_in_bounded_time() {
    let mut definitions = Map::new();
    for i in 0..60 {
        let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
        definitions.insert(
            format!("d{i}"),
            json!({"allOf": [next, next], "anyOf": [next, next]}),
        );
    }
    definitions.insert("d60".to_owned(), json!({"type": "object"}));
    let nested = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions});
    convert_everywhere(&nested);
    convert_everywhere(&json!({"$ref": "#/$defs/d0", "$defs": definitions}));
    let mut wide = Map::new();
    for i in 0..20 {
        let next = json!({"$ref": format!("#/$defs/d{}", i + 1), "title": "t"});
        let properties = json!({"a": next, "b": next, "c": next});
        wide.insert(
            format!("d{i}"),
            json!({"type": "object", "properties": properties}),
        );
    }
    wide.insert("d20".to_owned(), json!({"type": "string"}));
    convert_everywhere(
        &json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": wide}),
    );
}

#[test]
fn references_without_progress_are_no_loop() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
        json!({"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}}),
        json!({"type": "object", "properties": {"a": {"allOf": [{"$ref": "#/properties/a"}], "title": "t"}}}),
        json!({"type": "object", "properties": {"a": {"anyOf": [{"$ref": "#/properties/a"}, {"$ref": "#"}]}}}),
        json!({"allOf": [{"$ref": "#"}], "anyOf": [{"$ref": "#"}, {"$ref": "#"}]}),
        json!({"type": "object", "properties": {"a": {"$dynamicRef": "#x"}}}),
    ] {
        convert_everywhere(&schema);
    }
}

#[test]
fn deep_schemas_do_not_overflow_the_stack() {
    for keyword in ["items", "not", "additionalProperties", "if"] {
        let deep = (0..240).fold(json!({"type": "string"}), |inner, _| {
            let mut outer = json!({"type": "array"});
            outer[keyword] = inner;
            outer
        });
        convert_everywhere(&json!({"type": "object", "properties": {"a": deep}}));
    }
    let deep = (0..120).fold(
        json!({"type": "string"}),
        |inner, _| json!({"anyOf": [inner, {"type": "null"}]}),
    );
    convert_everywhere(&json!({"type": "object", "properties": {"a": deep}}));
    let registry = Registry::default();
    for (from, _) in TARGETS {
        let mut tool = Map::new();
        tool.insert("name".to_owned(), json!("f"));
        tool.insert("inputSchema".to_owned(), nested(100_000));
        assert!(registry.convert(tool, from, "openai").is_err(), "{from}");
    }
}

fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({}), |inner, _| {
        Value::Object(Map::from_iter([("items".to_owned(), inner)]))
    })
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({})),
        Just(json!(true)),
        Just(json!(false)),
        Just(json!({"type": "string", "minLength": 2, "pattern": "^(?!x)a"})),
        Just(json!({"type": "string", "format": "uri"})),
        Just(json!({"type": ["string", "null"], "default": null})),
        Just(json!({"type": "integer", "exclusiveMinimum": 3, "multipleOf": 2})),
        Just(json!({"type": "number", "minimum": 0.5, "nullable": true})),
        Just(json!({"enum": ["a", 1, null, {"k": 1}]})),
        Just(json!({"enum": ["a", "b"], "type": "string"})),
        Just(json!({"const": 5})),
        Just(json!({"const": null})),
        Just(json!({"type": "array"})),
        Just(json!({"type": "object"})),
        Just(json!({"$ref": "#/$defs/d"})),
        Just(json!({"$ref": "#/$defs/d", "description": "mine"})),
        Just(json!({"$ref": "#", "minProperties": 1})),
        Just(json!({"$ref": "#/nowhere"})),
        Just(json!({"x-vendor": 1, "type": "boolean", "examples": [true], "deprecated": true})),
    ]
}

fn any_schema() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(4, 24, 4, |inner| {
        let several = prop::collection::vec(inner.clone(), 1..4);
        let named = prop::collection::vec(
            (
                prop::sample::select(vec!["a", "b", "a b", "$x", "é"]),
                inner.clone(),
            ),
            0..4,
        );
        prop_oneof![
            (
                several.clone(),
                prop_oneof![
                    Just("anyOf"),
                    Just("oneOf"),
                    Just("allOf"),
                    Just("prefixItems")
                ]
            )
                .prop_map(|(schemas, keyword)| json!({keyword: schemas})),
            (
                inner.clone(),
                prop_oneof![
                    Just("items"),
                    Just("not"),
                    Just("contains"),
                    Just("propertyNames")
                ]
            )
                .prop_map(|(schema, keyword)| json!({"type": "array", keyword: schema})),
            several.prop_map(
                |schemas| json!({"type": "array", "items": schemas, "additionalItems": false})
            ),
            (named, any::<bool>(), any::<bool>(), inner).prop_map(
                |(named, closed, required, extra)| {
                    let keys: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
                    let properties: Map<String, Value> = named
                        .iter()
                        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
                        .collect();
                    let mut schema = json!({"type": "object", "properties": properties});
                    if closed {
                        schema["additionalProperties"] = json!(false);
                    } else if required {
                        schema["additionalProperties"] = extra;
                    }
                    if required {
                        schema["required"] = json!(keys);
                    }
                    schema
                }
            ),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn whatever_the_schema_the_output_is_clean_or_an_error(
        property in any_schema(), definition in any_schema(), root in any_schema(), at_root in any::<bool>(),
    ) {
        let mut schema = if at_root { root } else { json!({"type": "object"}) };
        if let Value::Object(map) = &mut schema {
            map.insert("$defs".to_owned(), json!({"d": definition}));
            let properties = map.entry("properties").or_insert_with(|| json!({}));
            properties["p"] = property;
        }
        convert_everywhere(&schema);
    }

    #[test]
    fn whatever_the_schema_it_means_the_same(
        property in any_schema(), definition in any_schema(), seed in any::<u64>(),
    ) {
        let schema = json!({
            "type": "object",
            "properties": {"p": property, "q": {"type": "string"}},
            "required": ["q"],
            "$defs": {"d": definition},
        });
        meaning::check(&schema, seed);
    }

    #[test]
    fn no_wire_value_makes_an_adapter_panic(value in any_schema(), name in ".{0,70}") {
        let registry = Registry::default();
        for (from, _) in TARGETS {
            let tool = json!({
                "name": name, "id": name, "inputSchema": value, "input_schema": value,
                "parameters": value, "type": "function",
            });
            for (to, target) in TARGETS {
                if let Ok(converted) = registry.convert(tool.clone(), from, to)
                    && !["mcp", "a2a"].contains(&to)
                {
                    let complaints = lint(target, &converted.to_value());
                    let about_fields = |c: &toolmodel_runtime::adapter::lint::Complaint| {
                        c.rule == toolmodel_runtime::adapter::lint::Rule::UnknownField
                    };
                    prop_assert!(complaints.iter().all(about_fields), "{} {:?}", from, complaints);
                }
            }
        }
    }
}

/// Names may hold what reorders or hides text, or ends a line.
#[test]
fn warnings_and_complaints_are_one_line_of_visible_text() {
    let name = "a\u{202e}\u{61c}\u{2028}\0\r\n\u{e0041}b";
    let schema = json!({"type": "object", "properties": {
        name: {"type": "string", "if": {"minLength": 5}, "then": {"pattern": "(?<=a)b"}},
    }});
    let is_plain = |text: &str| {
        let hidden = [
            '\u{202e}',
            '\u{61c}',
            '\u{2028}',
            '\0',
            '\r',
            '\n',
            '\u{e0041}',
        ];
        assert!(!text.contains(hidden), "{text:?}");
    };
    // Of fields and keywords that a format does not know, the name is all that can be said.
    let unknown = format!("{name}{}", "x".repeat(200_000));
    let mut tool = json!({"name": "f", "inputSchema": schema, unknown.as_str(): 1});
    tool["inputSchema"]["properties"][name][unknown.as_str()] = json!(2);
    let mut count = 0;
    for (to, target) in TARGETS {
        let converted = Registry::default()
            .convert(tool.clone(), "mcp", to)
            .unwrap();
        let warnings = converted.warnings.iter().map(|warning| {
            let text = warning.to_string();
            assert!(text.len() < 3_000, "{to}: {} bytes", text.len());
            text
        });
        let complaints = lint(
            target,
            &json!({"name": "f", "input_schema": schema, "parameters": schema}),
        );
        for text in warnings.chain(complaints.iter().map(ToString::to_string)) {
            count += usize::from(text.contains("\\u{202e}"));
            is_plain(&text);
        }
    }
    assert!(count > 3, "{count} name the place");
}

#[test]
fn a_warning_from_elsewhere_is_one_line_of_bounded_length() {
    let long = "a\n\u{202e}".repeat(100_000);
    let feature = Feature::Field(long.clone());
    let warning = FeatureLossWarning::new(feature, long.as_str(), long.as_str(), Outcome::Dropped)
        .with_path(format!("/{long}"))
        .with_note(long);
    let text = warning.to_string();
    assert!(text.len() < 20_000, "{} bytes", text.len());
    assert!(!text.contains(['\n', '\u{202e}']), "{text}");
}
