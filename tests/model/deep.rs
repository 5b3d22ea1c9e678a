//! Values nested deeper than any stack are refused, also on a small one.

use std::thread;

use serde_json::{Value, json};
use toolmodel_runtime::adapter::{CanonicalTool, Registry};
use toolmodel_runtime::compare;
use toolmodel_runtime::docs::{DocEntry, DocsError, InMemoryDocs};
use toolmodel_runtime::{Error, ErrorKind, MAX_NESTING, Schema, Tool, ToolBackend, ToolList};

const LEVELS: usize = 100_000;

/// Built without `json!`, which would copy the value by recursion.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({}), |value, i| {
        if i % 2 == 0 {
            Value::Array(vec![value])
        } else {
            object([("not", value)])
        }
    })
}

fn object<const N: usize>(entries: [(&str, Value); N]) -> Value {
    let entries = entries.into_iter();
    Value::Object(
        entries
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
    )
}

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(test);
    thread.unwrap().join().unwrap();
}

#[test]
fn deep_values_are_refused_wherever_they_come_in() {
    on_a_small_stack(|| {
        let error = Schema::try_from(nested(LEVELS)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LimitExceeded);

        let wrap = |key: &str| {
            let mut tool = json!({"name": "t", "inputSchema": {}});
            tool[key] = nested(LEVELS);
            tool
        };
        for key in [
            "inputSchema",
            "outputSchema",
            "_meta",
            "x",
            "annotations",
            "icons",
        ] {
            let error = Tool::from_value(wrap(key)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{key}");
        }
        let backend = ToolBackend::from_value(nested(LEVELS)).unwrap_err();
        assert_eq!(backend.kind(), ErrorKind::LimitExceeded);

        let fine = json!({"name": "t", "inputSchema": {}});
        let tools = Value::Array(vec![wrap("x"), fine, nested(LEVELS)]);
        let list = ToolList::from_mcp_value(object([("tools", tools)])).unwrap();
        assert_eq!((list.tools.len(), list.errors.len()), (1, 2));
        let result = object([("tools", json!([])), ("x", nested(LEVELS))]);
        let response = object([("result", result), ("y", nested(LEVELS))]);
        assert!(ToolList::from_mcp_value(response).is_ok());
        for bad in [("tools", nested(LEVELS)), ("x", nested(LEVELS))] {
            assert!(ToolList::from_mcp_value(object([bad])).is_err());
        }
    });
}

#[test]
fn a_builder_refuses_deep_values() {
    on_a_small_stack(|| {
        let error = Tool::builder("t")
            .input_schema(nested(LEVELS))
            .output_schema(nested(LEVELS))
            .meta("m", nested(LEVELS))
            .extra("x", nested(LEVELS))
            .build()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LimitExceeded);
        let pointers: Vec<&str> = error
            .problems()
            .iter()
            .map(|p| p.pointer.as_str())
            .collect();
        assert_eq!(
            pointers,
            ["/inputSchema", "/outputSchema", "/_meta/m", "/x"]
        );
    });
}

#[test]
fn deep_text_is_refused() {
    on_a_small_stack(|| {
        let deep = "[".repeat(LEVELS) + &"]".repeat(LEVELS);
        let tool = format!(r#"{{"name":"t","inputSchema":{deep}}}"#);
        let errors = [
            deep.parse::<Schema>().unwrap_err(),
            Tool::from_json(&tool).unwrap_err(),
            ToolList::from_mcp_json(&deep).unwrap_err(),
            ToolBackend::from_json(&deep).unwrap_err(),
        ];
        for error in errors {
            let text = error.to_string();
            assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{text}");
            assert!(text.contains("nested too deeply"), "{text}");
        }
    });
}

#[test]
fn the_deepest_schema_comes_back_from_the_text_of_a_response() {
    // The innermost value is an empty object, one container more than the levels around it.
    let schema = Schema::try_from(json!({"not": nested(MAX_NESTING - 1)})).unwrap();
    assert!(Schema::try_from(json!({"not": nested(MAX_NESTING)})).is_err());
    let mut tool = Tool::new("t", schema);
    let icon = json!({"src": "a", "x": nested(MAX_NESTING)});
    let icons = json!({"name": "t", "inputSchema": {}, "icons": [icon]});
    tool.icons = Tool::from_value(icons).unwrap().icons;
    tool.validate().unwrap();
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool.to_mcp_value()]}});
    let list = ToolList::from_mcp_json(response.to_string()).unwrap();
    assert_eq!(list.into_result().unwrap(), [tool]);
}

#[test]
fn a_schema_too_deep_for_itself_is_told_inside_a_tool() {
    let json = json!({"name": "t", "inputSchema": {"not": nested(MAX_NESTING)}});
    let error = Tool::from_value(json).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);
    assert_eq!(error.problems()[0].pointer, "/inputSchema");
}

#[test]
fn validation_tells_deep_values_that_a_program_put_in() {
    let mut tool = Tool::new("t", Schema::no_params());
    tool.extra.insert("x".to_owned(), nested(MAX_NESTING + 1));
    let meta = [("m".to_owned(), nested(MAX_NESTING + 1))];
    tool.meta = Some(meta.into_iter().collect());
    let error = tool.validate().unwrap_err();
    let pointers: Vec<&str> = error
        .problems()
        .iter()
        .map(|p| p.pointer.as_str())
        .collect();
    assert_eq!(pointers, ["/x", "/_meta/m"]);
}

/// What a program puts into the fields of a tool is measured where it is used.
#[test]
fn tools_that_a_program_filled_are_measured_before_they_are_copied() {
    on_a_small_stack(|| {
        let mut tool = Tool::new("t", Schema::try_from(json!({})).unwrap());
        tool.extra.insert("x".to_owned(), nested(LEVELS));
        let registry = Registry::default();
        for format in registry.list() {
            let refused = registry.convert_tool(&tool, format).unwrap_err();
            assert!(refused.to_string().contains("limit exceeded"), "{refused}");
            assert!(registry.convert_tools([&tool], format).is_err());
        }
        let docs = InMemoryDocs::new();
        let refused = docs.register_tools([(&tool, DocEntry::default())]);
        assert!(matches!(refused, Err(DocsError::InvalidTool { .. })));
        assert_eq!(compare::lists([&tool], []).tools.len(), 1);

        let schema = Schema::try_from(json!({"type": "object"})).unwrap();
        let mut canonical = CanonicalTool::new("t", schema);
        canonical.ui_hints.insert("x".to_owned(), nested(LEVELS));
        for format in registry.list() {
            let adapter = registry.get(format).unwrap();
            let refused = adapter.from_canonical(&canonical).unwrap_err();
            let cause = refused.cause.downcast_ref::<Error>().unwrap();
            assert_eq!(cause.kind(), ErrorKind::LimitExceeded, "{refused}");
        }
        // Dropping them would recurse once per level.
        std::mem::forget((tool, canonical));
    });
}
