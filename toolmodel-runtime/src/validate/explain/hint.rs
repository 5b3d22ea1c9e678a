//! How to fix a value of the wrong type, where a look at the value is enough to say.

use jsonschema::JsonType;
use serde_json::Value;

/// Hint for a single item where a list is expected.
pub(super) const IN_A_LIST: &str = "put it in an array";

/// Hint where text is expected.
pub(super) const IN_QUOTES: &str = "put it in quotes";

/// Hint for a listed value whose quotes are missing or superfluous.
pub(super) fn on_quotes(value: &Value, options: &[&Value]) -> Option<String> {
    let (other, hint) = match value {
        Value::String(text) => (serde_json::from_str(text).ok()?, "send it without quotes"),
        Value::Number(_) | Value::Bool(_) => (Value::String(value.to_string()), IN_QUOTES),
        _ => return None,
    };
    options.contains(&&other).then(|| hint.to_owned())
}

/// Hint for a value that has none of the expected types. Where several are expected, it says only what is right
/// for all of them.
pub(super) fn on_type(value: &Value, wanted: &[JsonType], may_be_absent: bool) -> Option<String> {
    let wants = |kinds: &[JsonType]| wanted.iter().any(|kind| kinds.contains(kind));
    let only = |wish: JsonType| {
        let mut wanted = wanted.iter().filter(|kind| **kind != JsonType::Null);
        wanted.next() == Some(&wish) && wanted.next().is_none()
    };
    let numbers = [JsonType::Integer, JsonType::Number];
    let containers = [JsonType::Object, JsonType::Array];
    let hint = match value {
        Value::String(text) if wants(&numbers) && is_number(text, wants(&[JsonType::Number])) => {
            "send the number without quotes"
        }
        Value::String(text)
            if wants(&[JsonType::Boolean]) && matches!(text.as_str(), "true" | "false") =>
        {
            "send `true` or `false` without quotes"
        }
        Value::String(text) if wants(&containers) && text.trim_start().starts_with(['{', '[']) => {
            "send JSON itself, not a string that holds JSON"
        }
        Value::Number(_) | Value::Bool(_) if only(JsonType::String) => IN_QUOTES,
        Value::Array(_) | Value::Null => return on_null(value, may_be_absent),
        _ if only(JsonType::Array) => IN_A_LIST,
        _ => return None,
    };
    Some(hint.to_owned())
}

/// Hint for a null where a value is expected.
pub(super) fn on_null(value: &Value, may_be_absent: bool) -> Option<String> {
    let hint = "leave the property out, or give it a value";
    (value.is_null() && may_be_absent).then(|| hint.to_owned())
}

fn is_number(text: &str, fractions: bool) -> bool {
    text.parse::<i64>().is_ok() || (fractions && text.parse::<f64>().is_ok_and(f64::is_finite))
}

/// What a value of a `format` looks like.
pub(super) fn on_format(format: &str) -> Option<String> {
    let example = match format {
        "date" => "2026-01-31",
        "date-time" => "2026-01-31T12:00:00Z",
        "time" => "12:00:00Z",
        "duration" => "P1DT12H",
        "email" | "idn-email" => "someone@example.com",
        "hostname" | "idn-hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "iri" => "https://example.com/page",
        "uri-reference" | "iri-reference" => "/page?q=1",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        "json-pointer" => "/a/0",
        _ => return None,
    };
    Some(format!("send one like `{example}`"))
}
