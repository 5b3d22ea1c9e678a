//! Records keep what they do not know, and tell everything that is wrong.

use serde_json::json;
use toolmodel_runtime::{
    ErrorKind, Icon, IconTheme, MAX_NESTING, Schema, TaskSupport, Tool, ToolAnnotations,
    ToolExecution,
};

/// Unknown fields and nulls at every level, in an order of their own.
const STRANGE: &str = concat!(
    r#"{"z":1,"inputSchema":{"z":{},"a":[1.0,1e+300,-0.0,18446744073709551615],"type":"object"},"#,
    r#""icons":[{"x":null,"src":"a","theme":"blue","y":[]},{"sizes":[],"src":""}],"name":"t","#,
    r#""annotations":{"later":{},"readOnlyHint":false,"title":null},"execution":{"q":1,"#,
    r#""taskSupport":"soon"},"description":null,"tags":[],"_meta":{"b":1,"a":2},"version":"v1"}"#,
);

#[test]
fn unknown_fields_nulls_and_order_survive_at_every_level() {
    let tool = Tool::from_json(STRANGE).unwrap();
    assert_eq!(tool.to_json(), STRANGE);
    assert_eq!(tool.clone().to_json(), STRANGE);
    assert_eq!(tool.execution.as_ref().unwrap().extra["q"], 1);
    let icons = tool.icons.as_ref().unwrap();
    assert_eq!(icons[0].theme, Some(IconTheme::Other("blue".to_owned())));
    assert_eq!(
        tool.execution.as_ref().unwrap().task_support,
        Some(TaskSupport::Other("soon".to_owned()))
    );
}

#[test]
fn fields_set_later_take_the_place_they_were_read_at() {
    let json = r#"{"description":null,"name":"t","x":1,"inputSchema":{}}"#;
    let mut tool = Tool::from_json(json).unwrap();
    tool.description = Some("d".to_owned());
    tool.title = Some("T".to_owned());
    tool.extra.insert("y".to_owned(), json!(2));
    assert_eq!(
        tool.to_json(),
        r#"{"description":"d","name":"t","x":1,"inputSchema":{},"title":"T","y":2}"#
    );
}

#[test]
fn a_key_is_never_written_twice() {
    let mut tool = Tool::new("t", Schema::no_params_open());
    for key in ["title", "name", "tags"] {
        tool.extra.insert(key.to_owned(), json!(null));
    }
    assert_eq!(
        tool.to_json(),
        r#"{"name":"t","title":null,"inputSchema":{"type":"object"},"tags":null}"#
    );
}

#[test]
fn a_new_tool_is_written_in_the_order_of_the_specification() {
    let tool = Tool::builder("t")
        .tags(["b"])
        .version("1.0.0")
        .namespace("n")
        .meta("m", 1)
        .execution(ToolExecution::with_task_support(TaskSupport::Optional))
        .icons([Icon::new("https://example.org/i.png").with_mime_type("image/png")])
        .idempotent()
        .output_schema(true_schema())
        .no_params()
        .description("d")
        .title("T")
        .extra("x", 1)
        .build()
        .unwrap();
    let keys: Vec<String> = tool
        .to_value()
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(
        keys,
        [
            "name",
            "title",
            "description",
            "inputSchema",
            "outputSchema",
            "annotations",
            "icons",
            "execution",
            "_meta",
            "namespace",
            "version",
            "tags",
            "x"
        ]
    );
    let mcp = tool.to_mcp_value();
    for key in ["namespace", "version", "tags"] {
        assert_eq!(mcp.get(key), None, "{key}");
    }
}

fn true_schema() -> Schema {
    Schema::try_from(json!(true)).unwrap()
}

#[test]
fn every_field_of_the_wrong_type_is_listed() {
    let json = json!({
        "name": 5,
        "title": [],
        "description": {},
        "inputSchema": "x",
        "outputSchema": 1,
        "annotations": {"readOnlyHint": "yes", "title": 1},
        "icons": [null, {"sizes": "48x48"}, {"src": "a", "sizes": ["any", 5]}],
        "execution": [],
        "_meta": true,
        "tags": ["a", 1],
    });
    let error = Tool::from_value(json).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidTool);
    let problems: Vec<String> = error.problems().iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "/name: expected a string, found a number",
            "/title: expected a string, found an array",
            "/description: expected a string, found an object",
            "/inputSchema: expected an object, found a string",
            "/outputSchema: expected an object or a boolean, found a number",
            "/annotations/title: expected a string, found a number",
            "/annotations/readOnlyHint: expected a boolean, found a string",
            "/execution: expected an object, found an array",
            "/icons/0: expected an object, found null",
            "/icons/1/src: is required",
            "/icons/1/sizes: expected an array, found a string",
            "/icons/2/sizes/1: expected a string, found a number",
            "/_meta: expected an object, found a boolean",
            "/tags/1: expected a string, found a number",
        ]
    );
}

#[test]
fn schemas_come_in_every_representation() {
    let expected = Schema::no_params();
    let text = r#"{"type":"object","additionalProperties":false}"#;
    let value = json!({"type": "object", "additionalProperties": false});
    let map = value.as_object().unwrap().clone();
    let schemars: schemars::Schema = map.clone().into();
    let all = [
        Schema::try_from(text).unwrap(),
        Schema::try_from(text.to_owned()).unwrap(),
        Schema::try_from(text.as_bytes()).unwrap(),
        Schema::try_from(text.as_bytes().to_vec()).unwrap(),
        Schema::try_from(br#"{"type":"object","additionalProperties":false}"#).unwrap(),
        text.parse().unwrap(),
        Schema::try_from(value).unwrap(),
        Schema::try_from(map).unwrap(),
        Schema::try_from(schemars).unwrap(),
        serde_json::from_str(text).unwrap(),
    ];
    for schema in all {
        assert_eq!(schema, expected);
        assert_eq!(schema.to_string(), text);
    }
}

#[test]
fn many_unknown_fields_are_written_in_linear_time() {
    let mut tool = Tool::new("t", Schema::no_params());
    for i in 0..100_000 {
        tool.extra.insert(format!("x{i}"), json!(i));
    }
    let text = tool.to_json();
    let again = Tool::from_json(&text).unwrap();
    assert_eq!(again.to_json(), text);
}

#[test]
fn names_for_people_fall_back() {
    let mut tool = Tool::new("t", Schema::no_params());
    assert_eq!(tool.display_name(), "t");
    let mut annotations = ToolAnnotations::default();
    annotations.title = Some("A".to_owned());
    tool.annotations = Some(annotations);
    assert_eq!(tool.display_name(), "A");
    tool.title = Some("T".to_owned());
    assert_eq!(tool.display_name(), "T");
}

#[test]
fn an_error_tells_its_cause() {
    let error = Tool::from_json("{").unwrap_err();
    assert!(std::error::Error::source(&error).is_some());
    assert!(error.to_string().starts_with("invalid tool: not JSON: "));
    assert_eq!(format!("{error:?}"), error.to_string());
    const { assert!(MAX_NESTING < 127, "readers of JSON text stop there") };
}
