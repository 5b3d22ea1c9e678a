//! JSON of any depth: built by a program, a value may be nested deeper than any stack.

use serde_json::Value;

use crate::meter::{Exceeded, Resource};

/// Whether arrays and objects are nested more than `limit` levels deep.
pub(crate) fn nesting_exceeds(value: &Value, limit: usize) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| exceeds(item, limit)),
        Value::Object(map) => map.values().any(|item| exceeds(item, limit)),
        _ => false,
    }
}

/// Whether a value below another is nested deeper than the levels that are left. The recursion goes no
/// deeper than the limit.
#[inline]
fn exceeds(below: &Value, left: usize) -> bool {
    left == 0
        || matches!(below, Value::Array(_) | Value::Object(_)) && nesting_exceeds(below, left - 1)
}

/// `Ok` unless a value is nested more than `limit` levels deep.
pub(crate) fn check_nesting(value: &Value, limit: usize) -> Result<(), Exceeded> {
    let resource = Resource::Depth;
    let exceeded = Exceeded { resource, limit };
    if nesting_exceeds(value, limit) {
        Err(exceeded)
    } else {
        Ok(())
    }
}

/// The value, unless it is nested more than `limit` levels deep.
pub(crate) fn shallow(value: Value, limit: usize) -> Result<Value, Exceeded> {
    match check_nesting(&value, limit) {
        Ok(()) => Ok(value),
        Err(exceeded) => {
            dismantle(value);
            Err(exceeded)
        }
    }
}

/// Drops a value level by level, without recursion; dropping it whole would recurse once per level.
pub(crate) fn dismantle(value: Value) {
    let mut stack = vec![value];
    while let Some(value) = stack.pop() {
        match value {
            Value::Array(items) => stack.extend(items),
            Value::Object(map) => stack.extend(map.into_iter().map(|(_, item)| item)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(levels: usize) -> Value {
        (0..levels).fold(Value::Null, |value, _| Value::Array(vec![value]))
    }

    #[test]
    fn values_deeper_than_any_stack_are_measured_and_dropped() {
        let deep = nested(200_000);
        assert!(nesting_exceeds(&deep, 256));
        dismantle(deep);
        assert!(!nesting_exceeds(&nested(256), 256));
        assert!(nesting_exceeds(&nested(257), 256));
    }
}
