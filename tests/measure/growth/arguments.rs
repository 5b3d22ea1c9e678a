//! Everything that takes arguments from outside, at every shape of value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::adapter::Registry;
use toolmodel_runtime::{DefaultValidator, SchemaValidator, Tool, TypedTool};

use crate::entries::outcome;
use crate::{Family, Outcome, Work};

mod tools {
    toolmodel_runtime::include_tools!("growth_tools.rs");
}

/// A tool that takes all shapes of values.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(name = "take")]
pub(crate) struct Derived {
    #[schemars(length(max = 100_000))]
    text: Option<String>,
    #[schemars(regex(pattern = "^[a-z]+( [a-z]+)*$"))]
    words: Option<String>,
    #[schemars(length(max = 100_000))]
    numbers: Option<Vec<u8>>,
    unique: Option<std::collections::BTreeSet<String>>,
    tree: Option<Box<Tree>>,
    union: Option<Vec<Union>>,
    #[serde(flatten)]
    rest: std::collections::BTreeMap<String, Value>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Tree {
    below: Option<Box<Tree>>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Union {
    Number(u8),
    Text(String),
    List(Vec<u8>),
}

/// A shape of arguments, by name, with the smallest size to try.
type Shape = (&'static str, usize, fn(usize) -> Value);

const SHAPES: [Shape; 11] = [
    ("long text", 10_000, |n| json!({"text": "a".repeat(n)})),
    (
        "long text for a pattern",
        2000,
        |n| json!({"words": "ab ".repeat(n) + "c"}),
    ),
    (
        "long text against a pattern",
        2000,
        |n| json!({"words": "ab ".repeat(n) + "!"}),
    ),
    ("long list", 1000, |n| json!({"numbers": vec![7; n]})),
    ("many errors", 200, |n| json!({"numbers": vec!["x"; n]})),
    (
        "many different items",
        200,
        |n| json!({"unique": (0..n).map(|i| format!("item{i}")).collect::<Vec<_>>()}),
    ),
    (
        "deep",
        20,
        |n| json!({"tree": (0..n).fold(json!({}), |below, _| json!({"below": below}))}),
    ),
    (
        "many unions",
        200,
        |n| json!({"union": vec![json!([1, 2, 3]); n]}),
    ),
    (
        "many wrong unions",
        100,
        |n| json!({"union": vec![json!({}); n]}),
    ),
    ("many undeclared properties", 200, |n| {
        Value::Object((0..n).map(|i| (format!("name{i}"), json!(i))).collect())
    }),
    ("long key", 10_000, |n| json!({"k".repeat(n): 1, "text": 5})),
];

type Entry = fn(Value) -> Work;

const ENTRIES: [(&str, Entry); 6] = [
    ("validate_input", |value| {
        let validator = DefaultValidator::shared();
        Box::new(move || outcome(&validator.validate_input(Derived::definition(), &value)))
    }),
    ("derived from bytes", |value| {
        let text = value.to_string();
        Box::new(move || outcome(&Derived::from_slice(text.as_bytes())))
    }),
    ("derived from a value", |value| {
        Box::new(move || outcome(&Derived::parse(&value)))
    }),
    ("generated from bytes", |value| {
        let text = value.to_string();
        Box::new(move || outcome(&tools::Take::from_slice(text.as_bytes())))
    }),
    ("generated from a value", |value| {
        Box::new(move || outcome(&tools::Take::parse(&value)))
    }),
    ("restore_arguments", |value| {
        let registry = Registry::default();
        let converted = registry
            .convert_tool(Derived::definition(), "openai-strict")
            .expect("the tool is converted");
        Box::new(move || {
            let _ = std::hint::black_box(converted.restore_arguments(value));
            Outcome::Answered
        })
    }),
];

pub(crate) fn families() -> Vec<Family> {
    let pairs = SHAPES
        .into_iter()
        .flat_map(|shape| ENTRIES.map(|entry| (shape, entry)));
    let families = pairs.map(|((shape, size, make), (name, entry))| Family {
        name: format!("{name}: {shape}"),
        size,
        prepare: Box::new(move |n| entry(make(n))),
    });
    families.collect()
}
