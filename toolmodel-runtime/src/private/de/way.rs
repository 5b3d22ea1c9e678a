//! For tests: ways to read a value, which must agree with `serde_json`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A way to read a value.
pub(super) trait Way {
    /// Whether a type that asks for an integer gets one for a float without a fraction.
    const INTEGRAL: bool = false;

    fn read<'a, T: Deserialize<'a>>(value: &'a Value) -> Option<T>;
}

#[derive(Debug, Deserialize, PartialEq)]
struct Point {
    x: f64,
    y: Option<i64>,
}

#[derive(Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd)]
enum Dot {
    Dot,
}

#[derive(Debug, Deserialize, PartialEq)]
enum Shape {
    Dot,
    Circle(f64),
    Box(f64, f64),
    Line { from: Point },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Loose {
    Flag(bool),
    Point(Point),
    Text(String),
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Strict {
    #[serde(default)]
    x: Option<f32>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Flat {
    x: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Unit;

#[derive(Debug, Deserialize, PartialEq)]
struct Wrapped(Option<u16>);

#[derive(Debug, Deserialize, PartialEq)]
struct Pair(i8, i32);

fn agrees<'a, W: Way, T: Deserialize<'a> + PartialEq + Debug>(value: &'a Value) {
    let mut wanted = T::deserialize(value).ok();
    if wanted.is_none() && W::INTEGRAL && *value == json!(7.0) {
        wanted = T::deserialize(Box::leak(Box::new(json!(7))) as &Value).ok();
    }
    assert_eq!(W::read::<T>(value), wanted, "{value}");
}

/// Reads many values as many types.
pub(super) fn reads_as_serde_json_does<W: Way>() {
    let values = [
        json!(null),
        json!(true),
        json!(7),
        json!(-7),
        json!(7.5),
        json!(7.0),
        json!(300),
        json!(18_446_744_073_709_551_615_u64),
        json!("Dot"),
        json!("d"),
        json!(""),
        json!([]),
        json!([1, 2]),
        json!([1, 2, 3]),
        json!([1, null]),
        json!({}),
        json!({"x": 1}),
        json!({"x": 1, "y": 2}),
        json!({"x": 1.5, "y": null, "z": [{"a": "b"}]}),
        json!({"Circle": 2}),
        json!({"Box": [1, 2]}),
        json!({"Box": [1, 2, 3]}),
        json!({"Line": {"from": {"x": 0}}}),
        json!({"Dot": null}),
        json!({"Dot": null, "Circle": 2}),
        json!({"1": true, "20": false}),
        json!({"true": true}),
        json!({"Dot": true}),
        json!({"$serde_json::private::Number": "7"}),
    ];
    for value in &values {
        agrees::<W, Value>(value);
        agrees::<W, Map<String, Value>>(value);
        agrees::<W, BTreeMap<String, Value>>(value);
        agrees::<W, BTreeMap<u8, bool>>(value);
        agrees::<W, BTreeMap<bool, bool>>(value);
        agrees::<W, BTreeMap<Dot, bool>>(value);
        agrees::<W, Vec<Value>>(value);
        agrees::<W, Vec<u8>>(value);
        agrees::<W, [u8; 2]>(value);
        agrees::<W, Option<i64>>(value);
        agrees::<W, Option<Option<bool>>>(value);
        agrees::<W, (u8, u8)>(value);
        agrees::<W, ()>(value);
        agrees::<W, bool>(value);
        agrees::<W, char>(value);
        agrees::<W, f32>(value);
        agrees::<W, f64>(value);
        agrees::<W, i8>(value);
        agrees::<W, u64>(value);
        agrees::<W, i128>(value);
        agrees::<W, u128>(value);
        agrees::<W, String>(value);
        agrees::<W, &str>(value);
        agrees::<W, &[u8]>(value);
        agrees::<W, Box<Point>>(value);
        agrees::<W, Shape>(value);
        agrees::<W, Loose>(value);
        agrees::<W, Strict>(value);
        agrees::<W, Flat>(value);
        agrees::<W, Unit>(value);
        agrees::<W, Wrapped>(value);
        agrees::<W, Pair>(value);
    }
}
