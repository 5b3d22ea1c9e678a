//! Tools made to exhaust whoever checks them: each is answered, and in few words.

use serde_json::{Value, json};
use toolmodel_runtime::{Error, ErrorKind, Revision, Tool};

#[expect(
    clippy::needless_pass_by_value,
    reason = "calls are tables of literals"
)]
fn tool(schema: Value) -> Tool {
    let json = json!({"name": "f", "inputSchema": schema});
    Tool::from_mcp_value(json).unwrap()
}

/// Works on a thread with the stack that spawned threads have.
fn checked(tool: Tool) -> Result<(), Error> {
    let check = move || tool.validate_for(Revision::LATEST);
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(check);
    thread.unwrap().join().unwrap()
}

fn told_in_short(error: &Error) {
    assert!(
        error.to_string().len() < 100_000,
        "{}",
        error.to_string().len()
    );
    let text = error.to_model_text();
    assert!(text.len() <= 8 * 1024 + 64, "{}", text.len());
    assert!(text.lines().count() <= error.problems().len() + 2, "{text}");
}

#[test]
fn long_keys_above_many_subschemas_cost_no_more_than_short_ones() {
    let key = "A".repeat(500_000);
    let many = vec![json!({}); 9000];
    checked(tool(
        json!({"type": "object", "properties": {key.as_str(): {"anyOf": many}}}),
    ))
    .unwrap();
    let headers = vec![json!({"x-mcp-header": "X"}); 9000];
    let error = checked(tool(
        json!({"type": "object", "properties": {key: {"anyOf": headers}}}),
    ));
    let error = error.unwrap_err();
    told_in_short(&error);
    let memory: usize = error
        .problems()
        .iter()
        .map(|problem| problem.pointer.len())
        .sum();
    assert!(memory < 200_000, "{memory}");
}

#[test]
fn many_problems_are_told_in_short() {
    let icons = vec![json!({"src": 5, "theme": "x\ny"}); 50_000];
    let json = json!({"name": "f", "inputSchema": {"type": "object"}, "icons": icons});
    let error = Tool::from_mcp_value(json).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidTool);
    told_in_short(&error);
    let themes = vec![json!({"src": "https://example.com/i.png", "theme": "x\n- y"}); 1000];
    let json = json!({"name": "f", "inputSchema": {"type": "object"}, "icons": themes});
    let error = checked(Tool::from_mcp_value(json).unwrap()).unwrap_err();
    told_in_short(&error);
}

#[test]
fn texts_of_a_tool_cannot_write_lines_of_their_own() {
    let json = json!({
        "name": "f", "inputSchema": {"type": "object"},
        "_meta": {"a\n- b\n": 1}, "execution": {"taskSupport": "x\n- y"},
    });
    let error = checked(Tool::from_mcp_value(json).unwrap()).unwrap_err();
    let text = error.to_model_text();
    assert_eq!(text.lines().count(), error.problems().len() + 1, "{text}");
}
