//! One server of three tools, written twice: with this crate, and with the SDK's own macro. The README shows
//! the difference, and this checks it.

#[allow(unreachable_pub, reason = "written as a user would")]
mod ours;
#[allow(unreachable_pub, reason = "written as a user would")]
#[expect(clippy::unused_self, reason = "the SDK's macro wants methods")]
mod sdk;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::{Json, Peer, RoleClient, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::connect;
use crate::serve::call;

fn lines(text: &str) -> usize {
    text.lines().filter(|line| !line.trim().is_empty()).count()
}

#[test]
fn this_one_is_not_longer() {
    let (ours, sdk) = (
        lines(include_str!("ours.rs")),
        lines(include_str!("sdk.rs")),
    );
    assert!(ours <= sdk, "{ours} lines, and {sdk} with the SDK's macro");
    let readme = include_str!("../../../README.md");
    let told = format!("{ours} lines, and {sdk} with the SDK's macro");
    assert!(readme.contains(&told), "the README does not say: {told}");
}

#[test]
fn the_documentation_shows_both() {
    let shown = include_str!("../../../toolmodel-runtime/src/rmcp/side_by_side.md");
    for text in [include_str!("ours.rs"), include_str!("sdk.rs")] {
        assert!(shown.contains(text.trim_end()), "not shown:\n{text}");
    }
}

/// Whether a call is answered with a result that is no error.
async fn accepted(peer: &Peer<RoleClient>, tool: &str, arguments: Value) -> bool {
    let result = call(peer, tool, arguments).await;
    result.is_ok_and(|result| result.is_error != Some(true))
}

async fn said(peer: &Peer<RoleClient>, tool: &str, arguments: Value) -> String {
    let result = call(peer, tool, arguments).await.unwrap();
    let block = result.content.first().and_then(|block| block.as_text());
    block.map_or(String::new(), |block| block.text.clone())
}

#[tokio::test]
async fn what_the_other_misses() {
    let (ours, sdk) = (connect(ours::server()).await, connect(sdk::server()).await);
    let (ours, sdk) = (ours.peer(), sdk.peer());
    for peer in [ours, sdk] {
        assert!(accepted(peer, "log", json!({"limit": 5})).await);
        assert!(accepted(peer, "shout", json!({"text": "hey"})).await);
        assert!(accepted(peer, "divide", json!({"a": 6, "b": 3})).await);
        assert!(!accepted(peer, "divide", json!({"a": 6, "b": 0})).await);
    }
    // A bound that is advertised, and an integer that the schema admits.
    assert!(!accepted(ours, "log", json!({"limit": 99})).await);
    assert!(accepted(sdk, "log", json!({"limit": 99})).await);
    assert!(accepted(ours, "log", json!({"limit": 5.0})).await);
    assert!(!accepted(sdk, "log", json!({"limit": 5.0})).await);
    // Everything that is wrong, and where.
    let wrong = json!({"a": "6", "b": "3"});
    let told = said(ours, "divide", wrong.clone()).await;
    assert!(told.contains("/a") && told.contains("/b"), "{told}");
    let told = said(sdk, "divide", wrong).await;
    assert!(!told.contains("/a") && !told.contains('b'), "{told}");
}

/// A server of the SDK's macro whose output breaks the schema that it advertises.
struct Careless {
    tool_router: ToolRouter<Self>,
}

#[derive(Serialize, JsonSchema)]
struct Small {
    #[schemars(range(max = 1))]
    number: u32,
}

#[tool_router]
#[expect(clippy::unused_self, reason = "the SDK's macro wants methods")]
impl Careless {
    /// Give a small number.
    #[tool]
    fn small(&self) -> Json<Small> {
        Json(Small { number: 2 })
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Careless {}

#[tokio::test]
async fn the_other_sends_outputs_that_break_their_schema() {
    let tool_router = Careless::tool_router();
    let schema = &tool_router.list_all()[0].output_schema;
    let schema = json!(schema.as_ref().unwrap());
    assert_eq!(schema["properties"]["number"]["maximum"], 1);
    let client = connect(Careless { tool_router }).await;
    let result = call(client.peer(), "small", json!({})).await.unwrap();
    assert_eq!(result.structured_content, Some(json!({"number": 2})));
}

#[test]
fn the_other_keeps_the_later_of_two_tools_with_one_name() {
    let routes = Careless::tool_router() + Careless::tool_router();
    assert_eq!(routes.list_all().len(), 1);
}

#[test]
fn this_one_serves_tools_alone() {
    let capabilities = ours::server().get_info().capabilities;
    assert!(capabilities.tools.is_some());
    assert!(capabilities.prompts.is_none() && capabilities.resources.is_none());
}
