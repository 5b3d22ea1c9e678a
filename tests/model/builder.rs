//! The builder: what it sets, and that it tells every mistake at once.

use std::error::Error as _;

use schemars::JsonSchema;
use serde_json::json;
use toolmodel_runtime::{ErrorKind, Icon, Schema, TaskSupport, Tool, ToolExecution};

#[derive(JsonSchema)]
struct Arguments {
    #[expect(dead_code, reason = "only its schema is used")]
    repo: String,
}

#[test]
fn every_mistake_is_told_at_once() {
    let error = Tool::builder("bad name")
        .namespace("a:b")
        .version("1.2")
        .input_schema("{")
        .output_schema(json!(5))
        .extra("title", "T")
        .build()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidTool);
    let pointers: Vec<&str> = error
        .problems()
        .iter()
        .map(|p| p.pointer.as_str())
        .collect();
    assert_eq!(
        pointers,
        [
            "/name",
            "/namespace",
            "/inputSchema",
            "/outputSchema",
            "/title",
            "/version"
        ]
    );
    assert!(error.source().unwrap().to_string().contains("not JSON"));
}

#[test]
fn a_boolean_is_no_input_schema() {
    let error = Tool::builder("t")
        .input_schema(json!(true))
        .build()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid tool: /inputSchema: expected an object, found a boolean"
    );
}

#[test]
fn hints_add_up() {
    let tool = Tool::builder("t")
        .no_params()
        .read_only()
        .idempotent()
        .non_destructive()
        .open_world()
        .build()
        .unwrap();
    let hints = tool.annotations.unwrap();
    assert_eq!(
        (hints.read_only_hint, hints.idempotent_hint),
        (Some(true), Some(true))
    );
    assert_eq!(
        (hints.destructive_hint, hints.open_world_hint),
        (Some(false), Some(true))
    );
    let tool = Tool::builder("t")
        .no_params()
        .destructive()
        .closed_world()
        .build();
    let hints = tool.unwrap().annotations.unwrap();
    assert_eq!(
        (hints.destructive_hint, hints.open_world_hint),
        (Some(true), Some(false))
    );
}

#[test]
fn everything_can_be_set() {
    let tool = Tool::builder("get_repo")
        .namespace("gh")
        .version("v1.2.0")
        .title("Get repository")
        .description("Fetch repository metadata.")
        .input_schema(schemars::schema_for!(Arguments))
        .output_schema(Schema::no_params_open())
        .tags(["Repos", "git hub"])
        .tags(["repos"])
        .icons([Icon::new("https://example.org/a.png")])
        .icons([Icon::new("https://example.org/b.png")])
        .meta("com.example/a", 1)
        .meta("com.example/b", json!([]))
        .execution(ToolExecution::with_task_support(TaskSupport::Required))
        .extra("x-vendor", true)
        .build()
        .unwrap();
    assert_eq!(tool.version.as_deref(), Some("v1.2.0"));
    assert_eq!(tool.parsed_version().unwrap().unwrap().major(), 1);
    assert_eq!(tool.tags, ["repos", "git-hub"]);
    assert_eq!(tool.icons.as_ref().unwrap().len(), 2);
    assert_eq!(tool.meta.as_ref().unwrap().len(), 2);
    assert_eq!(tool.input_schema.get("required"), Some(&json!(["repo"])));
    assert_eq!(Tool::from_json(tool.to_json()).unwrap(), tool);
}

#[test]
fn a_version_that_is_none_is_told_where_it_stands() {
    let mut tool = Tool::new("t", Schema::no_params());
    assert_eq!(tool.parsed_version().unwrap(), None);
    tool.version = Some("one".to_owned());
    let error = tool.parsed_version().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidVersion);
    assert_eq!(error.problems()[0].pointer, "/version");
    assert!(tool.validate().is_ok(), "validation stays light");
}

#[test]
fn a_known_field_is_no_extra() {
    let known = json!({
        "name": "t", "title": "", "description": "", "inputSchema": {}, "outputSchema": {},
        "annotations": {}, "icons": [], "execution": {}, "_meta": {}, "namespace": "n",
        "version": "1.0.0", "tags": ["a"],
    });
    for key in known.as_object().unwrap().keys() {
        let error = Tool::builder("t").no_params().extra(key, 1).build();
        assert_eq!(error.unwrap_err().problems()[0].pointer, format!("/{key}"));
    }
}
