//! Tool ids, compared with the older Go original: the newer one appends the version.

use serde_json::{Value, json};
use toolmodel_runtime::{Error, ErrorKind, Schema, Tool, ToolId};

use crate::differences::{Outcome, run, same};

#[test]
fn ids_are_read_and_written_as_in_go() {
    run("legacy/tool_id.json", judge);
}

fn judge(vector: &Value) -> Outcome {
    let input = &vector["input"];
    let here = match vector["op"].as_str().unwrap() {
        "ParseToolID" => {
            let parsed = ToolId::parse(input["id"].as_str().unwrap());
            if let Ok(id) = &parsed {
                assert_eq!(id.to_string(), input["id"].as_str().unwrap());
            }
            parsed.map(
                |id| json!({"name": id.name(), "namespace": id.namespace().unwrap_or_default()}),
            )
        }
        "ToolID" | "CanonicalID" => {
            let text = |key: &str| input[key].as_str().unwrap().to_owned();
            let some = |text: String| (!text.is_empty()).then_some(text);
            let mut tool = Tool::new(text("name"), Schema::no_params());
            tool.namespace = some(text("namespace"));
            tool.version = some(text("version"));
            tool.id().map(|id| json!({"id": id.to_string()}))
        }
        other => panic!("unknown operation {other}"),
    };
    let here = here.map_err(|error: Error| {
        assert_eq!(error.kind(), ErrorKind::InvalidToolId);
        "ErrInvalidToolID".to_owned()
    });
    let go = match vector["error"].as_str() {
        Some(error) => Err(error.to_owned()),
        None => Ok(vector["output"].clone()),
    };
    same(&go, &here)
}
