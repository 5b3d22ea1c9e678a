//! What one subschema says and no value can satisfy.

use serde_json::{Map, Value};

use super::number::is_integral;

/// A keyword, and whether its bound is itself excluded.
type Bound = (&'static str, bool);

/// Lower and upper bounds.
const PAIRS: [(Bound, Bound); 8] = [
    (("minimum", false), ("maximum", false)),
    (("minimum", false), ("exclusiveMaximum", true)),
    (("exclusiveMinimum", true), ("maximum", false)),
    (("exclusiveMinimum", true), ("exclusiveMaximum", true)),
    (("minLength", false), ("maxLength", false)),
    (("minItems", false), ("maxItems", false)),
    (("minProperties", false), ("maxProperties", false)),
    (("minContains", false), ("maxContains", false)),
];

/// What is wrong with a subschema, a sentence each.
#[must_use]
pub fn contradictions(schema: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    for ((low, low_is_outside), (high, high_is_outside)) in PAIRS {
        let (Some(least), Some(most)) = (schema.get(low), schema.get(high)) else {
            continue;
        };
        let is_outside = low_is_outside || high_is_outside;
        if is_beyond(least, most, is_outside) {
            found.push(format!(
                "no value can meet `{low}` {least} and `{high}` {most}"
            ));
        }
    }
    if let Some(Value::String(name)) = schema.get("type") {
        let of_type = |value: &Value| is_of(value, name);
        let listed = schema.get("enum").and_then(Value::as_array);
        if listed.is_some_and(|values| !values.is_empty() && !values.iter().any(of_type)) {
            found.push(format!("none of the values in `enum` is of type `{name}`"));
        }
        if schema.get("const").is_some_and(|value| !of_type(value)) {
            found.push(format!("the value of `const` is not of type `{name}`"));
        }
    }
    found
}

fn is_of(value: &Value, name: &str) -> bool {
    match (name, value) {
        ("integer", Value::Number(number)) => is_integral(number),
        ("array", Value::Array(_))
        | ("boolean", Value::Bool(_))
        | ("null", Value::Null)
        | ("number", Value::Number(_))
        | ("object", Value::Object(_))
        | ("string", Value::String(_)) => true,
        ("array" | "boolean" | "integer" | "null" | "number" | "object" | "string", _) => false,
        _ => true,
    }
}

/// Whether a lower bound leaves nothing below an upper one.
fn is_beyond(least: &Value, most: &Value, is_outside: bool) -> bool {
    if let (Some(least), Some(most)) = (least.as_i64(), most.as_i64()) {
        return least > most || (is_outside && least == most);
    }
    match (least.as_f64(), most.as_f64()) {
        (Some(least), Some(most)) if is_outside => least >= most,
        (Some(least), Some(most)) => least > most,
        _ => false,
    }
}
