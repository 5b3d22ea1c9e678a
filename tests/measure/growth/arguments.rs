//! Everything that takes arguments from outside, at every shape of value.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::adapter::Registry;
use toolmodel_runtime::{
    DefaultValidator, Error, Result, SchemaValidator, Tool, TypedTool, repair,
};

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
    #[schemars(regex(pattern = "^(?:(?=[^c]*c)x)*c$"))]
    ahead: Option<String>,
    #[schemars(length(max = 100_000))]
    numbers: Option<Vec<u8>>,
    large: Option<Vec<Large>>,
    unique: Option<std::collections::BTreeSet<String>>,
    states: Option<Vec<State>>,
    tree: Option<Box<Tree>>,
    node: Option<Box<Node>>,
    union: Option<Vec<Union>>,
    orders: Option<Vec<Order>>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Large(#[schemars(extend("multipleOf" = 0.7))] f64);

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Tree {
    below: Option<Box<Tree>>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Node {
    First { below: Box<Node>, first: i32 },
    Second { below: Box<Node>, second: i32 },
    Third { below: Box<Node> },
    Leaf(String),
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Order {
    Buy { price: u32 },
    Sell { price: u32, parts: Vec<Order> },
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

const SHAPES: [Shape; 24] = [
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
    (
        "long text for a pattern that looks ahead",
        500,
        |n| json!({"ahead": "x".repeat(n) + "c"}),
    ),
    ("long list", 1000, |n| json!({"numbers": vec![7; n]})),
    ("many errors", 200, |n| json!({"numbers": vec!["x"; n]})),
    ("many large numbers", 200, |n| {
        let numbers = (0..n).map(|i| 1.797e298 * (1.0 + f64::from(u32::try_from(i).unwrap_or(0))));
        json!({"large": numbers.collect::<Vec<_>>()})
    }),
    (
        "many different items",
        200,
        |n| json!({"unique": (0..n).map(|i| format!("item{i}")).collect::<Vec<_>>()}),
    ),
    ("many different objects", 200, |n| {
        let items = (0..n).map(|i| json!({"a": [i, {"b": i}]}));
        json!({"objects": items.collect::<Vec<_>>()})
    }),
    (
        "many equal items",
        200,
        |n| json!({"unique": vec!["same"; n]}),
    ),
    (
        "many wrong values",
        200,
        |n| json!({"states": vec!["?"; n]}),
    ),
    (
        "deep",
        20,
        |n| json!({"tree": (0..n).fold(json!({}), |below, _| json!({"below": below}))}),
    ),
    ("deep and refused by a union", 10, |n| {
        let around = |below, _| json!({"below": below, "first": "x", "second": "x"});
        json!({"node": (0..n).fold(json!({"below": 5}), around)})
    }),
    ("deep and accepted by a union", 10, |n| {
        let around = |below, _| json!({"below": below, "second": 1});
        json!({"node": (0..n).fold(json!("leaf"), around)})
    }),
    ("deep and accepted by exactly one", 10, |n| {
        let around = |below, _| json!({"below": below, "k1": 1});
        json!({"exactly": (0..n).fold(Value::Null, around)})
    }),
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
    ("many tagged unions", 100, |n| {
        let order = json!({"price": 1, "parts": [], "kind": "sell"});
        json!({"orders": vec![order; n]})
    }),
    ("deep tagged unions", 10, |n| {
        let around = |below, _| json!({"price": 1, "parts": [below], "kind": "sell"});
        json!({"orders": [(0..n).fold(json!({"price": 1, "kind": "buy"}), around)]})
    }),
    ("many undeclared properties", 200, |n| {
        Value::Object((0..n).map(|i| (format!("name{i}"), json!(i))).collect())
    }),
    ("many matched names", 200, |n| {
        let names = (0..n).map(|i| (format!("x-{i}"), json!(i)));
        json!({"map": Value::Object(names.collect())})
    }),
    ("many wrong names", 200, |n| {
        let names = (0..n).map(|i| (format!("y-{i}\n"), json!("1")));
        json!({"map": Value::Object(names.collect())})
    }),
    ("long key", 10_000, |n| json!({"k".repeat(n): 1, "text": 5})),
    (
        "long key above many errors",
        400,
        |n| json!({"map": {format!("x-{}", "k".repeat(10 * n)): vec!["x"; n]}}),
    ),
];

type Entry = fn(Value) -> Work;

const ENTRIES: [(&str, Entry); 10] = [
    ("validate derived", |value| {
        let validator = DefaultValidator::shared();
        Box::new(move || told(&validator.validate_input(Derived::definition(), &value)))
    }),
    ("validate generated", |value| {
        let validator = DefaultValidator::shared();
        Box::new(move || told(&validator.validate_input(tools::Take::definition(), &value)))
    }),
    ("derived from bytes", |value| {
        let text = value.to_string();
        Box::new(move || told(&Derived::from_slice(text.as_bytes())))
    }),
    ("derived from a value", |value| {
        Box::new(move || told(&Derived::parse(&value)))
    }),
    ("generated from bytes", |value| {
        let text = value.to_string();
        Box::new(move || told(&tools::Take::from_slice(text.as_bytes())))
    }),
    ("generated from a value", |value| {
        Box::new(move || told(&tools::Take::parse(&value)))
    }),
    ("repair arguments", |value| {
        Box::new(move || {
            let repaired = repair::arguments(tools::Take::definition(), value);
            told(&repaired.map_err(Error::from))
        })
    }),
    ("restore from openai-strict", |value| {
        restore(tools::Take::definition(), "openai-strict", value)
    }),
    ("restore from gemini", |value| {
        restore(tools::Take::definition(), "gemini", value)
    }),
    ("restore from anthropic-strict", |value| {
        restore(Derived::definition(), "anthropic-strict", value)
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

/// The outcome, after a model and a person were told of it.
fn told<T>(result: &Result<T>) -> Outcome {
    if let Err(error) = result {
        let violations = error.violations().map(serde_json::to_string);
        std::hint::black_box((error.to_tool_error(), error.to_string(), violations));
    }
    outcome(result)
}

fn restore(tool: &Tool, provider: &str, value: Value) -> Work {
    let converted = Registry::default().convert_tool(tool, provider);
    let converted = converted.expect("the tool is converted");
    Box::new(move || told(&std::hint::black_box(converted.restore_arguments(value))))
}
