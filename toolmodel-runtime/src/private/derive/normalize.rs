//! The schema of a type, normalised for tools: no noise, no Rust-specific formats, an object
//! at the root, headers where clients find them.

use serde_json::{Map, Value, json};

use super::entries::Entries;
use super::source::Source;
use super::spec::Spec;
use super::{formats, header, number};
use crate::schema::{Schema, walk};

/// What a tool advertises for its arguments.
pub(super) fn input_schema(spec: &Spec) -> Schema {
    let mut root = clean((spec.input)(), spec.replaced_doc.or(spec.description));
    if spec.description.is_none() {
        // The description that schemars has then is that of a flattened field's type.
        root.shift_remove("description");
    }
    state_object(&mut root);
    if spec.no_parameters {
        close_without_parameters(&mut root);
    }
    if let Some(Value::Object(properties)) = root.get_mut("properties") {
        for (name, value) in Entries::of(spec.field_examples).values {
            add_example(properties, name, value);
        }
        for (name, header) in spec.headers {
            if let Some(Value::Object(property)) = properties.get_mut(*name) {
                property.insert(header::KEYWORD.to_owned(), json!(header));
            }
        }
    }
    header::expose(&mut root);
    finish(root)
}

/// What a tool advertises for its structured result.
pub(super) fn output_schema(source: Source) -> Schema {
    let mut root = clean(source, None);
    state_object(&mut root);
    finish(root)
}

fn finish(root: Map<String, Value>) -> Schema {
    Schema::try_from(root).unwrap_or_else(|_| {
        // It is deeper than any schema may be; rejecting every instance is the safe answer.
        Schema::try_from(json!({"type": "object", "not": {}}))
            .unwrap_or_else(|_| Schema::no_params())
    })
}

fn clean(source: Source, description: Option<&str>) -> Map<String, Value> {
    let mut root = source.schema;
    if root.get("title").and_then(Value::as_str) == Some(&*source.name) {
        root.shift_remove("title");
    }
    remove_repeated_description(&mut root, description);
    clean_below(&mut root);
    root
}

/// schemars puts the doc comment of the type at the root, where it repeats the tool's description;
/// a heading in the first line becomes the title.
fn remove_repeated_description(root: &mut Map<String, Value>, description: Option<&str>) {
    let Some(description) = description else {
        return;
    };
    let text = |key: &str| root.get(key).and_then(Value::as_str).unwrap_or_default();
    let words =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let plain = words(description) == words(text("description"));
    let heading = description.trim_start().starts_with('#')
        && words(description.trim_start().trim_start_matches('#'))
            == [words(text("title")), words(text("description"))].concat();
    if heading {
        root.shift_remove("title");
    }
    if plain || heading {
        root.shift_remove("description");
    }
}

/// Turns numeric formats into bounds, and boolean schemas into objects: clients fail on `true` in place
/// of a property.
fn clean_below(schema: &mut Map<String, Value>) {
    number::replace_format(schema);
    formats::replace_ip(schema);
    for (keyword, child) in walk::children_mut(schema) {
        let closes = matches!(
            keyword.as_str(),
            "additionalProperties" | "unevaluatedProperties"
        );
        match child {
            Value::Bool(true) if !closes => *child = json!({}),
            Value::Bool(false) if !closes => *child = json!({"not": {}}),
            Value::Object(child) => clean_below(child),
            _ => {}
        }
    }
}

/// Adds `type: "object"` to a root whose every branch has it: MCP requires it.
fn state_object(root: &mut Map<String, Value>) {
    if root.contains_key("type") || !says_object(root, root, 0) {
        return;
    }
    let rest = std::mem::take(root);
    root.insert("type".to_owned(), json!("object"));
    root.extend(rest);
}

fn says_object(root: &Map<String, Value>, schema: &Map<String, Value>, depth: usize) -> bool {
    const DEEPEST: usize = 32;
    if depth > DEEPEST {
        return false;
    }
    if let Some(name) = schema.get("type") {
        return name == "object";
    }
    if let Some(Value::String(reference)) = schema.get("$ref")
        && let Some(target) = header::definition(root, reference)
    {
        return says_object(root, target, depth + 1);
    }
    let all = |keyword: &str| match schema.get(keyword) {
        Some(Value::Array(branches)) => {
            !branches.is_empty()
                && branches.iter().all(|branch| {
                    branch
                        .as_object()
                        .is_some_and(|branch| says_object(root, branch, depth + 1))
                })
        }
        _ => false,
    };
    all("oneOf") || all("anyOf")
}

/// The schema that MCP recommends for a tool without parameters.
fn close_without_parameters(root: &mut Map<String, Value>) {
    let is_empty = |key: &str, value: &Value| match key {
        "type" => value == "object",
        "properties" => value.as_object().is_some_and(Map::is_empty),
        "additionalProperties" => value == &json!(false),
        "title" | "description" => true,
        _ => false,
    };
    if root.iter().all(|(key, value)| is_empty(key, value)) {
        root.shift_remove("properties");
        root.insert("additionalProperties".to_owned(), json!(false));
    }
}

fn add_example(properties: &mut Map<String, Value>, name: &str, value: Value) {
    let Some(Value::Object(property)) = properties.get_mut(name) else {
        return;
    };
    let examples = property.entry("examples").or_insert_with(|| json!([]));
    if let Value::Array(examples) = examples
        && !examples.contains(&value)
    {
        examples.push(value);
    }
}
