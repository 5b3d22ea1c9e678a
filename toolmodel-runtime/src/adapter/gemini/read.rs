//! Reads Gemini's function declarations, with or without the enclosing tool.

use serde_json::{Map, Value};

use super::FORMAT;
use crate::adapter::canonical::CanonicalTool;
use crate::adapter::common::{checked, described, expect, keep_extra};
use crate::adapter::error::{ConversionError, Direction};
use crate::adapter::openapi;
use crate::adapter::recognise::Shape;
use crate::error::Problem;
use crate::model::record::Reader;
use crate::schema::Schema;

/// Reads a declaration; `raw` leaves its schemas unchanged.
pub(super) fn read(tool: Value, raw: bool) -> Result<CanonicalTool, ConversionError> {
    let accepted = [
        Shape::GeminiTool,
        Shape::GeminiDeclaration,
        Shape::GeminiJsonSchema,
        Shape::OpenAiFunction,
    ];
    let mut map = expect(FORMAT, tool, &accepted)?;
    let refused = |message| {
        let (direction, pointer) = (Direction::ToCanonical, "/functionDeclarations");
        Err(ConversionError::at(FORMAT, direction, pointer, message))
    };
    let mut problems = Vec::new();
    let tool = match map.shift_remove("functionDeclarations") {
        None => declaration(map, "", raw, &mut problems),
        Some(Value::Array(mut declarations)) => {
            let (Some(Value::Object(only)), true) = (declarations.pop(), declarations.is_empty())
            else {
                return refused("gemini tool must contain exactly one function declaration");
            };
            declaration(only, "/functionDeclarations/0", raw, &mut problems)
        }
        Some(_) => return refused("expected an array"),
    };
    checked(FORMAT, tool, problems)
}

fn declaration(
    map: Map<String, Value>,
    pointer: &str,
    raw: bool,
    problems: &mut Vec<Problem>,
) -> CanonicalTool {
    let mut reader = Reader::new(map, pointer.to_owned(), problems);
    let mut tool = described(&mut reader, FORMAT, "function");
    tool.input_schema = schema(&mut reader, "parameters", "parametersJsonSchema", raw);
    tool.output_schema = schema(&mut reader, "response", "responseJsonSchema", raw);
    keep_extra(&mut tool.source_meta, "extra", reader.rest());
    tool
}

fn schema(reader: &mut Reader<'_>, openapi: &str, json: &str, raw: bool) -> Option<Schema> {
    let subset = reader.object(openapi).map(Value::Object);
    let full = reader.object(json).map(Value::Object);
    let value = match (subset, full) {
        (Some(_), Some(_)) => {
            reader.problem(
                json,
                format_args!("`{openapi}` and `{json}` exclude each other"),
            );
            return None;
        }
        (Some(subset), None) if raw => subset,
        (Some(subset), None) => openapi::to_json_schema(&subset),
        (None, full) => full?,
    };
    // Reading `nullable` may make a schema deeper than it was on the wire.
    reader.schema(openapi, value)
}
