//! `Tool::validate`, compared with the Go originals.

use serde_json::{Map, Value};
use toolmodel_runtime::{Error, ErrorKind, Schema, Tool};

use crate::differences::{Outcome, run, same};

#[test]
fn tools_are_validated_as_in_go() {
    for path in ["tool_validate.json", "legacy/tool_validate.json"] {
        run(path, judge);
    }
}

fn judge(vector: &Value) -> Outcome {
    let input = vector["input"].as_object().unwrap();
    let here = build(input).and_then(|tool| tool.validate());
    let here = match here {
        Ok(()) => "ok".to_owned(),
        Err(error) => {
            let kinds = [ErrorKind::InvalidTool, ErrorKind::InvalidSchema];
            assert!(kinds.contains(&error.kind()), "{error}");
            "ErrInvalidTool".to_owned()
        }
    };
    let go = vector["error"].as_str().or(vector["output"].as_str());
    same(&go.unwrap().to_owned(), &here)
}

/// Schemas of JSON go through the tool record, text and bytes through [`Schema`].
fn build(input: &Map<String, Value>) -> Result<Tool, Error> {
    let mut record = input.clone();
    let kind = record.shift_remove("schemaKind").unwrap();
    let schema = match kind.as_str().unwrap() {
        "raw" => Some(Schema::try_from(input["inputSchema"].to_string())?),
        "bytes" => Some(Schema::try_from(
            input["inputSchema"].to_string().as_bytes(),
        )?),
        "raw_empty" => Some(Schema::from_slice(b"")?),
        _ => None,
    };
    let tool = Tool::from_value(Value::Object(record))?;
    assert!(schema.is_none_or(|schema| schema == tool.input_schema));
    Ok(tool)
}
