//! Reading OpenAI's function tools: both wire shapes, and a bare function.

use serde_json::{Map, Value, json};

use super::FORMAT;
use crate::adapter::canonical::CanonicalTool;
use crate::adapter::common::{check, keep_extra, object};
use crate::adapter::error::{ConversionError, Direction};
use crate::adapter::recognise::{Shape, expect};
use crate::error::Problem;
use crate::model::record::Reader;
use crate::schema::{Schema, expected, shown};

const DIRECTION: Direction = Direction::ToCanonical;

pub(super) fn read(tool: Value) -> Result<CanonicalTool, ConversionError> {
    let mut map = object(FORMAT, DIRECTION, tool)?;
    expect(FORMAT, &map, &[Shape::OpenAiChat, Shape::OpenAiFunction])?;
    let mut problems = Vec::new();
    match map.shift_remove("type") {
        None | Some(Value::Null) => {}
        Some(Value::String(kind)) if kind == "function" => {}
        Some(Value::String(kind)) if kind == "namespace" => {
            let message = "expected `function`, found `namespace`: convert each of its `tools`";
            problems.push(Problem::new("/type", message));
        }
        Some(Value::String(kind)) if kind == "custom" => {
            let message = "expected `function`, found `custom`: \
                           such a tool takes text and has no schema of arguments";
            problems.push(Problem::new("/type", message));
        }
        Some(other) => {
            let message = format!("expected `function`, found {}", shown(&other));
            problems.push(Problem::new("/type", message));
        }
    }
    let mut canonical = match map.shift_remove("function") {
        Some(Value::Object(function)) => {
            let mut canonical = function_fields(function, "/function", &mut problems);
            keep_extra(&mut canonical, "wire_extra", map);
            canonical
        }
        Some(other) => {
            let message = expected("an object", &other);
            problems.push(Problem::new("/function", message));
            CanonicalTool::default()
        }
        None => function_fields(map, "", &mut problems),
    };
    check(FORMAT, DIRECTION, problems)?;
    // A function that says nothing of parameters has none.
    let parameters = &mut canonical.input_schema;
    parameters.get_or_insert_with(Schema::no_params_open);
    canonical.source_format = Some(FORMAT.to_owned());
    Ok(canonical)
}

fn function_fields(
    map: Map<String, Value>,
    pointer: &str,
    problems: &mut Vec<Problem>,
) -> CanonicalTool {
    let mut reader = Reader::new(map, pointer.to_owned(), problems);
    let mut tool = CanonicalTool {
        name: reader.string("name").unwrap_or_default(),
        description: reader.string("description"),
        ..CanonicalTool::default()
    };
    let strict = reader.boolean("strict");
    if tool.name.is_empty() {
        reader.problem("name", "function name is required");
    }
    tool.input_schema = schema(&mut reader, "parameters");
    tool.output_schema = schema(&mut reader, "output_schema");
    if let Some(strict) = strict {
        tool.source_meta.insert("strict".to_owned(), json!(strict));
    }
    keep_extra(&mut tool, "extra", reader.rest());
    tool
}

fn schema(reader: &mut Reader<'_>, key: &str) -> Option<Schema> {
    let map = reader.object(key)?;
    // The nesting of the whole tool has been checked.
    Schema::try_from(map).ok()
}
