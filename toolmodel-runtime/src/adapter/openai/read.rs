//! Reads OpenAI's function tools: both wire shapes, and a bare function.

use serde_json::{Map, Value, json};

use super::FORMAT;
use crate::adapter::canonical::CanonicalTool;
use crate::adapter::common::{checked, described, expect, keep_extra, schema};
use crate::adapter::error::ConversionError;
use crate::adapter::recognise::Shape;
use crate::error::Problem;
use crate::model::record::Reader;
use crate::schema::{expected, shown};

pub(super) fn read(tool: Value) -> Result<CanonicalTool, ConversionError> {
    let mut map = expect(FORMAT, tool, &[Shape::OpenAiChat, Shape::OpenAiFunction])?;
    let mut problems = Vec::new();
    let kind = map.shift_remove("type").unwrap_or_default();
    if !kind.is_null() && kind != "function" {
        let advice = match kind.as_str() {
            Some("namespace") => ": convert each of its `tools`",
            Some("custom") => ": such a tool takes text and has no schema of arguments",
            _ => "",
        };
        let message = format!("expected `function`, found {}{advice}", shown(&kind));
        problems.push(Problem::new("/type", message));
    }
    let canonical = match map.shift_remove("function") {
        Some(Value::Object(function)) => {
            let mut canonical = function_fields(function, "/function", &mut problems);
            keep_extra(&mut canonical.source_meta, "wire_extra", map);
            canonical
        }
        Some(other) => {
            let message = expected("an object", &other);
            problems.push(Problem::new("/function", message));
            CanonicalTool::default()
        }
        None => function_fields(map, "", &mut problems),
    };
    checked(FORMAT, canonical, problems)
}

fn function_fields(
    map: Map<String, Value>,
    pointer: &str,
    problems: &mut Vec<Problem>,
) -> CanonicalTool {
    let mut reader = Reader::new(map, pointer.to_owned(), problems);
    let mut tool = described(&mut reader, FORMAT, "function");
    let strict = reader.boolean("strict");
    tool.input_schema = schema(&mut reader, "parameters");
    tool.output_schema = schema(&mut reader, "output_schema");
    if let Some(strict) = strict {
        tool.source_meta.insert("strict".to_owned(), json!(strict));
    }
    keep_extra(&mut tool.source_meta, "extra", reader.rest());
    tool
}
