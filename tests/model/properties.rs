//! Invariants over arbitrary input.

use proptest::collection::vec;
use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolmodel_runtime::{
    MAX_TAG_LEN, MAX_TAGS, Revision, Schema, Tool, ToolBackend, ToolId, ToolList, normalize_tags,
};

fn any_double() -> impl Strategy<Value = f64> {
    NORMAL | SUBNORMAL | ZERO | POSITIVE | NEGATIVE
}

/// Any JSON, numbers to the last bit included.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any_double().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((any_key(), inner), 0..4).prop_map(|entries| entries.into_iter().collect()),
        ]
    })
}

fn any_key() -> impl Strategy<Value = String> {
    const KNOWN: &[&str] = &[
        "name", "title", "src", "type", "$ref", "_meta", "tags", "a/b", "~", "",
    ];
    prop_oneof![
        proptest::sample::select(KNOWN).prop_map(str::to_owned),
        any::<String>(),
    ]
}

fn any_object() -> impl Strategy<Value = Value> {
    vec((any_key(), any_json()), 0..4).prop_map(|entries| entries.into_iter().collect())
}

fn text() -> BoxedStrategy<Value> {
    any::<String>().prop_map(Value::from).boxed()
}

fn flag() -> BoxedStrategy<Value> {
    any::<bool>().prop_map(Value::from).boxed()
}

fn texts() -> BoxedStrategy<Value> {
    vec(any::<String>(), 0..3).prop_map(Value::from).boxed()
}

