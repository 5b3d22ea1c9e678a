//! Lists of tools: three shapes, and one bad tool does not spoil them.

use serde_json::json;
use toolmodel_runtime::ToolList;

#[test]
fn all_three_shapes_are_read() {
    let tools = json!([{"name": "a", "inputSchema": {}}, {"name": "b", "inputSchema": {}}]);
    let page = json!({"tools": tools, "nextCursor": "more", "_meta": {}});
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": page});
    for (shape, cursor) in [
        (tools, None),
        (page, Some("more")),
        (response, Some("more")),
    ] {
        let list = ToolList::from_mcp_json(shape.to_string()).unwrap();
        assert_eq!(list.next_cursor.as_deref(), cursor);
        let tools = list.into_result().unwrap();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
    }
}

#[test]
fn bad_tools_are_told_with_their_place_and_the_rest_is_kept() {
    let response = json!({"result": {"tools": [
        {"name": "a", "inputSchema": {}, "title": 5},
        {"name": "b", "inputSchema": {}},
        null,
        {"title": []},
        {"name": "c", "inputSchema": null},
    ]}});
    let list = ToolList::from_mcp_value(response).unwrap();
    assert_eq!(list.tools.len(), 1);
    let errors: Vec<String> = list.errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "invalid tool: /result/tools/0/title: expected a string, found a number",
            "invalid tool: /result/tools/2: expected an object, found null",
            "invalid tool: /result/tools/3/name: is required; \
             /result/tools/3/title: expected a string, found an array; \
             /result/tools/3/inputSchema: is required",
            "invalid tool: /result/tools/4/inputSchema: expected an object, found null",
        ]
    );
    assert_eq!(list.into_result().unwrap_err().problems().len(), 6);
}

#[test]
fn what_is_no_list_is_refused() {
    for (json, message) in [
        ("", "not JSON: EOF while parsing a value at line 1 column 0"),
        ("5", "expected an array of tools, found a number"),
        ("{}", "expected an array of tools or an object with `tools`"),
        (
            r#"{"result":{}}"#,
            "/result: expected an array of tools or an object with `tools`",
        ),
        (
            r#"{"tools":{}}"#,
            "/tools: expected an array of tools, found an object",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#,
            "/error: the response is an error, not a list of tools",
        ),
    ] {
        let error = ToolList::from_mcp_json(json).unwrap_err();
        assert_eq!(error.to_string(), format!("invalid tool: {message}"));
    }
    let list = ToolList::from_mcp_json("[]").unwrap();
    assert!(list.tools.is_empty() && list.errors.is_empty());
}
