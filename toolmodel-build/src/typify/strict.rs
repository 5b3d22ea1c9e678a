//! What typify's types are known to read more strictly than a schema, or to write differently.
//!
//! The list was found by letting them read what the schemas of real tools accept
//! (`tests/measure/bin/exactness.rs`).

use std::fmt;

use serde_json::{Map, Value};
use toolmodel_runtime::__private::kernel::{Place, Places, walk};

use super::types;

/// A construct that keeps typify's types from being used.
pub(super) struct Strict {
    pointer: String,
    reason: &'static str,
}

impl fmt::Display for Strict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at `{}`", self.reason, self.pointer)
    }
}

/// The first such construct of a schema.
pub(super) fn find(schema: &Value, formats: bool) -> Option<Strict> {
    let mut places = Places::default();
    let mut stack = vec![(Place::ROOT, schema)];
    while let Some((place, schema)) = stack.pop() {
        let Value::Object(map) = schema else { continue };
        if let Some(reason) = reason(map, formats) {
            let pointer = places.pointer(place);
            return Some(Strict { pointer, reason });
        }
        let below = walk::children(map).into_iter();
        stack.extend(below.map(|child| (places.child(place, &child), child.schema)));
    }
    None
}

fn reason(schema: &Map<String, Value>, formats: bool) -> Option<&'static str> {
    let format = schema.get("format").and_then(Value::as_str);
    match format {
        Some("date" | "date-time" | "uuid" | "ipv4" | "ipv6") if !formats => {
            return Some(
                "its type asserts the format, which the schema does not (`Config::assert_formats` does)",
            );
        }
        Some("ip") => return Some("its type asserts the format `ip`, which no validator knows"),
        Some("float") if types(schema).contains(&"number") => {
            return Some("its type has less precision than numbers of JSON");
        }
        _ => {}
    }
    let has = |keyword: &str| schema.contains_key(keyword);
    if has("$dynamicRef") || has("$dynamicAnchor") || has("$anchor") {
        return Some("a reference that typify does not follow");
    }
    None
}
