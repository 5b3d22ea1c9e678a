//! Subschemas in a few words: what they require, and how a reader can distinguish them.

use serde_json::Value;

use super::message::list;
use crate::error::excerpt::cut;
use crate::schema::walk::texts;

/// Most names or values listed.
const LISTED: usize = 10;

/// A value from a schema, which is never secret.
pub(super) fn option(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{}`", cut(text)),
        other => format!("`{}`", cut(&other.to_string())),
    }
}

/// The first of many, and how many more there are.
pub(super) fn some_of(all: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = all.len().saturating_sub(LISTED);
    let mut listed: Vec<String> = all.take(LISTED).collect();
    if more > 0 {
        listed.push(format!("{more} more"));
    }
    listed
}

pub(super) fn names(names: &[&str], last: &str) -> String {
    let names = some_of(names.iter().map(|name| format!("`{}`", cut(name))));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    list(&names, last)
}

/// The values that a schema allows, if it lists them.
pub(super) fn values(schema: &Value) -> Option<Vec<&Value>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(only), _) => Some(vec![only]),
        (None, Some(Value::Array(options))) => Some(options.iter().collect()),
        _ => None,
    }
}

/// The names that a schema requires.
pub(super) fn required(schema: &Value) -> Vec<&str> {
    texts(schema.get("required")).collect()
}

/// What a schema requires, if a few words can say it.
pub(super) fn briefly(schema: &Value) -> Option<String> {
    if let Some(values) = values(schema) {
        let values = some_of(values.into_iter().map(option));
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        return Some(list(&values, "or"));
    }
    let required = required(schema);
    if !required.is_empty() {
        return Some(format!("an object with {}", names(&required, "and")));
    }
    let map = schema.as_object()?;
    let kind = map.get("type").filter(|_| map.len() == 1)?.as_str()?;
    match kind {
        "array" | "integer" | "object" => Some(format!("an {kind}")),
        "boolean" | "number" | "string" => Some(format!("a {kind}")),
        "null" => Some(kind.to_owned()),
        _ => None,
    }
}
