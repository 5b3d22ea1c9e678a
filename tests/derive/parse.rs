//! Reading, checking, and what refusals say.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::{ErrorKind, Tool, TypedTool};

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Page {
    items: Vec<String>,
    total: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List things.
#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[tool(output = Page)]
struct List {
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
    #[schemars(length(min = 1))]
    query: String,
    #[serde(default)]
    extra: BTreeMap<String, Value>,
}

fn list(limit: u32, query: &str) -> List {
    List {
        limit,
        query: query.to_owned(),
        extra: BTreeMap::new(),
    }
}

#[test]
fn a_bound_is_enforced() {
    assert_eq!(
        List::parse(&json!({"limit": 50, "query": "x"})).unwrap(),
        list(50, "x")
    );
    let error = List::parse(&json!({"limit": 99, "query": "x"})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    let violations = error.violations().unwrap().as_slice();
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].instance_path, "/limit");
    assert_eq!(violations[0].keyword, "maximum");
}

#[test]
fn an_integer_may_be_written_with_a_fraction_of_zero() {
    for limit in [json!(5.0), json!(5), json!(0.5e1)] {
        let parsed = List::parse(&json!({"limit": limit, "query": "x"})).unwrap();
        assert_eq!(parsed.limit, 5);
    }
    assert!(List::parse(&json!({"limit": 5.5, "query": "x"})).is_err());
    assert_eq!(
        List::from_str(r#"{"limit": 1e1, "query": "x"}"#).unwrap(),
        list(10, "x")
    );
}

#[test]
fn every_violation_is_listed() {
    let error = List::parse(&json!({"limit": 0, "query": "", "unknown": 1})).unwrap_err();
    let violations = error.violations().unwrap();
    let mut broken: Vec<(&str, &str)> = violations
        .iter()
        .map(|violation| (violation.instance_path.as_str(), violation.keyword.as_str()))
        .collect();
    broken.sort_unstable();
    assert_eq!(
        broken,
        [
            ("", "additionalProperties"),
            ("/limit", "minimum"),
            ("/query", "minLength")
        ]
    );
}

#[test]
fn json_of_a_field_of_values_is_kept_as_it_is() {
    let extra = json!({"float": 5.0, "integer": 5, "deep": [1.0, {"a": null}]});
    let parsed = List::parse(&json!({"limit": 1.0, "query": "x", "extra": extra})).unwrap();
    assert!(parsed.extra["float"].is_f64());
    assert!(parsed.extra["integer"].is_u64());
    assert_eq!(parsed.extra["deep"], json!([1.0, {"a": null}]));
}

#[test]
fn bytes_that_are_not_json_are_invalid_arguments() {
    for bytes in [&b""[..], b"{", b"{\"limit\": 1e999}", b"\xff"] {
        let error = List::from_slice(bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArguments);
        let violation = &error.violations().unwrap().as_slice()[0];
        assert!(violation.message.starts_with("not JSON: "), "{error}");
        assert_eq!(violation.instance_path, "");
        assert!(std::error::Error::source(&error).is_some());
        let error = List::output_from_slice(bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOutput);
    }
}

#[test]
fn arguments_that_are_no_object_are_refused() {
    for value in [json!(null), json!([1, "x", {}]), json!("x"), json!(5)] {
        let error = List::parse(&value).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArguments, "{value}");
    }
}

#[test]
fn deep_arguments_are_refused_and_nothing_overflows() {
    let deep = (0..100_000).fold(json!(1), |value, _| Value::Array(vec![value]));
    let mut arguments = json!({"limit": 1, "query": "x"});
    arguments["extra"] = json!({});
    arguments["extra"]["deep"] = deep;
    let error = List::parse(&arguments).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);
    // Dropping the value would recurse once per level.
    std::mem::forget(arguments);
    let text = format!(
        r#"{{"limit": 1, "query": "x", "extra": {{"deep": {}{}}}}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert!(List::from_str(&text).is_err());
}

#[test]
fn a_value_built_by_hand_is_validated_against_the_schema() {
    assert!(list(50, "x").check().is_ok());
    let error = list(51, "").check().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    assert_eq!(error.violations().unwrap().as_slice().len(), 2);
}

#[test]
fn results_are_validated_against_the_output_schema() {
    let page = Page {
        items: vec!["a".to_owned()],
        total: 1,
        next: None,
    };
    let json = serde_json::to_value(&page).unwrap();
    assert_eq!(List::parse_output(&json).unwrap(), page);
    assert!(List::check_output(&page).is_ok());
    let error = List::parse_output(&json!({"items": [1], "total": -1})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOutput);
    assert_eq!(error.violations().unwrap().as_slice().len(), 2);
    assert_eq!(
        List::output_from_slice(br#"{"items": [], "total": 0.0}"#)
            .unwrap()
            .total,
        0
    );
}

/// Ping.
#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
struct Ping {}

#[test]
fn a_tool_without_output_takes_any_result() {
    assert!(Ping::definition().output_schema.is_none());
    let result: Value = Ping::parse_output(&json!({"any": [1, 2.0]})).unwrap();
    assert_eq!(result, json!({"any": [1, 2.0]}));
    assert!(Ping::check_output(&json!(5)).is_ok());
}

#[test]
fn a_tool_without_parameters_takes_the_empty_object_only() {
    assert_eq!(Ping::parse(&json!({})).unwrap(), Ping {});
    assert!(Ping::parse(&json!({"a": 1})).is_err());
    assert!(Ping::parse(&json!(null)).is_err());
}

#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
struct NotANumber {
    ratio: f64,
    /// Nullable: NaN must not become the null that is accepted here.
    share: Option<f64>,
    count: u8,
}

#[test]
fn what_json_cannot_hold_is_refused_before_it_is_sent() {
    let mut call = NotANumber {
        ratio: f64::NAN,
        share: Some(f64::INFINITY),
        count: 1,
    };
    assert_eq!(
        call.check().unwrap_err().to_string(),
        "invalid arguments: /ratio: `NaN` is not a number that JSON has; \
         /share: `inf` is not a number that JSON has"
    );
    (call.ratio, call.share) = (0.5, None);
    assert!(call.check().is_ok());
}

#[test]
fn tools_are_shared_between_threads() {
    let definitions: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    assert!(List::parse(&json!({"limit": 3, "query": "x"})).is_ok());
                    std::ptr::from_ref(List::definition()).addr()
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(definitions.iter().all(|address| *address == definitions[0]));
}

/// Show a layer through another.
#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
struct Blend {
    #[schemars(range(min = 0.0, max = 1.0))]
    opacity: f32,
    gain: Option<f32>,
}

/// A reader of JSON rounds a number to the type before anybody sees it.
#[test]
fn single_precision_is_checked_before_it_is_rounded() {
    for wrong in [
        r#"{"opacity": 1.00000001}"#,
        r#"{"opacity": -1e-50}"#,
        r#"{"opacity": 1, "gain": 3.4028235001e38}"#,
    ] {
        let value: Value = serde_json::from_str(wrong).unwrap();
        assert!(Blend::parse(&value).is_err(), "{wrong}");
        assert!(Blend::from_str(wrong).is_err(), "{wrong}");
    }
    let blend = Blend::from_str(r#"{"opacity": 0.1, "gain": 3.4028235e38}"#).unwrap();
    assert_eq!((blend.opacity, blend.gain), (0.1, Some(f32::MAX)));
}
