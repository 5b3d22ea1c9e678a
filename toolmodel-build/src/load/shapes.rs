//! Reads tools in every shape: MCP, OpenAI, Anthropic and Gemini, alone or in lists.

use serde_json::{Map, Value, json};
use toolmodel_runtime::__private::parse::{Shape, gemini_schema, recognise};

/// One tool found in a file.
#[derive(Debug)]
pub(super) struct Entry {
    /// The tool converted to MCP.
    pub(super) tool: Value,
    pub(super) pointer: String,
    pub(super) input_key: &'static str,
    pub(super) output_key: &'static str,
}

impl Entry {
    /// The place in the file of a place in the MCP tool.
    pub(super) fn place(&self, pointer: &str) -> String {
        place(&self.pointer, self.input_key, self.output_key, pointer)
    }
}

/// The place in the file of a place in the MCP tool at `tool`, for a shape with its own keys.
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

const NO_TOOL: &str = "expected a tool: an object with `name` and `inputSchema`";

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
            message: if pointer.is_empty() {
                "expected a tool, an array of tools or a list result"
            } else {
                NO_TOOL
            },
            pointer,
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
            let pointer = format!("{pointer}/function");
            return found.push(Ok(renamed(function, pointer, Shape::OpenAiChat)));
        }
    }
    found.push(match recognise(map) {
        Some(Shape::Mcp) => Ok(untouched(map, pointer)),
        Some(Shape::GeminiDeclaration) => Ok(gemini(map, pointer)),
        Some(Shape::Bedrock) => Ok(bedrock(map, &pointer)),
        Some(shape @ (Shape::Anthropic | Shape::GeminiJsonSchema | Shape::OpenAiFunction)) => {
            Ok(renamed(map, pointer, shape))
        }
        // A tool without a schema: the model reports what is missing.
        _ if map.contains_key("name") => Ok(untouched(map, pointer)),
        _ => Err(Refused {
            pointer,
            message: NO_TOOL,
        }),
    });
}

fn untouched(map: &Map<String, Value>, pointer: String) -> Entry {
    let (input_key, output_key) = Shape::Mcp.schemas();
    Entry {
        tool: Value::Object(map.clone()),
        pointer,
        input_key,
        output_key,
    }
}

/// Bedrock has the tool in `toolSpec`, and its schema in `json`.
fn bedrock(map: &Map<String, Value>, pointer: &str) -> Entry {
    let mut tool = map.get("toolSpec").and_then(Value::as_object).cloned();
    let tool = tool.get_or_insert_default();
    if let Some(schema) = tool.get_mut("inputSchema") {
        *schema = schema.get_mut("json").map(Value::take).unwrap_or_default();
    }
    Entry {
        tool: Value::Object(std::mem::take(tool)),
        pointer: format!("{pointer}/toolSpec"),
        input_key: "inputSchema/json",
        output_key: "outputSchema",
    }
}

/// Gemini's declarations; one without arguments has no parameters at all.
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
    let shape = recognise(map);
    shape.is_some_and(|shape| !matches!(shape, Shape::GeminiDeclaration | Shape::OpenAiFunction))
}

/// Keeps name and description, and takes the schemas from other keys.
fn renamed(map: &Map<String, Value>, pointer: String, shape: Shape) -> Entry {
    let (input_key, output_key) = shape.schemas();
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

/// Gemini's schemas have their own dialect.
fn gemini(map: &Map<String, Value>, pointer: String) -> Entry {
    let mut entry = renamed(map, pointer, Shape::GeminiDeclaration);
    for key in ["inputSchema", "outputSchema"] {
        if let Some(schema) = entry.tool.get_mut(key) {
            *schema = gemini_schema(schema);
        }
    }
    entry
}
