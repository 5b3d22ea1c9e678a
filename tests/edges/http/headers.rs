//! Parameters that travel as headers too: compared with them where there are any.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rmcp::ServiceExt as _;
use rmcp::model::{CallToolRequestParams, CallToolResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::rmcp::Server;
use toolmodel_runtime::{SyncHandler, Tool, ToolFailure, tool_set};

use crate::serve;
use crate::wire::{Answer, Client, call, headers_of};

/// Look up the weather.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Weather {
    /// Where.
    #[tool(header = "Region")]
    region: String,
    /// How many days ahead.
    #[tool(header = "Days")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "integer"))]
    days: Option<u8>,
}

type Headers = &'static [(&'static str, &'static str)];

/// How often a handler ran.
type Ran = Arc<AtomicUsize>;

impl SyncHandler<Ran> for Weather {
    fn handle_sync(self, ran: &Ran) -> Result<Value, ToolFailure> {
        ran.fetch_add(1, Ordering::SeqCst);
        Ok(format!("sunny in {}", self.region).into())
    }
}

tool_set![Weather];

async fn served() -> (Ran, Client) {
    let ran = Ran::default();
    let server = Server::<ToolCall, _>::new(Arc::clone(&ran));
    (ran, serve(server).await)
}

/// Calls the tool with some headers for its parameters.
async fn weather(client: Client, arguments: Value, more: Headers) -> Answer {
    let mut headers = headers_of("weather");
    headers.extend(
        more.iter()
            .map(|(name, value)| (*name, (*value).to_owned())),
    );
    let body = call("weather", &arguments).to_string();
    client.post(&headers, body.as_bytes()).await
}

#[tokio::test]
async fn headers_that_say_the_same_are_accepted() {
    let (ran, client) = served().await;
    for (arguments, headers) in [
        (
            json!({"region": "Oslo"}),
            &[("Mcp-Param-Region", "Oslo")][..],
        ),
        (
            json!({"region": "Oslo", "days": 3}),
            &[("Mcp-Param-Region", "Oslo"), ("Mcp-Param-Days", "3")],
        ),
        // What no header can carry is encoded.
        (
            json!({"region": "Tromsø"}),
            &[("Mcp-Param-Region", "=?base64?VHJvbXPDuA==?=")],
        ),
    ] {
        let answer = weather(client, arguments.clone(), headers).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let region = arguments["region"].as_str().unwrap();
        assert_eq!(answer.text(), format!("sunny in {region}"));
    }
    assert_eq!(ran.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn headers_that_say_otherwise_are_refused_before_a_handler_runs() {
    let (ran, client) = served().await;
    let cases: [(Value, Headers, &str); 6] = [
        (
            json!({"region": "Oslo"}),
            &[("Mcp-Param-Region", "Bergen")],
            "does not match",
        ),
        (json!({"region": "Oslo"}), &[], "missing Mcp-Param-Region"),
        (
            json!({"region": "Oslo", "days": 3}),
            &[("Mcp-Param-Region", "Oslo"), ("Mcp-Param-Days", "4")],
            "does not match",
        ),
        (
            json!({"region": "Oslo"}),
            &[("Mcp-Param-Region", "Oslo"), ("Mcp-Param-Days", "4")],
            "unexpected Mcp-Param-Days",
        ),
        (
            json!({"region": "Oslo"}),
            &[("Mcp-Param-Region", "Oslo"), ("Mcp-Param-Region", "Oslo")],
            "duplicate",
        ),
        (
            json!({"region": "Tromsø"}),
            &[("Mcp-Param-Region", "=?base64?!!!?=")],
            "not valid Base64",
        ),
    ];
    for (arguments, headers, expected) in cases {
        let answer = weather(client, arguments, headers).await;
        assert_eq!(answer.status, 400, "{expected}: {answer:?}");
        let error = &answer.message()["error"];
        assert_eq!(error["code"], -32020, "{expected}: {answer:?}");
        let text = error["message"].as_str().unwrap();
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert_eq!(ran.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn the_older_revision_has_no_such_headers() {
    let (ran, client) = served().await;
    let headers = client.begin().await;
    let body = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "weather", "arguments": {"region": "Oslo"}}});
    let answer = client.post(&headers, body.to_string().as_bytes()).await;
    assert_eq!(answer.text(), "sunny in Oslo");
    assert_eq!(ran.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn what_is_not_http_has_no_headers_to_compare_with() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let server = Server::<ToolCall, _>::new(Ran::default());
    tokio::spawn(async move { server.serve(ours).await.unwrap().waiting().await });
    let client = ().serve(theirs).await.unwrap();
    let mut request = CallToolRequestParams::new("weather");
    request.arguments = json!({"region": "Oslo"}).as_object().cloned();
    let CallToolResponse::Complete(result) = client.call_tool_once(request).await.unwrap() else {
        panic!("a result");
    };
    let block = result.content.first().and_then(|block| block.as_text());
    assert_eq!(block.unwrap().text, "sunny in Oslo");
}
