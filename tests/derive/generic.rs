//! Generic tools, and names that are constants.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use toolmodel_runtime::{Tool, TypedTool};

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Stored<T> {
    item: T,
}

/// Store an item.
#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Stored<u8>, example(Self { item: None, times: 1 }))]
struct Store<T: Serialize + JsonSchema + 'static> {
    item: Option<T>,
    #[tool(example = 3)]
    times: u8,
}

#[test]
fn each_instance_of_a_generic_tool_has_its_own_schema() {
    assert_eq!(Store::<String>::ID, "store");
    let text = Store::<String>::definition();
    let number = Store::<u8>::definition();
    assert_eq!(
        text.input_schema
            .as_value()
            .pointer("/properties/item/type"),
        Some(&json!(["string", "null"]))
    );
    assert_eq!(
        number
            .input_schema
            .as_value()
            .pointer("/properties/item/type"),
        Some(&json!(["integer", "null"]))
    );
    let arguments = json!({"item": "a", "times": 2});
    assert!(Store::<String>::parse(&arguments).is_ok());
    assert!(Store::<u8>::parse(&arguments).is_err());
    assert!(Store::<u8>::check_examples().is_ok());
    assert_eq!(Store::<u8>::docs().examples.len(), 1);
    assert!(std::ptr::eq(text, Store::<String>::definition()));
}

#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
struct Grid<const N: usize> {
    side: u8,
}

#[test]
fn a_constant_may_be_a_parameter() {
    assert!(Grid::<3>::parse(&json!({"side": 3})).is_ok());
}

const NAME: &str = concat!("get", ".", "thing");
const NAMESPACE: &str = "things";

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(
    name = NAME,
    namespace = NAMESPACE,
    version = env!("CARGO_PKG_VERSION"),
    title = concat!("A", " title")
)]
struct Named {}

#[test]
fn names_may_be_constants() {
    assert_eq!(Named::ID, "things:get.thing");
    assert_eq!(Named::NAME, "get.thing");
    assert_eq!(Named::NAMESPACE, Some("things"));
    let tool = Named::definition();
    assert_eq!(tool.id().unwrap().to_string(), Named::ID);
    assert_eq!(tool.version.as_deref(), Some(env!("CARGO_PKG_VERSION")));
    assert_eq!(tool.title.as_deref(), Some("A title"));
    assert!(Named::check_examples().is_ok());
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[allow(non_camel_case_types, reason = "a raw identifier")]
struct r#type {
    #[tool(example = "x", header = "Match")]
    r#match: String,
}

#[test]
fn raw_identifiers_lose_their_prefix() {
    assert_eq!(r#type::ID, "type");
    assert_eq!(
        r#type::definition()
            .input_schema
            .as_value()
            .pointer("/properties/match/x-mcp-header"),
        Some(&json!("Match"))
    );
}
