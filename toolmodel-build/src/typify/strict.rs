//! What typify's types are known to read more strictly than a schema, or to write differently.
//!
//! The list was found by letting them read what the schemas of real tools accept
//! (`tests/measure/bin/exactness.rs`).

use serde_json::{Map, Value};
use toolmodel_runtime::__private::kernel::{Place, Places, walk};

use super::types;
use crate::number::EXACT;

/// The first construct of a schema that keeps typify's types from being used.
pub(super) fn find(schema: &Value, formats: bool) -> Option<String> {
    let mut places = Places::default();
    let mut divisors = Divisors::default();
    let mut stack = vec![(Place::ROOT, schema)];
    while let Some((place, schema)) = stack.pop() {
        let Value::Object(map) = schema else { continue };
        let endless = "divisors whose common multiple typify may look for without end";
        let endless = (!divisors.add(map)).then_some(endless);
        if let Some(reason) = reason(map, formats).or(endless) {
            return Some(format!("{reason}, at `{}`", places.pointer(place)));
        }
        let below = walk::children(map).into_iter();
        stack.extend(below.map(|child| (places.child(place, &child), child.schema)));
    }
    None
}

/// Typify looks for the least common multiple of divisors in doubles, which does not end where that is infinite.
#[derive(Default)]
struct Divisors {
    known: Vec<f64>,
    product: f64,
}

impl Divisors {
    /// Whether the common multiples of all divisors are exact.
    fn add(&mut self, schema: &Map<String, Value>) -> bool {
        let Some(divisor) = schema.get("multipleOf").and_then(Value::as_f64) else {
            return true;
        };
        if !self.known.contains(&divisor) {
            self.product = self.product.max(1.0) * divisor;
            self.known.push(divisor);
        }
        self.known.len() == 1
            || self.product <= EXACT && self.known.iter().all(|divisor| divisor.fract() == 0.0)
    }
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
