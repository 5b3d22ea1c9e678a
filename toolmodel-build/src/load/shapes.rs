//! The shapes that tools come in: MCP, OpenAI, Anthropic and Gemini, alone or in lists.

use serde_json::{Map, Value, json};
use toolmodel_runtime::__private::parse::gemini_schema;

/// One tool found in a file.
#[derive(Debug)]
pub(super) struct Entry {
    /// The tool as MCP has it.
    pub(super) tool: Value,
    pub(super) pointer: String,
    pub(super) input_key: &'static str,
    pub(super) output_key: &'static str,
}

impl Entry {
    /// Where a place in the MCP tool stands in the file.
    pub(super) fn place(&self, pointer: &str) -> String {
        place(&self.pointer, self.input_key, self.output_key, pointer)
    }
}

/// Where a place in the MCP tool at `tool` stands in a file whose shape has keys of its own.
pub(super) fn place(tool: &str, input: &str, output: &str, pointer: &str) -> String {
    for (key, own) in [("/inputSchema", input), ("/outputSchema", output)] {
        if let Some(rest) = pointer.strip_prefix(key) {
            return format!("{tool}/{own}{rest}");
        }
    }
    format!("{tool}{pointer}")
}

/// Something that is not a tool.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) pointer: String,
    pub(super) message: &'static str,
}

/// The tools of a file: one tool, an array, a `tools/list` result, the JSON-RPC response around it,
/// or a provider's list.
pub(super) fn entries(value: &Value) -> Vec<Result<Entry, Refused>> {
    let mut found = Vec::new();
    collect(value, String::new(), &mut found);
    found
}

fn collect(value: &Value, pointer: String, found: &mut Vec<Result<Entry, Refused>>) {
    match value {
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                collect(item, format!("{pointer}/{i}"), found);
            }
        }
        Value::Object(map) => collect_object(map, pointer, found),
        _ => found.push(Err(Refused {
            pointer,
            message: "expected a tool, an array of tools or a list result",
        })),
    }
}

fn collect_object(
    map: &Map<String, Value>,
    pointer: String,
    found: &mut Vec<Result<Entry, Refused>>,
) {
    let list = ["tools", "functionDeclarations", "function_declarations"]
        .into_iter()
        .find(|key| map.get(*key).is_some_and(Value::is_array));
    if !map.contains_key("name") {
        if let Some(key) = list {
            let pointer = format!("{pointer}/{key}");
            if key != "tools" {
                return declarations(&map[key], &pointer, found);
            }
            return collect(&map[key], pointer, found);
        }
        if let Some(result @ Value::Object(_)) = map.get("result") {
            return collect(result, format!("{pointer}/result"), found);
        }
        if let Some(Value::Object(function)) = map.get("function") {
            return found.push(Ok(open_ai(function, format!("{pointer}/function"))));
        }
    }
    found.push(if map.contains_key("inputSchema") {
        Ok(Entry {
            tool: Value::Object(map.clone()),
            pointer,
            input_key: "inputSchema",
            output_key: "outputSchema",
        })
    } else if map.contains_key("input_schema") {
        Ok(renamed(map, pointer, "input_schema", "output_schema"))
    } else if map.contains_key("parametersJsonSchema") {
        Ok(renamed(
            map,
            pointer,
            "parametersJsonSchema",
            "responseJsonSchema",
        ))
    } else if map.get("type") == Some(&json!("function")) {
        Ok(open_ai(map, pointer))
    } else if map.contains_key("parameters") {
        Ok(gemini_or_open_ai(map, pointer))
    } else if map.contains_key("name") {
        // A tool without a schema: the model says what is missing.
        Ok(Entry {
            tool: Value::Object(map.clone()),
            pointer,
            input_key: "inputSchema",
            output_key: "outputSchema",
        })
    } else {
        Err(Refused {
            pointer,
            message: "expected a tool: an object with `name` and `inputSchema`",
        })
    });
}

/// Gemini's declarations, which have no parameters at all for a tool without arguments.
fn declarations(value: &Value, pointer: &str, found: &mut Vec<Result<Entry, Refused>>) {
    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
        let pointer = format!("{pointer}/{i}");
        match item {
            Value::Object(map) if map.contains_key("name") && !has_schema(map) => {
                found.push(Ok(gemini(map, pointer)));
            }
            item => collect(item, pointer, found),
        }
    }
}

fn has_schema(map: &Map<String, Value>) -> bool {
    ["inputSchema", "input_schema", "parametersJsonSchema"]
        .into_iter()
        .any(|key| map.contains_key(key))
}

/// Keeps name and description, and takes the schemas from other keys.
fn renamed(
    map: &Map<String, Value>,
    pointer: String,
    input_key: &'static str,
    output_key: &'static str,
) -> Entry {
    let mut tool = Map::new();
    for key in [
        "name",
        "title",
        "description",
        "namespace",
        "version",
        "tags",
    ] {
        if let Some(value) = map.get(key) {
            tool.insert(key.to_owned(), value.clone());
        }
    }
    let input = map.get(input_key).filter(|schema| !schema.is_null());
    let none = json!({"type": "object", "properties": {}});
    tool.insert("inputSchema".to_owned(), input.cloned().unwrap_or(none));
    if let Some(output) = map.get(output_key) {
        tool.insert("outputSchema".to_owned(), output.clone());
    }
    Entry {
        tool: Value::Object(tool),
        pointer,
        input_key,
        output_key,
    }
}

fn open_ai(map: &Map<String, Value>, pointer: String) -> Entry {
    renamed(map, pointer, "parameters", "output_schema")
}

/// A bare declaration with `parameters` is Gemini's when its types are written the Gemini way.
fn gemini_or_open_ai(map: &Map<String, Value>, pointer: String) -> Entry {
    let root_type = map.get("parameters").and_then(|schema| schema.get("type"));
    let root_type = root_type.and_then(Value::as_str).unwrap_or_default();
    if root_type.starts_with(|c: char| c.is_ascii_uppercase()) {
        gemini(map, pointer)
    } else {
        open_ai(map, pointer)
    }
}

/// Gemini's schemas have a dialect of their own.
fn gemini(map: &Map<String, Value>, pointer: String) -> Entry {
    let mut entry = renamed(map, pointer, "parameters", "response");
    for key in ["inputSchema", "outputSchema"] {
        if let Some(schema) = entry.tool.get_mut(key) {
            *schema = gemini_schema(schema);
        }
    }
    entry
}
