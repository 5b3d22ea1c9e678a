//! Schemas that list strings, joined into one list; mainly the tags of alternatives.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

/// The one schema for several that list strings; `None` when one of them is of another kind.
pub(super) fn joined(schemas: &[&Map<String, Value>]) -> Option<Map<String, Value>> {
    let first = schemas.first()?;
    let mut values: Vec<&Value> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut described: Vec<(&Value, &str)> = Vec::new();
    for schema in schemas {
        let listed: Vec<&Value> = match (schema.get("const"), schema.get("enum")) {
            (Some(value), None) => vec![value],
            (None, Some(Value::Array(values))) => values.iter().collect(),
            _ => return None,
        };
        let known = ["type", "const", "enum", "description", "title", "default"];
        let is_plain = schema
            .keys()
            .all(|keyword| known.contains(&keyword.as_str()));
        let same_type = schema.get("type") == first.get("type");
        if !is_plain || !same_type || !listed.iter().all(|value| value.is_string()) {
            return None;
        }
        if let (Some(Value::String(text)), [value]) = (schema.get("description"), listed.as_slice())
        {
            described.push((value, text));
        }
        for value in listed {
            if value.as_str().is_some_and(|text| seen.insert(text)) {
                values.push(value);
            }
        }
    }
    let mut joined = Map::new();
    if let Some(types) = first.get("type") {
        joined.insert("type".to_owned(), types.clone());
    }
    let same = schemas
        .iter()
        .all(|schema| schema.get("description") == first.get("description"));
    if same {
        let text = first.get("description").cloned();
        joined.extend(text.map(|text| ("description".to_owned(), text)));
    } else if !described.is_empty() {
        let lines = described
            .iter()
            .map(|(value, text)| format!("{}: {text}", value.as_str().unwrap_or_default()));
        let text = lines.collect::<Vec<_>>().join("\n");
        joined.insert("description".to_owned(), Value::String(text));
    }
    joined.insert("enum".to_owned(), json!(values));
    Some(joined)
}
