//! How schemas are said anew for each provider.

mod plain;
mod strict;

use serde_json::{Value, json};
use toolmodel_runtime::adapter::{ConvertedTool, Outcome, Registry, SchemaFeature};

pub(crate) fn convert(schema: &Value, to: &str) -> ConvertedTool {
    let tool = json!({"name": "f", "inputSchema": schema});
    Registry::default().convert(tool, "mcp", to).unwrap()
}

pub(crate) fn schema(converted: &ConvertedTool) -> Value {
    let wire = converted.to_value();
    let pointers = [
        "/function/parameters",
        "/parameters",
        "/input_schema",
        "/functionDeclarations/0/parameters",
        "/functionDeclarations/0/parametersJsonSchema",
        "/toolSpec/inputSchema/json",
    ];
    pointers
        .iter()
        .find_map(|pointer| wire.pointer(pointer))
        .cloned()
        .unwrap_or_default()
}

fn lowered(source: &Value, to: &str) -> Value {
    schema(&convert(source, to))
}

pub(crate) fn outcome(
    converted: &ConvertedTool,
    feature: SchemaFeature,
    path: &str,
) -> Option<Outcome> {
    let found = converted
        .warnings
        .iter()
        .find(|w| w.is_about(feature) && w.path == path);
    found.map(|warning| warning.outcome)
}

/// A closed object with one required property.
fn closed(property: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {"p": property},
        "required": ["p"],
        "additionalProperties": false,
    })
}
