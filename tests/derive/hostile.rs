//! Arguments that are made to cost much: a derived tool answers, and says `LimitExceeded` where it
//! does not want to know. All of it runs on a stack of 2 MB.

use std::collections::{BTreeMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use toolmodel_runtime::{DefaultValidator, Error, ErrorKind, SchemaValidator, Tool, TypedTool};

#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
struct Everything {
    any: Option<Value>,
    tree: Option<Tree>,
    set: Option<HashSet<String>>,
    #[schemars(extend("uniqueItems" = true))]
    unique: Option<Vec<Value>>,
    numbers: Option<Vec<i64>>,
    text: Option<String>,
    union: Option<Union>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Tree {
    children: Vec<Tree>,
}

/// All branches have the same members, so each value is looked at by both, on every level.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Union {
    Left {
        below: Option<Box<Union>>,
        left: u8,
    },
    Right {
        below: Option<Box<Union>>,
        right: u8,
    },
}

#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
struct Patterns {
    #[schemars(regex(pattern = "^(a|b|ab)*c$"))]
    linear: Option<String>,
    #[schemars(inner(regex(pattern = "^[a-z]+$")))]
    words: Option<Vec<String>>,
    names: Option<BTreeMap<u8, bool>>,
}

#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
struct Backtracking {
    #[schemars(inner(regex(pattern = "^(?=(a+)+$)a*$")))]
    words: Vec<String>,
}

#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
struct NoSchema {}

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(run).unwrap().join().unwrap();
}

/// What both ways in say, which is the same.
fn refused<T: TypedTool>(arguments: &Value) -> Error {
    let text = serde_json::to_vec(arguments).unwrap();
    let from_value = T::parse(arguments).err().expect("the value is refused");
    let from_bytes = T::from_slice(&text).err().expect("the bytes are refused");
    assert_eq!(from_value.kind(), from_bytes.kind(), "{from_bytes}");
    from_value
}

fn exceeds<T: TypedTool>(arguments: &Value) {
    let error = refused::<T>(arguments);
    assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
}

fn accepted<T: TypedTool>(arguments: &Value) {
    let text = serde_json::to_vec(arguments).unwrap();
    T::parse(arguments).map(drop).unwrap();
    T::from_slice(&text).map(drop).unwrap();
}

/// A value of so many levels, taken apart without recursion when it is dropped.
struct Deep(Value);

impl Deep {
    fn new(levels: usize, wrap: impl Fn(Value) -> Value) -> Self {
        Self((0..levels).fold(Value::Null, |value, _| wrap(value)))
    }

    fn below(mut self, name: &str) -> Self {
        Self(member(name, self.0.take()))
    }
}

fn member(name: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), value)]))
}

fn list(value: Value) -> Value {
    Value::Array(vec![value])
}

impl Drop for Deep {
    fn drop(&mut self) {
        let mut stack = vec![self.0.take()];
        while let Some(value) = stack.pop() {
            match value {
                Value::Array(items) => stack.extend(items),
                Value::Object(map) => stack.extend(map.into_iter().map(|(_, value)| value)),
                _ => {}
            }
        }
    }
}

