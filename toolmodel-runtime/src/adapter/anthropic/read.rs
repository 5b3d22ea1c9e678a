//! Reading Anthropic's tools.

use serde_json::{Value, json};

use super::FORMAT;
use crate::adapter::canonical::CanonicalTool;
use crate::adapter::common::{check, keep_extra, object};
use crate::adapter::error::{ConversionError, Direction};
use crate::adapter::recognise::{Shape, expect};
use crate::model::record::Reader;
use crate::schema::Schema;

const DIRECTION: Direction = Direction::ToCanonical;

pub(super) fn read(tool: Value) -> Result<CanonicalTool, ConversionError> {
    let map = object(FORMAT, DIRECTION, tool)?;
    expect(FORMAT, &map, &[Shape::Anthropic])?;
    let mut problems = Vec::new();
    let mut reader = Reader::new(map, String::new(), &mut problems);
    let mut tool = CanonicalTool {
        name: reader.string("name").unwrap_or_default(),
        description: reader.string("description"),
        source_format: Some(FORMAT.to_owned()),
        ..CanonicalTool::default()
    };
    if tool.name.is_empty() {
        reader.problem("name", "tool name is required");
    }
    // The nesting of the whole tool has been checked.
    let schema = reader
        .object("input_schema")
        .and_then(|map| Schema::try_from(map).ok());
    tool.input_schema = Some(schema.unwrap_or_else(Schema::no_params_open));
    if let Some(strict) = reader.boolean("strict") {
        tool.source_meta.insert("strict".to_owned(), json!(strict));
    }
    if let Some(examples) = reader.array("input_examples") {
        tool.examples = examples.iter().map(Value::to_string).collect();
        tool.source_meta
            .insert("input_examples".to_owned(), Value::Array(examples));
    }
    if let Some(control) = reader.object("cache_control") {
        tool.source_meta
            .insert("cache_control".to_owned(), Value::Object(control));
    }
    keep_extra(&mut tool, "extra", reader.rest());
    check(FORMAT, DIRECTION, problems)?;
    Ok(tool)
}
