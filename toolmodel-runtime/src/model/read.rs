//! Reading a tool: all fields of the wrong type are collected and reported together.

use serde_json::Value;

use super::record::{Reader, object};
use super::{Icon, Tool, ToolAnnotations, ToolExecution};
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::schema::{MAX_NESTING, Schema, expected};

/// Three levels more than a schema: an unknown field of an icon is nested inside the tool, its icons
/// and the icon.
const MAX_RECORD_NESTING: usize = MAX_NESTING + 3;

pub(super) fn read(value: Value, additions: bool) -> Result<Tool> {
    let map = object(value, MAX_RECORD_NESTING);
    let map = map.map_err(|problem| Error::from_problems(ErrorKind::InvalidTool, [problem]))?;
    let mut problems = Vec::new();
    let mut reader = Reader::new(map, String::new(), &mut problems);
    let mut tool = Tool::new(reader.required_string("name"), Schema::no_params_open());
    tool.title = reader.string("title");
    tool.description = reader.string("description");
    if let Some(schema) = read_input_schema(&mut reader) {
        tool.input_schema = schema;
    }
    if let Some(value) = reader.take("outputSchema") {
        tool.output_schema = reader.schema("outputSchema", value);
    }
    tool.annotations = reader.record("annotations").map(ToolAnnotations::read);
    tool.execution = reader.record("execution").map(ToolExecution::read);
    tool.icons = read_icons(&mut reader);
    tool.meta = reader.object("_meta");
    if additions {
        tool.namespace = reader.string("namespace");
        tool.version = reader.string("version");
        tool.tags = reader.strings_unless_empty("tags").unwrap_or_default();
    }
    (tool.extra, tool.order) = reader.finish();
    Error::check(ErrorKind::InvalidTool, problems)?;
    Ok(tool)
}

fn read_input_schema(reader: &mut Reader<'_>) -> Option<Schema> {
    let message = match reader.raw("inputSchema") {
        Some(value @ Value::Object(_)) => return reader.schema("inputSchema", value),
        None => "is required".to_owned(),
        Some(other) => expected("an object", &other),
    };
    reader.problem("inputSchema", message);
    None
}

fn read_icons(reader: &mut Reader<'_>) -> Option<Vec<Icon>> {
    let items = reader.array("icons")?;
    let mut icons = Vec::with_capacity(items.len());
    for (i, item) in items.into_iter().enumerate() {
        let pointer = format!("{}/{i}", reader.pointer("icons"));
        match item {
            Value::Object(map) => {
                icons.push(Icon::read(Reader::new(map, pointer, reader.problems())));
            }
            other => {
                let problem = Problem::new(pointer, expected("an object", &other));
                reader.problems().push(problem);
            }
        }
    }
    Some(icons)
}
