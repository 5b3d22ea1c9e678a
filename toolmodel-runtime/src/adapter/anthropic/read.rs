//! Reading Anthropic's tools.

use serde_json::{Value, json};

use super::FORMAT;
use crate::adapter::canonical::CanonicalTool;
use crate::adapter::common::{checked, described, expect, keep_extra, schema};
use crate::adapter::error::ConversionError;
use crate::adapter::recognise::Shape;
use crate::model::record::Reader;

pub(super) fn read(tool: Value) -> Result<CanonicalTool, ConversionError> {
    let map = expect(FORMAT, tool, &[Shape::Anthropic])?;
    let mut problems = Vec::new();
    let mut reader = Reader::new(map, String::new(), &mut problems);
    let mut tool = described(&mut reader, FORMAT, "tool");
    tool.input_schema = schema(&mut reader, "input_schema");
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
    keep_extra(&mut tool.source_meta, "extra", reader.rest());
    checked(FORMAT, tool, problems)
}
