//! The JSON of tools, compared with the official SDK's type.

use std::collections::BTreeMap;

use rmcp::model as sdk;
use serde_json::{Value, json};
use toolmodel_runtime::{ErrorKind, Icon, IconTheme, MAX_NESTING, Schema, Tool, ToolAnnotations};

#[test]
fn corpus_tools_are_the_same_json_where_the_sdk_can_hold_them() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let mut dropped: BTreeMap<String, usize> = BTreeMap::new();
    for (file, json) in tools {
        let tool = Tool::from_mcp_value(json.clone()).unwrap();
        let read: sdk::Tool = serde_json::from_value(json.clone()).unwrap();
        let converted = tool.to_sdk();
        assert_eq!(converted.tool, read, "{file}");

        let written = serde_json::to_value(&read).unwrap();
        let mut expected = json;
        for problem in &converted.dropped {
            remove(&mut expected, &problem.pointer);
            *dropped.entry(problem.pointer.clone()).or_default() += 1;
        }
        assert_eq!(written, expected, "{file}");

        let text = serde_json::to_string(&read).unwrap();
        let back = Tool::try_from(read).unwrap();
        assert_eq!(
            back.to_mcp_json(),
            text,
            "{file}: same JSON, same key order"
        );
        assert_eq!(
            sdk::Tool::try_from(&tool).is_ok(),
            converted.dropped.is_empty()
        );
    }
    // What the SDK's type drops from real tools; ARCHITECTURE.md repeats the figures.
    let expected = [
        ("/annotations/category", 32),
        ("/annotations/conditions", 1),
        ("/execution", 157),
    ];
    let dropped: Vec<(&str, usize)> = dropped.iter().map(|(k, n)| (k.as_str(), *n)).collect();
    assert_eq!(dropped, expected);
}

fn remove(value: &mut Value, pointer: &str) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = value.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    parent.shift_remove(key).unwrap();
}

#[test]
fn the_sdk_drops_what_its_type_has_no_place_for() {
    let json = json!({
        "name": "t",
        "inputSchema": {"type": "object"},
        "outputSchema": true,
        "annotations": {"later": 1, "readOnlyHint": null},
        "icons": [{"src": "a", "theme": "blue", "x": 1}],
        "execution": {"taskSupport": "optional"},
        "title": null,
        "x": 1,
        "namespace": "n",
        "tags": [],
    });
    let tool = Tool::from_value(json).unwrap();
    let converted = tool.to_sdk();
    let pointers: Vec<&str> = converted
        .dropped
        .iter()
        .map(|p| p.pointer.as_str())
        .collect();
    assert_eq!(
        pointers,
        [
            "/outputSchema",
            "/annotations/later",
            "/annotations/readOnlyHint",
            "/icons/0/x",
            "/icons/0/theme",
            "/execution",
            "/title",
            "/x"
        ]
    );
    let error = sdk::Tool::try_from(&tool).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidTool);
    assert_eq!(error.problems(), converted.dropped);
}

#[test]
fn everything_the_sdk_holds_comes_back() {
    let mut annotations = ToolAnnotations::default();
    annotations.title = Some("A".to_owned());
    annotations.destructive_hint = Some(false);
    let tool = Tool::builder("t")
        .title("T")
        .description("d")
        .no_params()
        .output_schema(Schema::no_params_open())
        .annotations(annotations)
        .icons([
            Icon::new("https://example.org/i.png")
                .with_mime_type("image/png")
                .with_sizes(["any"])
                .with_theme(IconTheme::Dark),
            Icon::new("https://example.org/j.png").with_theme(IconTheme::Light),
        ])
        .meta("m", 1)
        .build()
        .unwrap();
    let converted = sdk::Tool::try_from(&tool).unwrap();
    assert_eq!(serde_json::to_string(&converted).unwrap(), tool.to_json());
    assert_eq!(Tool::try_from(converted).unwrap(), tool);
}

#[test]
fn a_tool_of_the_sdk_may_be_too_deep() {
    let deep = (0..=MAX_NESTING).fold(json!(1), |value, _| json!([value]));
    let schema = json!({"x": deep}).as_object().unwrap().clone();
    let tool = sdk::Tool::new("t", "d", schema);
    let error = Tool::try_from(tool).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidTool);
    assert_eq!(error.problems()[0].pointer, "/inputSchema");
}

#[test]
fn the_sdk_refuses_tools_that_this_model_holds() {
    for field in [
        json!({"icons": [{"src": "a", "theme": "blue"}]}),
        json!({"outputSchema": true}),
    ] {
        let mut json = json!({"name": "t", "inputSchema": {}});
        let (key, value) = field.as_object().unwrap().iter().next().unwrap();
        json[key] = value.clone();
        assert!(serde_json::from_value::<sdk::Tool>(json.clone()).is_err());
        assert_eq!(
            Tool::from_mcp_value(json.clone()).unwrap().to_mcp_value(),
            json
        );
    }
}
