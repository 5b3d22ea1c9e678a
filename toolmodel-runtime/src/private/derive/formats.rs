//! Formats that a tool's types enforce: dates, UUIDs, addresses.
//!
//! To the schema a `format` is an annotation, because what stands in the schema of a `String` is not
//! enforced by anything. A type such as a date enforces its own: it refuses the text. Its words are
//! those of its parser and only about the first wrong text, so the validator is asked once more,
//! with formats asserted, and what it lists is kept where the type refuses as well.

use serde_json::{Map, Value, json};

use crate::error::{Error, Violation};
use crate::path::pointer::follow;
use crate::schema::Schema;

/// A text that is not what its format says.
#[derive(Debug)]
pub(super) struct Wrong {
    violation: Violation,
    /// A text of the format.
    sample: &'static str,
}

/// Texts of the formats that types of Rust are known to enforce.
fn sample(format: &str) -> Option<&'static str> {
    Some(match format {
        "date" => "2024-01-31",
        "date-time" => "2024-01-31T12:00:00Z",
        "time" => "12:00:00Z",
        "partial-date-time" => "2024-01-31T12:00:00",
        "duration" => "P1D",
        "uuid" => "2f1acc6c-bd26-4d33-a9e1-0f3d43b1a3a5",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "iri" | "uri-reference" | "iri-reference" => "https://example.com/",
        "email" | "idn-email" => "ada@example.com",
        "hostname" | "idn-hostname" => "example.com",
        _ => return None,
    })
}

/// An address is an `ipv4` or an `ipv6`; `ip` alone is no format of JSON Schema.
pub(super) fn replace_ip(schema: &mut Map<String, Value>) {
    if schema.get("format").and_then(Value::as_str) != Some("ip") {
        return;
    }
    schema.shift_remove("format");
    if !schema.contains_key("anyOf") {
        schema.insert("anyOf".to_owned(), addresses());
    }
}

fn addresses() -> Value {
    json!([{"format": "ipv4"}, {"format": "ipv6"}])
}

/// The wrong formats among the violations of an instance.
pub(super) fn wrong_formats(error: &Error, schema: &Schema) -> Vec<Wrong> {
    let violations = error.violations().into_iter().flatten();
    let mut wrong: Vec<Wrong> = Vec::new();
    for violation in violations.filter_map(|violation| wrong_format(violation, schema)) {
        let place = &violation.violation.instance_path;
        if wrong
            .iter()
            .all(|known| known.violation.instance_path != *place)
        {
            wrong.push(violation);
        }
    }
    wrong
}

fn wrong_format(violation: &Violation, schema: &Schema) -> Option<Wrong> {
    let (place, keyword) = violation.schema_path.rsplit_once('/')?;
    // A violation of alternatives may be told as that of one of them.
    let of_either = place
        .strip_suffix("/anyOf/0")
        .or(place.strip_suffix("/anyOf/1"));
    let either = if keyword == "anyOf" {
        Some(place)
    } else {
        of_either
    };
    let is_address = |place: &str| {
        let subschema = follow(schema.as_value(), place).map(|(_, subschema)| subschema);
        subschema.and_then(|it| it.get("anyOf")) == Some(&addresses())
    };
    if either.is_some_and(is_address) {
        return Some(Wrong {
            sample: sample("ipv4")?,
            violation: not_an_address(violation),
        });
    }
    let (_, subschema) = follow(schema.as_value(), place).filter(|_| keyword == "format")?;
    Some(Wrong {
        sample: sample(subschema.get("format")?.as_str()?)?,
        violation: violation.clone(),
    })
}

fn not_an_address(violation: &Violation) -> Violation {
    let place = &violation.instance_path;
    Violation::new(place, "format", "not a valid `ipv4` or `ipv6`")
}

/// Those of the wrong formats that a type refuses: with every other one put right, it does not read
/// the value.
pub(super) fn enforced_formats(
    value: &Value,
    wrong: &[Wrong],
    reads: &dyn Fn(&Value) -> bool,
) -> Vec<Violation> {
    let with_samples = |except: Option<usize>| {
        let mut value = value.clone();
        for (i, wrong) in wrong.iter().enumerate() {
            if Some(i) != except
                && let Some(place) = value.pointer_mut(&wrong.violation.instance_path)
            {
                *place = Value::from(wrong.sample);
            }
        }
        value
    };
    // If there is more that the type refuses, it is not known what is refused for its format.
    if wrong.is_empty() || !reads(&with_samples(None)) {
        return Vec::new();
    }
    let refused = (0..wrong.len()).filter(|i| !reads(&with_samples(Some(*i))));
    refused.map(|i| wrong[i].violation.clone()).collect()
}
