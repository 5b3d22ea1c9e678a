//! Reads what the validator has accepted. If a `Deserialize` rejects it nevertheless, that is reported
//! with its place.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::private::de::{Given, Refused, integer_of, last_refusal, trust};

/// What a `Deserialize` rejected, and where.
#[derive(Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) pointer: String,
}

/// Reads `T`.
///
/// Serde reads flattened fields and untagged or internally tagged enums through a buffer that keeps `5.0` a
/// float, and then rejects it for an integer. So when reading fails and the value has such numbers, it is read
/// once more with each of them written as an integer. That is not done at first, because a field of JSON values
/// would lose the `.0`.
pub(crate) fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Refusal> {
    read_once(value).or_else(|refusal| {
        let mut integral = value.clone();
        if write_integers(&mut integral) {
            read_once(&integral).map_err(|_| refusal)
        } else {
            Err(refusal)
        }
    })
}

fn read_once<T: DeserializeOwned>(value: &Value) -> Result<T, Refusal> {
    let trusted = trust();
    let read = T::deserialize(Given::<true>::new(value));
    drop(trusted);
    read.map_err(|_: Refused| {
        let (message, pointer) = last_refusal();
        Refusal { message, pointer }
    })
}

/// Writes floats without a fraction as integers; returns whether there were any.
fn write_integers(value: &mut Value) -> bool {
    match value {
        Value::Number(number) => {
            let float = number
                .as_f64()
                .filter(|_| !number.is_i64() && !number.is_u64());
            match float.and_then(integer_of) {
                Some(integer) => *number = integer,
                None => return false,
            }
            true
        }
        Value::Array(items) => items
            .iter_mut()
            .fold(false, |any, it| write_integers(it) | any),
        Value::Object(map) => map
            .values_mut()
            .fold(false, |any, it| write_integers(it) | any),
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
        assert_eq!(error.pointer, "/a~1b/1/count");
        assert_eq!(error.message, "invalid type: string \"x\", expected u32");
    }

    #[test]
    fn nothing_of_an_array_is_dropped() {
        assert!(read::<(i8, i8)>(&json!([1, 2, 3])).is_err());
    }
}
