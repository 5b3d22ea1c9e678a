//! Numeric formats of schemars, turned into the bounds they imply.
//!
//! `uint32` and its like are not formats of JSON Schema and some providers refuse them; the bounds mean the
//! same in every dialect, and make the schema reject what the Rust type cannot hold.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use crate::schema::number::compare;

/// The range of integers that a header may hold (MCP 2026-07-28, "x-mcp-header").
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// The smallest and the largest value, and whether the largest is itself excluded.
struct Range {
    minimum: Value,
    maximum: Value,
    exclusive: bool,
}

fn range(minimum: impl Into<Value>, maximum: impl Into<Value>) -> Range {
    Range {
        minimum: minimum.into(),
        maximum: maximum.into(),
        exclusive: false,
    }
}

fn range_of(format: &str) -> Option<Range> {
    Some(match format {
        "int8" => range(i8::MIN, i8::MAX),
        "int16" => range(i16::MIN, i16::MAX),
        "int32" => range(i32::MIN, i32::MAX),
        "int64" => range(i64::MIN, i64::MAX),
        "int" => range(isize::MIN, isize::MAX),
        "uint8" => range(u8::MIN, u8::MAX),
        "uint16" => range(u16::MIN, u16::MAX),
        "uint32" => range(u32::MIN, u32::MAX),
        "uint64" => range(u64::MIN, u64::MAX),
        "uint" => range(usize::MIN, usize::MAX),
        // A JSON number beyond 64 bits is a double, so the bounds of 128 bits are powers of two.
        "int128" => Range {
            exclusive: true,
            ..range(-(127f64.exp2()), 127f64.exp2())
        },
        "uint128" => Range {
            exclusive: true,
            ..range(0, 128f64.exp2())
        },
        // The shortest text of `f32::MAX`, which as a double is a little more and still rounds to it.
        "float" => range(-3.402_823_5e38, 3.402_823_5e38),
        _ => return None,
    })
}

/// Replaces a numeric format by its bounds; tighter bounds are kept.
pub(super) fn replace_format(schema: &mut Map<String, Value>) {
    let Some(Value::String(format)) = schema.get("format") else {
        return;
    };
    if format == "double" {
        schema.shift_remove("format");
    } else if let Some(range) = range_of(format) {
        schema.shift_remove("format");
        tighten(schema, &range);
    }
}

/// Limits an integer to what a header may hold.
pub(super) fn hold_to_safe_integers(schema: &mut Map<String, Value>) {
    tighten(schema, &range(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER));
}

fn tighten(schema: &mut Map<String, Value>, range: &Range) {
    tighten_side(
        schema,
        ["minimum", "exclusiveMinimum"],
        &range.minimum,
        false,
        Ordering::Greater,
    );
    tighten_side(
        schema,
        ["maximum", "exclusiveMaximum"],
        &range.maximum,
        range.exclusive,
        Ordering::Less,
    );
}

/// Sets one bound unless one of the two keywords is already at least as tight.
fn tighten_side(
    schema: &mut Map<String, Value>,
    [inclusive, exclusive]: [&str; 2],
    limit: &Value,
    limit_is_exclusive: bool,
    tighter: Ordering,
) {
    let holds = |bound: &Value, equal_is_enough: bool| {
        let found = bound.as_number().zip(limit.as_number());
        let found = found.and_then(|(bound, limit)| compare(bound, limit));
        found == Some(tighter) || (found == Some(Ordering::Equal) && equal_is_enough)
    };
    if schema
        .get(exclusive)
        .is_some_and(|bound| holds(bound, true))
    {
        return;
    }
    if schema
        .get(inclusive)
        .is_some_and(|bound| holds(bound, !limit_is_exclusive))
    {
        return;
    }
    let key = if limit_is_exclusive {
        exclusive
    } else {
        inclusive
    };
    schema.insert(key.to_owned(), limit.clone());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn replaced(schema: Value) -> Value {
        let Value::Object(mut schema) = schema else {
            panic!("not an object")
        };
        replace_format(&mut schema);
        Value::Object(schema)
    }

    #[test]
    fn a_format_becomes_the_bounds_it_stands_for() {
        assert_eq!(
            replaced(json!({"type": "integer", "format": "uint32", "minimum": 0})),
            json!({"type": "integer", "minimum": 0, "maximum": u32::MAX})
        );
        assert_eq!(
            replaced(json!({"type": "number", "format": "double"})),
            json!({"type": "number"})
        );
        assert_eq!(
            replaced(json!({"type": "integer", "format": "uint128", "minimum": 0})),
            json!({"type": "integer", "minimum": 0,
                   "exclusiveMaximum": 340_282_366_920_938_463_463_374_607_431_768_211_456.0})
        );
    }

    #[test]
    fn tighter_bounds_stay_and_looser_ones_are_tightened() {
        assert_eq!(
            replaced(json!({"format": "uint8", "minimum": 1, "maximum": 300})),
            json!({"minimum": 1, "maximum": 255})
        );
        assert_eq!(
            replaced(json!({"format": "int8", "exclusiveMinimum": 0, "exclusiveMaximum": 10})),
            json!({"exclusiveMinimum": 0, "exclusiveMaximum": 10})
        );
        assert_eq!(
            replaced(json!({"format": "uint64", "maximum": 50.5})),
            json!({"maximum": 50.5, "minimum": 0})
        );
    }

    #[test]
    fn other_formats_stay() {
        let schema = json!({"type": "string", "format": "date-time"});
        assert_eq!(replaced(schema.clone()), schema);
    }
}
