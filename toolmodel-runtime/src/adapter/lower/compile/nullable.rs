//! Null, spelled the way the mode spells it.

use serde_json::{Map, Value, json};

use super::emit::Annotations;

/// OpenAI: the schema, or null.
pub(super) fn nullable(mut schema: Map<String, Value>) -> Map<String, Value> {
    let null = json!({"type": "null"});
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        branches.push(null);
        return schema;
    }
    let is_listed = schema.contains_key("enum");
    let may_widen = !schema.contains_key("$ref") && !schema.contains_key("const");
    if may_widen && let Some(types) = schema.get_mut("type") {
        *types = match types.take() {
            Value::Array(mut names) => {
                names.push(json!("null"));
                Value::Array(names)
            }
            name => json!([name, "null"]),
        };
        if is_listed && let Some(Value::Array(values)) = schema.get_mut("enum") {
            values.push(Value::Null);
        }
        return schema;
    }
    let mut outer = Map::new();
    for keyword in ["title", "description", "default"] {
        if let Some(value) = schema.shift_remove(keyword) {
            outer.insert(keyword.to_owned(), value);
        }
    }
    let branches = vec![Value::Object(schema), null];
    outer.insert("anyOf".to_owned(), Value::Array(branches));
    outer
}

/// Gemini: `nullable` in place of a null branch, and nothing beside `anyOf`.
pub(super) fn gemini_union(
    branches: Vec<Map<String, Value>>,
    annotations: Annotations,
) -> Option<Map<String, Value>> {
    let is_null = |branch: &Map<String, Value>| branch.get("type") == Some(&json!("NULL"));
    let null = branches.iter().any(is_null);
    let mut rest: Vec<Map<String, Value>> = Vec::new();
    for branch in branches.iter().filter(|branch| !is_null(branch)) {
        match branch.get("anyOf") {
            Some(Value::Array(nested)) => {
                rest.extend(nested.iter().filter_map(Value::as_object).cloned());
            }
            _ => rest.push(branch.clone()),
        }
    }
    if rest.is_empty() {
        let mut schema = branches.into_iter().next()?;
        annotations.write_over(&mut schema);
        return Some(schema);
    }
    if null {
        for branch in &mut rest {
            branch.insert("nullable".to_owned(), json!(true));
        }
    }
    if rest.len() == 1 {
        let mut schema = rest.swap_remove(0);
        annotations.write_over(&mut schema);
        return Some(schema);
    }
    let mut outer = Map::new();
    annotations.write_over(&mut outer);
    for branch in &mut rest {
        for keyword in ["title", "description"] {
            if let Some(text) = outer.get(keyword) {
                let text = text.clone();
                push_down(branch, keyword, text);
            }
        }
    }
    Some(Map::from_iter([("anyOf".to_owned(), json!(rest))]))
}

/// Puts an outer text in front of a branch's own.
fn push_down(branch: &mut Map<String, Value>, keyword: &str, outer: Value) {
    let combined = match (branch.get(keyword), &outer) {
        (Some(Value::String(own)), Value::String(outer)) if keyword == "description" => {
            Value::String(format!("{outer}\n\n{own}"))
        }
        (Some(_), _) => return,
        (None, _) => outer,
    };
    branch.insert(keyword.to_owned(), combined);
}
