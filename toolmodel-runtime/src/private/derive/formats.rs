//! Formats that a tool's types enforce: dates, UUIDs, addresses.
//!
//! In the schema a `format` is an annotation, because nothing enforces the format of a `String`. A type such as
//! a date enforces its own: it rejects the text. Its message is that of its parser and only about the first
//! wrong text, so the value is validated once more with formats asserted, and the violations are kept that the
//! type rejects as well. If there are other violations, the type rejects the value anyway; then it is tested
//! with one text at a time, put into an example that it accepts.

use serde_json::{Map, Value, json};

use crate::error::{Error, Violation, Violations};
use crate::path::pointer::{follow, tokens};
use crate::schema::Schema;
use crate::validate::{DefaultValidator, Positions};

/// A text that does not conform to its format.
#[derive(Debug)]
pub(super) struct Wrong {
    violation: Violation,
    /// A text of the format.
    sample: &'static str,
}

/// Texts that conform to the formats that Rust types are known to enforce.
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

/// An address is an `ipv4` or an `ipv6`; `ip` is not a JSON Schema format.
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
    // A violation of alternatives may be reported as that of one of them.
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

/// Replaces wrong texts by ones that conform to their formats.
pub(super) fn put_right<'w>(value: &mut Value, wrong: impl IntoIterator<Item = &'w Wrong>) {
    for wrong in wrong {
        if let Some(place) = value.pointer_mut(&wrong.violation.instance_path) {
            *place = Value::from(wrong.sample);
        }
    }
}

/// Wrong formats of one value, and the type that may reject them.
pub(super) struct Probe<'a> {
    pub(super) value: &'a Value,
    pub(super) wrong: &'a [Wrong],
    pub(super) reads: &'a dyn Fn(&Value) -> bool,
}

impl Probe<'_> {
    /// The value with every wrong text replaced, except one.
    fn with_samples(&self, except: Option<usize>) -> Value {
        let mut value = self.value.clone();
        let others = self.wrong.iter().enumerate();
        let others = others.filter(|(i, _)| Some(*i) != except);
        put_right(&mut value, others.map(|(_, wrong)| wrong));
        value
    }

    /// Those of the wrong formats that the type rejects: with all the others replaced, it still does not
    /// read the value.
    pub(super) fn enforced(&self) -> Vec<Violation> {
        // If the type rejects more than that, it is not known what it rejects because of its format.
        if self.wrong.is_empty() || !(self.reads)(&self.with_samples(None)) {
            return Vec::new();
        }
        let refused = (0..self.wrong.len()).filter(|i| !(self.reads)(&self.with_samples(Some(*i))));
        refused.map(|i| self.wrong[i].violation.clone()).collect()
    }

    /// The same for a value that the schema rejects for other reasons, given an example that it accepts.
    fn enforced_beside(&self, example: &Value) -> Vec<Violation> {
        let found = self.enforced();
        if !found.is_empty() || !(self.reads)(example) {
            return found;
        }
        let all_right = self.with_samples(None);
        let refused = self.wrong.iter().enumerate().filter(|(i, wrong)| {
            let place = &wrong.violation.instance_path;
            let text = self.value.pointer(place).cloned().unwrap_or_default();
            let alone = |text: Value| with_text(example, place, text);
            if let (Some(right), Some(given)) = (alone(Value::from(wrong.sample)), alone(text))
                && (self.reads)(&right)
            {
                return !(self.reads)(&given);
            }
            // The example has no such place: the place belongs to another branch, or to a name the example does not
            // have.
            let property = |value: &Value| with_property(example, place, value);
            let right = property(&all_right).filter(|right| (self.reads)(right));
            let given = right.and_then(|_| property(&self.with_samples(Some(*i))));
            given.is_some_and(|given| !(self.reads)(&given))
        });
        refused.map(|(_, wrong)| wrong.violation.clone()).collect()
    }

    /// The error of a value that the schema rejects, with the formats that the type rejects listed
    /// in addition, in the order of the value.
    pub(super) fn beside(&self, error: Error, example: &Value) -> Error {
        let Some(violations) = error.violations() else {
            return error;
        };
        let found = self.enforced_beside(example);
        if found.is_empty() {
            return error;
        }
        let most = DefaultValidator::shared().limits().violations;
        let mut positions = Positions::new(self.value);
        let mut all: Vec<Violation> = violations.iter().cloned().chain(found).collect();
        all.sort_by_cached_key(|violation| positions.of(&violation.instance_path));
        let truncated = violations.is_truncated() || all.len() > most;
        all.truncate(most);
        let violations = Violations::new(all).with_truncated(truncated);
        Error::from_violations(error.kind(), violations)
    }
}

/// An example with another text at a place, if it has a text there; all items of a list are treated alike.
fn with_text(example: &Value, place: &str, text: Value) -> Option<Value> {
    let mut changed = example.clone();
    let mut at = &mut changed;
    for token in tokens(place) {
        at = match at {
            Value::Array(items) => {
                let last = items.len().checked_sub(1)?;
                let index: usize = token.parse().ok()?;
                items.get_mut(index.min(last))?
            }
            Value::Object(map) => map.get_mut(token.as_ref())?,
            _ => return None,
        };
    }
    if !at.is_string() {
        return None;
    }
    *at = text;
    Some(changed)
}

/// An example with that property of a value which contains a place.
fn with_property(example: &Value, place: &str, value: &Value) -> Option<Value> {
    let name = tokens(place).next()?;
    let property = value.get(name.as_ref())?;
    let mut changed = example.clone();
    let map = changed.as_object_mut()?;
    map.insert(name.into_owned(), property.clone());
    Some(changed)
}
