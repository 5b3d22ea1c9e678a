//! Arguments that are nearly right: refused, or repaired where the server is told to.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::CallToolResult;
use rmcp::{ServerHandler, tool_handler};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::rmcp::{REPAIRED, Server, repairing_routes, routes};
use toolmodel_runtime::{SyncHandler, Tool, ToolFailure, tool_set};

use crate::connect;
use crate::serve::call;

/// Book a table.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Book {
    /// How many will come.
    #[schemars(range(max = 20))]
    guest_count: u32,
    /// What to call them by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    /// Where the answer goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "string"))]
    mail: Option<String>,
}

/// Gives back what it got.
impl<App> SyncHandler<App> for Book {
    fn handle_sync(self, _: &App) -> Result<Value, ToolFailure> {
        if self.guest_count == 13 {
            return Err("thirteen is too many".into());
        }
        Ok(json!(self))
    }
}

tool_set![Book];

fn repairing() -> Server<ToolCall, ()> {
    Server::new(()).repair(true)
}

async fn book<S: ServerHandler>(server: S, arguments: Value) -> CallToolResult {
    let client = connect(server).await;
    call(client.peer(), "book", arguments).await.unwrap()
}

fn told(result: &CallToolResult) -> Option<&Value> {
    result.meta.as_ref()?.0.get(REPAIRED)
}

#[tokio::test]
async fn a_right_call_is_untouched() {
    // A list of one that looks like JSON, and a text that looks like a number: both are right.
    let right = json!({"guest_count": 2, "names": ["[5]"], "mail": "5"});
    let result = book(repairing(), right.clone()).await;
    assert_eq!(result.structured_content, Some(right));
    assert!(result.meta.is_none(), "{:?}", result.meta);
}

#[tokio::test]
async fn a_call_that_is_nearly_right_is_repaired_and_told() {
    let sent = json!({"guestCount": "2", "names": "Ada", "mail": null});
    let result = book(repairing(), sent).await;
    assert_ne!(result.is_error, Some(true), "{result:?}");
    let got = json!({"guest_count": 2, "names": ["Ada"]});
    assert_eq!(result.structured_content, Some(got));
    let named = json!({"propertyName": {"sent": "guestCount", "name": "guest_count"}});
    assert_eq!(
        told(&result),
        Some(&json!({
            "count": 4,
            "changes": [
                {"instancePath": "/guest_count", "mistake": named},
                {"instancePath": "/guest_count", "mistake": "jsonInText"},
                {"instancePath": "/names", "mistake": "notAList"},
                {"instancePath": "/mail", "mistake": "nullForAbsent"},
            ],
        }))
    );
}

#[tokio::test]
async fn a_failure_after_a_repair_tells_the_repair_too() {
    let result = book(repairing(), json!({"guest_count": "13"})).await;
    assert_eq!(result.is_error, Some(true));
    assert_eq!(told(&result).unwrap()["count"], 1);
}

#[tokio::test]
async fn what_cannot_be_repaired_is_refused_as_ever() {
    for wrong in [
        json!({"guest_count": "many", "names": "Ada"}),
        json!({"guest_count": "21"}),
        json!({"names": "Ada"}),
        json!({"guest_count": 2, "colour": "red"}),
        json!({}),
    ] {
        let repairing = book(repairing(), wrong.clone()).await;
        let plain = book(Server::<ToolCall, _>::new(()), wrong.clone()).await;
        assert_eq!(repairing.is_error, Some(true), "{wrong}");
        assert_eq!(repairing, plain, "{wrong}");
    }
}

#[tokio::test]
async fn nothing_is_repaired_unless_asked_for() {
    let nearly = json!({"guest_count": "2"});
    for server in [Server::<ToolCall, _>::new(()), repairing().repair(false)] {
        let result = book(server, nearly.clone()).await;
        assert_eq!(result.is_error, Some(true));
        assert!(result.meta.is_none());
    }
}

#[tokio::test]
async fn many_changes_are_counted_and_the_first_told() {
    let names: Vec<u32> = (0..150).collect();
    let result = book(repairing(), json!({"guest_count": 2, "names": names})).await;
    let told = told(&result).unwrap();
    assert_eq!(told["count"], 150);
    assert_eq!(told["changes"].as_array().unwrap().len(), 100);
}

struct Existing(ToolRouter<Self>);

#[tool_handler(router = self.0)]
impl ServerHandler for Existing {}

#[tokio::test]
async fn routes_repair_where_they_are_told_to() {
    let nearly = json!({"guest_count": "2"});
    let result = book(Existing(repairing_routes::<ToolCall, _>()), nearly.clone()).await;
    assert_eq!(result.structured_content, Some(json!({"guest_count": 2})));
    assert_eq!(told(&result).unwrap()["count"], 1);
    let result = book(Existing(routes::<ToolCall, _>()), nearly).await;
    assert_eq!(result.is_error, Some(true));
}
