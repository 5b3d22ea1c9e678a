//! `tool_set!`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::adapter::Registry;
use toolmodel_runtime::{
    Answer, ContextHandler, ErrorKind, Handler, Reply, SyncHandler, Tool, ToolFailure, ToolSet,
    TypedTool, tool_set,
};

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
    names = "prefixed";
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

/// A chat completion that asks for one tool.
fn response(name: &str, arguments: &str) -> Value {
    json!({"choices": [{"message": {"role": "assistant", "tool_calls": [
        {"id": "1", "type": "function", "function": {"name": name, "arguments": arguments}},
    ]}}]})
}

#[test]
fn a_provider_s_call_is_read_in_one_step() {
    let tools = Registry::default()
        .convert_tools(Calls::definitions().iter().copied(), "openai-strict")
        .unwrap();
    let read = |name: &str, arguments: &str| {
        let calls = tools.read_calls(&response(name, arguments)).unwrap();
        Calls::try_from(&calls[0])
    };
    let call = read("math_add", r#"{"a": 1, "b": 2}"#).unwrap();
    assert_eq!(call, Calls::Add(Add { a: 1, b: 2 }));
    let call = read("text_add", r#"{"text": "x"}"#).unwrap();
    assert!(matches!(call, Calls::AddText(text::Add { text }) if text == "x"));
    for (name, arguments, kind) in [
        ("math_add", r#"{"a": 1}"#, ErrorKind::InvalidArguments),
        ("math_add", r#"{"a": "#, ErrorKind::InvalidArguments),
        ("nope", "{}", ErrorKind::UnknownTool),
    ] {
        let error = read(name, arguments).unwrap_err();
        assert_eq!(error.kind(), kind, "{name} {arguments}: {error}");
    }
    let error = read("math_add", r#"{"a": 1}"#).unwrap_err();
    assert!(error.to_string().contains("`b`"), "{error}");
    let error = read("math_add", r#"{"a": "#).unwrap_err();
    assert!(error.to_string().contains("not JSON"), "{error}");
    // A tool of the request that is not in the set.
    let calls = tools.read_calls(&response("text_add", "{}")).unwrap();
    let error = brackets::ToolCall::try_from(&calls[0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownTool);
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

#[test]
fn a_set_has_a_policy_for_names() {
    assert_eq!(brackets::ToolCall::NAMES, ["add", "shout"]);
    assert_eq!(Calls::NAMES, ["math_add", "text_add", "shout"]);
    assert_eq!(Calls::TOOLS[1].wire_name(), "text_add");
    assert_eq!(Calls::IDS[1], "text:add");
    assert_eq!(Calls::definitions()[1].name, "add");
    let call = Calls::parse_named("math_add", &json!({"a": 1, "b": 2})).unwrap();
    assert_eq!((call.id(), call.wire_name()), ("math:add", "math_add"));
    let call = brackets::ToolCall::parse_named("add", &json!({"a": 1, "b": 2})).unwrap();
    assert_eq!((call.id(), call.wire_name()), ("math:add", "add"));
}

#[test]
fn providers_get_the_names_of_the_set() {
    let registry = Registry::default();
    let wire = |tools: &toolmodel_runtime::adapter::ConvertedTools| -> Vec<String> {
        tools
            .tools
            .iter()
            .map(|tool| tool.name.wire.clone())
            .collect()
    };
    for target in ["mcp", "openai", "anthropic-strict", "gemini", "bedrock"] {
        let tools = Calls::convert(&registry, target).unwrap();
        assert_eq!(wire(&tools), Calls::NAMES, "{target}");
        // Also of a name that no other tool has: the policy is the set's.
        let tools = plain::Alone::convert(&registry, target).unwrap();
        assert_eq!(wire(&tools), ["math_add"], "{target}");
        let tools = brackets::ToolCall::convert(&registry, target).unwrap();
        assert_eq!(wire(&tools), ["add", "shout"], "{target}");
    }
    // What a model calls by such a name is a call of the tool.
    let tools = plain::Alone::convert(&registry, "openai").unwrap();
    let response = response("math_add", r#"{"a": 1, "b": 2}"#);
    let calls = tools.read_calls(&response).unwrap();
    let call = plain::Alone::try_from(&calls[0]).unwrap();
    assert_eq!(call.id(), "math:add");
    assert_eq!(call.wire_name(), "math_add");
}

#[test]
fn an_unknown_name_names_what_can_be_called() {
    fn refused<S: ToolSet>(name: &str) -> String {
        match S::parse_named(name, &json!({})) {
            Ok(_) => panic!("{name} was found"),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::UnknownTool);
                error.to_string()
            }
        }
    }
    assert_eq!(
        refused::<Calls>("math_ad"),
        "unknown tool: no tool is called `math_ad`; did you mean `math_add`?"
    );
    for id in ["math:add", "zzz"] {
        let error = refused::<brackets::ToolCall>(id);
        assert!(error.ends_with("known are `add`, `shout`"), "{error}");
    }
}

struct Server {
    volume: usize,
}

impl Handler<Server> for Add {
    async fn handle(self, _: &Server) -> Result<Value, ToolFailure> {
        let sum = self.a.checked_add(self.b).ok_or("the sum is too large")?;
        Ok(json!(sum))
    }
}

impl SyncHandler<Server> for text::Add {
    fn handle_sync(self, _: &Server) -> Result<Value, ToolFailure> {
        let number: u8 = self.text.parse()?;
        Ok(json!({"number": number}))
    }
}

/// Who calls.
struct Caller(&'static str);

/// The form with a context; the one without serves calls without.
impl ContextHandler<Server, Caller> for text::Shout {
    async fn handle_in(self, server: &Server, caller: Caller) -> Result<Reply<Value>, ToolFailure> {
        let shout = format!("{}: {}", caller.0, self.text.to_uppercase());
        let reply = Reply::new(json!(shout + &"!".repeat(server.volume)));
        Ok(reply.with_meta("example.com/volume", json!(server.volume)))
    }
}

/// No runtime: nothing here waits.
fn run<F: Future + Send>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match future.as_mut().poll(&mut context) {
        std::task::Poll::Ready(output) => output,
        std::task::Poll::Pending => panic!("a handler waits"),
    }
}

#[test]
fn a_call_is_handed_to_its_handler() {
    use toolmodel_runtime::Dispatch;

    let server = Server { volume: 2 };
    let answer = |id: &str, arguments: Value| -> Answer {
        match Calls::parse(id, &arguments) {
            Ok(call) => run(call.dispatch(&server, Caller("me"))),
            Err(error) => error.into(),
        }
    };
    let sum = answer("math:add", json!({"a": 1, "b": 2}));
    assert_eq!((sum.text().as_str(), sum.is_error), ("3", false));
    let sum = answer("math:add", json!({"a": i32::MAX, "b": 2}));
    assert_eq!(
        (sum.text().as_str(), sum.is_error),
        ("the sum is too large", true)
    );
    assert!(sum.error().is_none());
    let wrong = answer("math:add", json!({"a": 1}));
    assert!(wrong.is_error && wrong.text().contains("`b`"), "{wrong:?}");
    assert_eq!(wrong.error().unwrap().kind(), ErrorKind::InvalidArguments);
    let shout = answer("shout", json!({"text": "hey"}));
    assert_eq!(
        shout.to_value(),
        json!({
            "content": [{"type": "text", "text": "me: HEY!!"}],
            "_meta": {"example.com/volume": 2},
        })
    );
    let number = answer("text:add", json!({"text": "7"}));
    assert_eq!(number.structured, Some(json!({"number": 7})));
    assert_eq!(number.text(), r#"{"number":7}"#);
    assert_eq!(
        answer("text:add", json!({"text": "x"})).text(),
        "invalid digit found in string"
    );
}

mod plain {
    use super::{Add, text};

    toolmodel_runtime::tool_set! {
        names = "prefixed";
        pub(super) enum Plain { Add, text::Add as AddText }
    }
    toolmodel_runtime::tool_set! {
        names = "prefixed";
        pub(super) enum Alone { Add }
    }
    toolmodel_runtime::tool_set! {
        pub(super) enum Sync { text::Add }
    }
}

#[test]
fn handlers_without_a_context_need_none() {
    let server = Server { volume: 0 };
    let call = plain::Plain::parse("math:add", &json!({"a": 1, "b": 2})).unwrap();
    assert_eq!(run(call.handle(&server)).text(), "3");
    let call = plain::Sync::parse("text:add", &json!({"text": "7"})).unwrap();
    assert_eq!(call.handle_sync(&server).text(), r#"{"number":7}"#);
}

/// The sum of two numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Sum {
    #[schemars(range(max = 10))]
    sum: i64,
}

/// Add small numbers.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Sum)]
struct AddSmall {
    a: i64,
    b: i64,
}

impl SyncHandler<()> for AddSmall {
    fn handle_sync(self, (): &()) -> Result<Sum, ToolFailure> {
        Ok(Sum {
            sum: self.a + self.b,
        })
    }
}

mod small {
    use super::AddSmall;

    toolmodel_runtime::tool_set![AddSmall];
}

/// The caller is told that the tool is broken, not how; the program can look.
#[test]
fn an_output_is_validated_against_its_schema() {
    let answer = |a: i64| {
        let call = small::ToolCall::parse("add_small", &json!({"a": a, "b": 1})).unwrap();
        call.handle_sync(&())
    };
    assert_eq!(answer(1).structured, Some(json!({"sum": 2})));
    let broken = answer(20);
    assert!(broken.is_error && broken.structured.is_none());
    assert_eq!(broken.text(), "the tool's output breaks its schema");
    let error = broken.error().unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidOutput);
    assert!(error.to_string().contains("/sum"), "{error}");
}

#[test]
fn a_call_is_made_of_a_tool() {
    let call: Calls = Add { a: 1, b: 1 }.into();
    assert_eq!(call.id(), Add::ID);
}
