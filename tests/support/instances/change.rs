//! Changes of a value: values of other types, neighbours, and extremes of its own type.

use serde_json::{Value, json};

/// A name that no schema of the tests declares.
pub const UNDECLARED: &str = "undeclared property";

/// A value of each kind, and the ones that derived code gets wrong.
pub(super) fn strangers() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(-1),
        json!(5.0),
        json!(1e3),
        json!(2.5),
        json!(1e30),
        json!(9_007_199_254_740_993_i64),
        json!(9_223_372_036_854_775_808_u64),
        json!(""),
        json!("x"),
        json!([]),
        json!([null]),
        json!(["x", "x"]),
        json!({}),
        json!({UNDECLARED: null}),
    ]
}

/// A text as the only key of an object, which derived code may take for a variant without content.
pub(super) fn as_variant(value: &Value) -> Option<Value> {
    let text = value.as_str()?;
    Some(json!({ text: null }))
}

/// Small changes of a value.
pub(super) fn neighbours(value: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Object(map) => {
            for key in map.keys() {
                let mut less = map.clone();
                less.shift_remove(key);
                found.push(Value::Object(less));
            }
            let mut more = map.clone();
            more.insert(UNDECLARED.to_owned(), json!(1));
            found.push(Value::Object(more));
            found.push(Value::Array(map.values().cloned().collect()));
        }
        Value::Array(items) => {
            for count in [1, 4] {
                let more = items.first().into_iter().cycle().take(count).cloned();
                found.push(items.iter().cloned().chain(more).collect());
            }
            found.push(items.iter().skip(1).cloned().collect());
        }
        Value::Number(number) => {
            if let Some(v) = number.as_i64() {
                #[allow(clippy::cast_precision_loss, reason = "small test values")]
                found.push(json!(v as f64));
                found.extend([v.wrapping_add(1), v.wrapping_sub(1)].map(Value::from));
                found.push(json!(v.wrapping_neg()));
                found.push(json!(v.to_string()));
            }
            let v = number.as_f64().unwrap_or(0.0);
            found.extend([json!(v + 0.5), json!(-1e6), json!(1e6)]);
        }
        Value::String(text) => {
            found.push(json!(format!("{text} ")));
            found.push(json!(text.to_uppercase()));
            found.push(json!(format!("{text}{text}x")));
            found.push(json!("x".repeat(400)));
        }
        Value::Null | Value::Bool(_) => {}
    }
    found
}

/// Values at the edges of what types of Rust hold, where the value is of that type, and more of the
/// values that derived code takes for something else.
pub(super) fn extremes(value: &Value) -> Vec<Value> {
    let mut found = vec![
        json!(5),
        json!(0.5),
        json!([1, "a"]),
        json!([value]),
        json!({"Unit": null}),
        json!({UNDECLARED: 1}),
    ];
    match value {
        Value::Number(_) => found.extend([
            json!(2),
            json!(2.0),
            json!(1e2),
            json!(-0.0),
            json!(255),
            json!(256),
            json!(-129),
            json!(i64::MAX),
            json!(i64::MIN),
            json!(u64::MAX),
            json!(18_446_744_073_709_551_616.0),
            json!(9_223_372_036_854_775_808.0),
            json!(1e20),
            json!(1e39),
            json!(-1e39),
            json!(1e300),
        ]),
        Value::String(_) => {
            let texts = ["a", "ab", "\u{e9}", "a/b", "A/B", "#a", "fixed", "Unit"];
            found.extend(texts.map(Value::from));
            found.extend([2, 5, 6, 40].map(|n| Value::from("x".repeat(n))));
        }
        _ => {}
    }
    found
}
