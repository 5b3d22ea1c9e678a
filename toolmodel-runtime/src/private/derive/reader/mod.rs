//! Reads a type from a JSON value as JSON Schema sees it: `5.0` is an integer.
//!
//! The schema has accepted the value, so this reader accepts what the schema means and leaves the
//! refusing to it; what a hand-written `Deserialize` still refuses is reported with its place.

mod access;
mod error;
mod value;

use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::ride::Plan;
use crate::path::Path;
pub(super) use error::ReadError;
use value::ValueReader;

/// Reads `T`.
///
/// Serde reads flattened fields and untagged or internally tagged enums through a buffer that keeps
/// `5.0` a float, and then refuses it for an integer. So when reading fails and the value has such
/// numbers, it is read once more with each of them presented as an integer. It is not the first way,
/// because a field of JSON values would then lose the `.0`.
pub(super) fn read<T: DeserializeOwned>(value: &Value) -> Result<T, ReadError> {
    // The same reader as in one pass, with a plan that accepts everything: a second kind of reader
    // would have every type compiled once more.
    static TRUSTING: LazyLock<Plan> = LazyLock::new(Plan::trusting);
    read_with(&TRUSTING, value, false).or_else(|error| {
        if has_integral_float(value) {
            read_with(&TRUSTING, value, true).map_err(|_| error)
        } else {
            Err(error)
        }
    })
}

/// Reads `T` in one pass, checked against the plan.
pub(super) fn ride<T: DeserializeOwned>(plan: &Plan, value: &Value) -> Option<T> {
    read_with(plan, value, false).ok()
}

fn read_with<T: DeserializeOwned>(
    plan: &Plan,
    value: &Value,
    as_integers: bool,
) -> Result<T, ReadError> {
    let path = Path::Root;
    let reader = ValueReader {
        value,
        path: &path,
        depth: 0,
        as_integers,
    };
    super::ride::read(plan, reader).map_err(|error: ReadError| error.at(&path))
}

fn has_integral_float(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            number.as_i64().is_none()
                && number.as_u64().is_none()
                && number.as_f64().and_then(value::as_integer).is_some()
        }
        Value::Array(items) => items.iter().any(has_integral_float),
        Value::Object(map) => map.values().any(has_integral_float),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Inner {
        count: u32,
        any: Value,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Flattened {
        #[serde(flatten)]
        inner: Inner,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    enum Choice {
        Unit,
        New(i8),
        Tuple(i8, i8),
        Struct { count: u128 },
    }

    #[test]
    fn integral_floats_are_integers() {
        let value = json!({"count": 1e3, "any": 5.0});
        let read: Inner = read(&value).unwrap();
        assert_eq!(read.count, 1000);
        assert!(read.any.is_f64(), "{}", read.any);
    }

    #[test]
    fn integral_floats_are_integers_behind_a_buffer_too() {
        let value = json!({"count": 5.0, "any": null});
        let read: Flattened = read(&value).unwrap();
        assert_eq!(read.inner.count, 5);
    }

    #[test]
    fn every_kind_of_variant_is_read() {
        assert_eq!(read(&json!("Unit")), Ok(Choice::Unit));
        assert_eq!(read(&json!({"Unit": null})), Ok(Choice::Unit));
        assert_eq!(read(&json!({"New": -5.0})), Ok(Choice::New(-5)));
        assert_eq!(read(&json!({"Tuple": [1, 2]})), Ok(Choice::Tuple(1, 2)));
        let big = json!({"Struct": {"count": 1e30}});
        let count = 1_000_000_000_000_000_019_884_624_838_656;
        assert_eq!(read(&big), Ok(Choice::Struct { count }));
        assert!(read::<Choice>(&json!({"Unit": 1})).is_err());
        assert!(read::<Choice>(&json!({"Unit": null, "New": 1})).is_err());
        assert!(read::<Choice>(&json!("New")).is_err());
    }

    #[test]
    fn keys_are_read_as_what_they_stand_for() {
        let read: BTreeMap<i16, BTreeMap<bool, char>> =
            read(&json!({"-3": {"true": "x"}})).unwrap();
        assert_eq!(read[&-3][&true], 'x');
    }

    #[test]
    fn the_place_of_a_refusal_is_named() {
        let error = read::<BTreeMap<String, Vec<Inner>>>(
            &json!({"a/b": [{"count": 1, "any": 1}, {"count": "x", "any": 1}]}),
        )
        .unwrap_err();
        assert_eq!(error.pointer.as_deref(), Some("/a~1b/1/count"));
        assert_eq!(error.message, "invalid type: string \"x\", expected u32");
    }

    #[test]
    fn nothing_of_an_array_is_dropped() {
        assert!(read::<(i8, i8)>(&json!([1, 2, 3])).is_err());
    }
}