/// A record with the required fields, some of the optional ones, each perhaps null, and unknown
/// ones, in any order.
fn record(
    required: Vec<(&'static str, BoxedStrategy<Value>)>,
    optional: Vec<(&'static str, BoxedStrategy<Value>)>,
) -> BoxedStrategy<Value> {
    let known: Vec<&str> = required
        .iter()
        .chain(&optional)
        .map(|(key, _)| *key)
        .collect();
    let mut fields: Vec<BoxedStrategy<Option<(String, Value)>>> = Vec::new();
    for (key, value) in required {
        fields.push(
            value
                .prop_map(move |value| Some((key.to_owned(), value)))
                .boxed(),
        );
    }
    for (key, value) in optional {
        let value = prop_oneof![
            3 => Just(None),
            1 => Just(Some(Value::Null)),
            3 => value.prop_map(Some),
        ];
        let entry = value.prop_map(move |value| Some((key.to_owned(), value?)));
        fields.push(entry.boxed());
    }
    let unknown = vec((any::<String>(), any_json()), 0..3);
    (fields, unknown)
        .prop_map(move |(fields, unknown)| {
            let unknown = unknown.into_iter();
            let unknown = unknown.filter(|(key, _)| !known.contains(&key.as_str()));
            fields
                .into_iter()
                .flatten()
                .chain(unknown)
                .collect::<Vec<_>>()
        })
        .prop_shuffle()
        .prop_map(|entries| entries.into_iter().collect())
        .boxed()
}

fn any_tool() -> impl Strategy<Value = Value> {
    let annotations = record(
        vec![],
        vec![
            ("title", text()),
            ("readOnlyHint", flag()),
            ("destructiveHint", flag()),
            ("idempotentHint", flag()),
            ("openWorldHint", flag()),
        ],
    );
    let icon = record(
        vec![("src", text())],
        vec![("mimeType", text()), ("sizes", texts()), ("theme", text())],
    );
    let execution = record(vec![], vec![("taskSupport", text())]);
    let output = prop_oneof![any_object(), flag()];
    record(
        vec![("name", text()), ("inputSchema", any_object().boxed())],
        vec![
            ("title", text()),
            ("description", text()),
            ("outputSchema", output.boxed()),
            ("annotations", annotations),
            ("icons", vec(icon, 0..3).prop_map(Value::from).boxed()),
            ("execution", execution),
            ("_meta", any_object().boxed()),
            ("namespace", text()),
            ("version", text()),
            ("tags", texts()),
        ],
    )
}

fn any_backend() -> impl Strategy<Value = Value> {
    let kind = |name: &'static str, fields: &[&'static str]| {
        let fields = fields.iter().map(|field| (*field, text())).collect();
        let kind = Just(json!(name)).boxed();
        record(vec![("kind", kind), (name, record(fields, vec![]))], vec![])
    };
    prop_oneof![
        kind("mcp", &["serverName"]),
        kind("provider", &["providerId", "toolId"]),
        kind("local", &["name"]),
        kind("other", &["field"]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn a_double_keeps_its_value(double in any_double()) {
        let text = json!({"maximum": double}).to_string();
        let schema: Schema = text.parse().unwrap();
        let read = schema.get("maximum").unwrap().as_f64().unwrap();
        prop_assert_eq!(read.to_bits(), double.to_bits());
        prop_assert_eq!(schema.to_string(), text);
    }
}

proptest! {
    #[test]
    fn a_tool_is_written_as_it_was_read(json in any_tool()) {
        let text = json.to_string();
        let tool = Tool::from_json(&text).unwrap();
        prop_assert_eq!(tool.to_json(), &*text);
        prop_assert_eq!(tool.to_value().to_string(), &*text);
        prop_assert_eq!(serde_json::to_string(&tool).unwrap(), &*text);
        prop_assert_eq!(Tool::from_value(json).unwrap(), tool);
    }

    #[test]
    fn mcp_json_lacks_only_the_additions(json in any_tool()) {
        let map = json.as_object().unwrap();
        let kept: Map<String, Value> = map
            .iter()
            .filter(|(key, _)| !["namespace", "version", "tags"].contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let expected = Value::Object(kept).to_string();
        let text = json.to_string();
        prop_assert_eq!(Tool::from_mcp_json(&text).unwrap().to_mcp_json(), &*expected);
        prop_assert_eq!(Tool::from_json(&text).unwrap().to_mcp_json(), &*expected);
    }

    #[test]
    fn the_sdk_loses_only_what_is_told(json in any_tool()) {
        let tool = Tool::from_json(json.to_string()).unwrap();
        let converted = tool.to_sdk();
        let back = Tool::try_from(converted.tool).unwrap();
        let nothing_dropped = converted.dropped.is_empty();
        prop_assert_eq!(nothing_dropped, back.to_mcp_value() == tool.to_mcp_value());
    }

    #[test]
    fn a_backend_is_written_as_it_was_read(json in any_backend()) {
        let text = json.to_string();
        prop_assert_eq!(ToolBackend::from_json(&text).unwrap().to_json(), text);
    }

    #[test]
    fn whatever_is_read_can_be_checked(json in any_json()) {
        if let Ok(tool) = Tool::from_value(json.clone()) {
            let _ = tool.validate();
            let _ = tool.validate_for(Revision::V2025_11_25);
            let _ = tool.validate_for(Revision::V2026_07_28);
        }
        let _ = ToolList::from_mcp_value(json.clone());
        let _ = ToolBackend::from_value(json);
    }

    #[test]
    fn an_id_reads_as_it_is_written(
        namespace in proptest::option::of("[^:]{1,12}"),
        name in "[^:]{1,12}",
    ) {
        let id = ToolId::new(namespace.as_deref(), &name).unwrap();
        prop_assert_eq!(ToolId::parse(&id.to_string()).unwrap(), id);
    }

    #[test]
    fn an_id_that_is_read_is_written_the_same(text in "[a-z:]{0,6}|\\PC{0,8}") {
        if let Ok(id) = ToolId::parse(&text) {
            prop_assert_eq!(id.to_string(), &*text);
            prop_assert_eq!(ToolId::new(id.namespace(), id.name()).unwrap(), id);
        } else {
            prop_assert!(text.is_empty() || text.contains(':'));
        }
    }

    #[test]
    fn tags_are_normalised_once_and_within_bounds(
        tags in vec(prop_oneof![any::<String>(), "[A-Za-z0-9 ._-]{0,90}"], 0..40),
    ) {
        let normalized = normalize_tags(&tags);
        prop_assert!(normalized.len() <= MAX_TAGS);
        for (i, tag) in normalized.iter().enumerate() {
            prop_assert!(!tag.is_empty() && tag.len() <= MAX_TAG_LEN);
            prop_assert!(!normalized[..i].contains(tag));
            let allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_' | '.');
            prop_assert!(tag.chars().all(allowed));
        }
        prop_assert_eq!(normalize_tags(&normalized), normalized);
    }
}