#[test]
fn values_deeper_than_any_stack_are_refused() {
    on_a_small_stack(|| {
        let lists = || Deep::new(200_000, list);
        let tree = Deep::new(200_000, |value| member("children", list(value)));
        for deep in [
            lists().below("any"),
            lists().below("union"),
            lists().below("undeclared"),
            tree.below("tree"),
        ] {
            let error = Everything::parse(&deep.0).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
        }
        let result = lists();
        let error = NoSchema::parse_output(&result.0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
    });
}

#[test]
fn deep_text_is_refused() {
    on_a_small_stack(|| {
        for (open, close) in [
            (r#"{"any":"#, "}"),
            (r#"{"undeclared":"#, "}"),
            (r#"{"union":"#, "}"),
            ("", ""),
        ] {
            let deep = format!(
                "{open}{}{}{close}",
                "[".repeat(200_000),
                "]".repeat(200_000)
            );
            let error = Everything::from_str(&deep).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
        }
        let tree = r#"{"children":["#.repeat(100_000) + &"]}".repeat(100_000);
        let error = Everything::from_str(&format!(r#"{{"tree":{tree}}}"#)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
        let result = "[".repeat(200_000) + &"]".repeat(200_000);
        let error = NoSchema::output_from_slice(result.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
    });
}

#[test]
fn what_is_as_deep_as_may_be_is_read() {
    on_a_small_stack(|| {
        let deep = |levels: usize| {
            let deep = (0..levels).fold(json!(1), |value, _| json!([value]));
            json!({"any": deep})
        };
        accepted::<Everything>(&deep(126));
        // Readers of text stop one level earlier than the validator.
        Everything::parse(&deep(127)).map(drop).unwrap();
        exceeds::<Everything>(&deep(128));
    });
}

#[test]
fn the_size_of_arguments_is_bounded() {
    accepted::<Everything>(&json!({"numbers": vec![7; 100_000]}));
    exceeds::<Everything>(&json!({"numbers": vec![7; 300_000]}));
    accepted::<Everything>(&json!({"text": "x".repeat(1 << 20)}));
    exceeds::<Everything>(&json!({"text": "x".repeat(17 << 20), "set": ["a", "a"]}));
    exceeds::<Patterns>(&json!({"linear": "a".repeat(17 << 20)}));
}

#[test]
fn unique_items_are_compared_within_bounds() {
    let texts: Vec<String> = (0..50_000).map(|i| i.to_string()).collect();
    accepted::<Everything>(&json!({"set": texts}));
    // Nested lists without a scalar have one hash, and would be compared in pairs.
    let hollow: Vec<Value> = (0..100_000).map(|_| json!([[], []])).collect();
    exceeds::<Everything>(&json!({"unique": hollow}));
    let error = refused::<Everything>(&json!({"unique": [1, 2, 1.0]}));
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
}

#[test]
fn patterns_match_within_bounds() {
    accepted::<Patterns>(&json!({"linear": "ab".repeat(100_000) + "c"}));
    let error = refused::<Patterns>(&json!({"linear": "ab".repeat(100_000)}));
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    accepted::<Patterns>(&json!({"words": ["a".repeat(100_000)]}));
    let names: Map<String, Value> = (0..50_000)
        .map(|i| (format!("{i}x"), json!(true)))
        .collect();
    let error = refused::<Patterns>(&json!({"names": names}));
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
}

/// Each word alone is within what the engine may step back; a thousand are not.
#[test]
fn patterns_that_backtrack_are_counted() {
    accepted::<Backtracking>(&json!({"words": ["aaaa", "a"]}));
    let words: Vec<String> = (0..2000).map(|i| "a".repeat(24) + &i.to_string()).collect();
    // An engine that is clever enough may know the answer.
    let error = refused::<Backtracking>(&json!({"words": words}));
    let kinds = [ErrorKind::LimitExceeded, ErrorKind::InvalidArguments];
    assert!(kinds.contains(&error.kind()), "{error}");
}

/// serde tries the variants of such an enum one after the other, and each try reads all that is
/// below once more.
#[test]
fn enums_without_a_tag_are_not_read_exponentially_often() {
    on_a_small_stack(|| {
        for left in [json!("wrong"), json!(1)] {
            let nested = |levels: usize| {
                let innermost = json!({"left": left, "right": 1});
                let union = (0..levels).fold(
                    innermost,
                    |below, _| json!({"below": below, "left": left, "right": 1}),
                );
                json!({"union": union})
            };
            accepted::<Everything>(&nested(10));
            exceeds::<Everything>(&nested(60));
        }
    });
}

/// A type that does not mind what it cannot read, as many are written.
#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
struct Lenient {
    #[serde(default, deserialize_with = "or_nothing")]
    #[schemars(with = "Option<i64>", range(min = 1))]
    count: Option<i64>,
    #[serde(default, deserialize_with = "or_nothing")]
    #[schemars(with = "Option<Inner>")]
    inner: Option<Inner>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Inner {
    #[schemars(length(max = 3))]
    code: String,
}

#[allow(clippy::unnecessary_wraps, reason = "it is what serde calls")]
fn or_nothing<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(T::deserialize(deserializer).ok())
}

#[test]
fn what_a_type_swallows_is_refused_all_the_same() {
    let validator = DefaultValidator::shared();
    let cases = [
        (json!({}), true),
        (json!({"count": 5}), true),
        (json!({"count": null}), true),
        (json!({"count": 0}), false),
        (json!({"count": "five"}), false),
        (json!({"inner": {"code": "abc"}}), true),
        (json!({"inner": {"code": "abcd"}}), false),
        (json!({"inner": {"code": "abc", "more": 1}}), false),
        (json!({"inner": {}}), false),
        (json!({"inner": [], "count": 1}), false),
    ];
    for (arguments, accepted) in cases {
        let tool = Lenient::definition();
        assert_eq!(validator.validate_input(tool, &arguments).is_ok(), accepted);
        assert_eq!(Lenient::parse(&arguments).is_ok(), accepted, "{arguments}");
        let bytes = Lenient::from_slice(arguments.to_string().as_bytes());
        assert_eq!(bytes.is_ok(), accepted, "{arguments}");
    }
}
