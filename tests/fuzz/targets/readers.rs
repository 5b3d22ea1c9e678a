//! Any bytes: generated and derived readers accept exactly what the validator accepts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolmodel_runtime::{DefaultValidator, Error, ErrorKind, SchemaValidator, Tool, TypedTool};

mod generated {
    toolmodel_runtime::include_tools!();
}

toolmodel_fuzz::json_mutator!();

/// A derived tool with most kinds of fields.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
struct Derived {
    #[schemars(length(min = 1, max = 5))]
    text: String,
    #[schemars(range(min = 1, max = 100))]
    count: Option<u32>,
    ratio: Option<f64>,
    flag: Option<bool>,
    #[schemars(length(max = 3))]
    list: Option<Vec<i64>>,
    state: Option<State>,
    order: Option<Order>,
    node: Option<Box<Node>>,
    any: Option<Value>,
    map: Option<std::collections::BTreeMap<String, u8>>,
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
enum Node {
    First { below: Box<Node>, first: i32 },
    Second { below: Box<Node>, second: i32 },
    Leaf(String),
}

fuzz_target!(|data: &[u8]| {
    agrees::<Derived>(data);
    agrees::<generated::Exact>(data);
    agrees::<generated::Unions>(data);
    agrees::<generated::Checked>(data);
});

fn agrees<T: TypedTool + Serialize>(data: &[u8]) {
    let from_bytes = T::from_slice(data);
    let Ok(value) = serde_json::from_slice::<Value>(data) else {
        assert!(from_bytes.is_err(), "read what is no JSON");
        return;
    };
    let validator = DefaultValidator::shared();
    let verdict = validator.validate_input(T::definition(), &value);
    same("bytes", &from_bytes, &verdict, &value);
    same("a value", &T::parse(&value), &verdict, &value);
    if let Ok(read) = from_bytes {
        let written = serde_json::to_value(&read).expect("it can be written");
        if let Err(error) = validator.validate_input(T::definition(), &written) {
            panic!("{value} is written as {written}, which is refused: {error}");
        }
    }
}

fn same<T>(from: &str, read: &Result<T, Error>, verdict: &Result<(), Error>, value: &Value) {
    let is_limit = |error: &Error| error.kind() == ErrorKind::LimitExceeded;
    match (read, verdict) {
        (Ok(_), Ok(())) | (Err(_), Err(_)) => {}
        (Err(error), Ok(())) if is_limit(error) => {}
        (Ok(_), Err(error)) if is_limit(error) => {}
        (Ok(_), Err(error)) => panic!("from {from}, {value} is read, but the schema says {error}"),
        (Err(error), Ok(())) => panic!("from {from}, {value} is valid, but refused: {error}"),
    }
    if let Err(error) = read {
        let _ = (error.to_string(), error.to_tool_error());
    }
}
