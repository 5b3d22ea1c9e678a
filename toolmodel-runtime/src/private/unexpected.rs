//! What a value is, for messages of serde.

use serde::de::Unexpected;
use serde_json::Value;

pub(super) fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(flag) => Unexpected::Bool(*flag),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => Unexpected::Unsigned(number),
            (_, Some(number), _) => Unexpected::Signed(number),
            (.., Some(number)) => Unexpected::Float(number),
            _ => Unexpected::Other("number"),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}
