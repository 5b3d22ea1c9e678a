//! `tool_set!`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::{ErrorKind, Result, Tool, ToolHandler, TypedTool, tool_set};

/// Add two numbers.
#[derive(Clone, Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "math", example(Add { a: 1, b: 2 }))]
struct Add {
    a: i32,
    b: i32,
}

mod text {
    use super::*;

    /// Shout.
    #[derive(Clone, Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
    pub(super) struct Shout {
        pub(super) text: String,
    }

    /// Add text.
    #[derive(Clone, Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
    #[tool(namespace = "text")]
    pub(super) struct Add {
        pub(super) text: String,
    }
}

mod brackets {
    use super::{Add, text::Shout};

    toolmodel_runtime::tool_set![Add, Shout];
}

tool_set! {
    /// Every tool.
    #[derive(Clone, Debug, PartialEq)]
    enum Calls {
        Add,
        /// Text is added too.
        text::Add as AddText,
        text::Shout,
    }
}

#[test]
fn a_set_lists_its_tools_in_order() {
    assert_eq!(Calls::IDS, ["math:add", "text:add", "shout"]);
    let names: Vec<&str> = Calls::definitions()
        .iter()
        .map(|t| t.name.as_str())
        .collect();
    assert_eq!(names, ["add", "add", "shout"]);
    let docs = Calls::docs();
    assert_eq!(docs[0].0.id().unwrap().to_string(), "math:add");
    assert_eq!(docs[0].1.examples.len(), 1);
    assert_eq!(docs[2].1.summary, "Shout.");
    assert!(Calls::check_examples().is_ok());
    assert_eq!(brackets::ToolCall::IDS, ["math:add", "shout"]);
}

#[test]
fn a_call_is_read_by_id() {
    let call = Calls::parse("math:add", &json!({"a": 1, "b": 2.0})).unwrap();
    assert_eq!(call, Calls::Add(Add { a: 1, b: 2 }));
    assert_eq!(call.id(), "math:add");
    assert_eq!(call.definition().name, "add");
    assert_eq!(call.arguments().unwrap(), json!({"a": 1, "b": 2}));
    assert!(call.check().is_ok());
    let call = brackets::ToolCall::from_slice("shout", br#"{"text": "hey"}"#).unwrap();
    assert_eq!(format!("{call:?}"), r#"ToolCall(shout, {"text":"hey"})"#);
    let error = Calls::parse("shout", &json!({"text": 5})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
}

#[test]
fn an_unknown_id_names_the_nearest() {
    let error = Calls::parse("math:ad", &json!({})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownTool);
    assert_eq!(
        error.to_string(),
        "unknown tool: no tool has the id `math:ad`; did you mean `math:add`?"
    );
    let error = Calls::from_slice("nothing", b"not even JSON").unwrap_err();
    assert!(error.to_string().contains("known are"), "{error}");
}

struct Server {
    volume: usize,
}

impl ToolHandler<Add> for Server {
    type Reply = Result<Value>;

    fn call(&self, call: Add) -> Result<Value> {
        Ok(json!(call.a + call.b))
    }
}

impl ToolHandler<text::Add> for Server {
    type Reply = Result<Value>;

    fn call(&self, call: text::Add) -> Result<Value> {
        Ok(json!(call.text))
    }
}

impl ToolHandler<text::Shout> for Server {
    type Reply = Result<Value>;

    fn call(&self, call: text::Shout) -> Result<Value> {
        Ok(json!(call.text.to_uppercase() + &"!".repeat(self.volume)))
    }
}

#[test]
fn a_call_is_handed_to_its_handler() {
    let server = Server { volume: 2 };
    let answer = |id: &str, arguments: Value| Calls::parse(id, &arguments)?.call(&server);
    assert_eq!(
        answer("math:add", json!({"a": 1, "b": 2})).unwrap(),
        json!(3)
    );
    assert_eq!(
        answer("shout", json!({"text": "hey"})).unwrap(),
        json!("HEY!!")
    );
    assert_eq!(
        answer("text:add", json!({"text": "a"})).unwrap(),
        json!("a")
    );
}

#[test]
fn a_call_is_made_of_a_tool() {
    let call: Calls = Add { a: 1, b: 1 }.into();
    assert_eq!(call.id(), Add::ID);
}
