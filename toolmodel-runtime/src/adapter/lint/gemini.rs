//! What Gemini's `parameters` requires of each node.

use serde_json::{Map, Value};

use super::Rule;
use super::schema::{Linter, shown};
use crate::path::Path;
use crate::schema::walk::{items, keyword, texts};

pub(super) fn check(
    linter: &mut Linter<'_>,
    map: &Map<String, Value>,
    path: &Path<'_>,
    is_root: bool,
) {
    let type_name = match keyword(map, "type") {
        Some(Value::String(name)) => Some(name.to_ascii_lowercase()),
        Some(Value::Array(_)) => {
            let message = "`type` is not repeating; an array is not accepted";
            linter.complain(Rule::TypeArray, &path.key("type"), message);
            return;
        }
        _ => None,
    };
    if keyword(map, "anyOf").is_some() {
        if map.len() > 1 && !is_root {
            let message = "`anyOf` must be the only keyword of its schema";
            linter.complain(Rule::AnyOfSiblings, path, message);
        }
    } else if type_name.is_none() && !is_root {
        linter.complain(Rule::Untyped, path, "a schema must say its type");
    }
    let type_name = type_name.as_deref().unwrap_or_default();
    enumeration(linter, map, path, type_name);
    if let Some(Value::String(format)) = keyword(map, "format") {
        let types = ["string", "integer", "number"]
            .into_iter()
            .filter(|name| *name == type_name);
        if !linter.facts.accepts_format(format, types) {
            let shown = shown(format);
            let message = format!("format `{shown}` is not supported for type `{type_name}`");
            linter.complain(Rule::Format, &path.key("format"), message);
        }
    }
    if type_name == "array" && keyword(map, "items").is_none() {
        linter.complain(Rule::MissingItems, path, "items: missing field");
    }
    bounds(linter, map, path, type_name);
    object(linter, map, path, type_name);
}

/// Each bound belongs to one type.
fn bounds(linter: &mut Linter<'_>, map: &Map<String, Value>, path: &Path<'_>, type_name: &str) {
    for keyword in map.keys() {
        let (is_right, types) = match keyword.as_str() {
            "minLength" | "maxLength" | "pattern" => (type_name == "string", "STRING"),
            "minimum" | "maximum" => (
                matches!(type_name, "integer" | "number"),
                "INTEGER and NUMBER",
            ),
            "items" | "minItems" | "maxItems" => (type_name == "array", "ARRAY"),
            "minProperties" | "maxProperties" => (type_name == "object", "OBJECT"),
            _ => continue,
        };
        if !is_right && !type_name.is_empty() {
            let message = format!("`{keyword}` is only allowed for type {types}");
            linter.complain(Rule::WrongType, &path.key(keyword), message);
        }
    }
}

fn enumeration(
    linter: &mut Linter<'_>,
    map: &Map<String, Value>,
    path: &Path<'_>,
    type_name: &str,
) {
    let Some(values) = keyword(map, "enum") else {
        return;
    };
    let path = path.key("enum");
    if !values.is_array() || !items(Some(values)).all(Value::is_string) {
        linter.complain(Rule::Enum, &path, "`enum` takes strings only");
    }
    if texts(Some(values)).any(str::is_empty) {
        linter.complain(Rule::Enum, &path, "a value of `enum` cannot be empty");
    }
    if type_name != "string" {
        linter.complain(Rule::Enum, &path, "`enum` is only allowed for type STRING");
    }
}

fn object(linter: &mut Linter<'_>, map: &Map<String, Value>, path: &Path<'_>, type_name: &str) {
    for found in ["properties", "required"] {
        if type_name != "object" && keyword(map, found).is_some() {
            let message = format!("`{found}` is only allowed for type OBJECT");
            linter.complain(Rule::WrongType, &path.key(found), message);
        }
    }
    let properties = keyword(map, "properties").and_then(Value::as_object);
    if properties.is_some_and(Map::is_empty) {
        let message = "`properties` should be non-empty for type OBJECT";
        linter.complain(Rule::MissingProperties, &path.key("properties"), message);
    }
    for name in texts(keyword(map, "required")) {
        if properties.is_none_or(|properties| !properties.contains_key(name)) {
            let shown = shown(name);
            let message =
                format!("required field `{shown}` is not defined in the schema properties");
            linter.complain(Rule::Required, &path.key("required"), message);
        }
    }
}
