//! What a client sees of a server.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorCode, PaginatedRequestParams,
    ProgressNotificationParam, ServerNotification, SubscriptionFilter,
};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, Peer, RoleClient, ServerHandler as _, ServiceError, ServiceExt as _};
use serde_json::{Value, json};
use toolmodel_runtime::rmcp::{Fault, Server};
use toolmodel_tests_edges::{App, ToolCall};

use crate::{Ours, connect, discover, serve, server};

pub(crate) async fn call(
    peer: &Peer<RoleClient>,
    name: &str,
    arguments: Value,
) -> Result<CallToolResult, ServiceError> {
    let mut request = CallToolRequestParams::new(name.to_owned());
    request.arguments = arguments.as_object().cloned();
    match peer.call_tool_once(request).await? {
        CallToolResponse::Complete(result) => Ok(result),
        other => panic!("{other:?}"),
    }
}

fn text(result: &CallToolResult) -> &str {
    let block = result.content.first().and_then(|block| block.as_text());
    block.map_or("", |block| &block.text)
}

pub(crate) fn code(error: &ServiceError) -> ErrorCode {
    match error {
        ServiceError::McpError(error) => error.code,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn tools_are_listed_in_the_order_of_the_set_page_by_page() {
    let client = connect(server().page_size(2)).await;
    let info = client.peer_info().unwrap().server_info.clone();
    assert_eq!(info.unwrap().name, "edges");
    let all = client.list_all_tools().await.unwrap();
    let names: Vec<&str> = all.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ToolCall::NAMES);
    assert_eq!(all[0].description.as_deref(), Some("Add two numbers."));
    assert!(all[0].output_schema.is_some());
    let page = |cursor: Option<&str>| {
        let request = PaginatedRequestParams::default().with_cursor(cursor.map(str::to_owned));
        client.list_tools(Some(request))
    };
    assert_eq!(page(None).await.unwrap().tools.len(), 2);
    let last = page(Some("wait")).await.unwrap();
    assert_eq!((last.tools.len(), last.next_cursor), (1, None));
    for wrong in ["", "math:add", "\u{1f600}"] {
        let error = page(Some(wrong)).await.unwrap_err();
        assert_eq!(code(&error), ErrorCode::INVALID_PARAMS);
    }
}

#[tokio::test]
async fn right_and_wrong_calls_are_answered_as_the_specification_says() {
    for client in [connect(server()).await, discover(server(), ()).await] {
        let peer = client.peer();
        let sum = call(peer, "add", json!({"a": 1.0, "b": 2})).await.unwrap();
        assert_eq!(sum.structured_content, Some(json!({"sum": 3})));
        assert_eq!((text(&sum), sum.is_error), (r#"{"sum":3}"#, Some(false)));
        let echo = call(peer, "echo", json!({"text": "hey"})).await.unwrap();
        assert_eq!(
            (text(&echo), echo.structured_content.as_ref()),
            ("hey", None)
        );

        let wrong = call(peer, "add", json!({"a": 1001, "c": 1})).await.unwrap();
        assert_eq!(wrong.is_error, Some(true));
        assert!(text(&wrong).contains("`b`"), "{}", text(&wrong));
        assert!(text(&wrong).contains("maximum of 1000"), "{}", text(&wrong));
        let failed = call(peer, "add", json!({"a": 1, "b": i64::MAX}))
            .await
            .unwrap();
        assert_eq!(
            (text(&failed), failed.is_error),
            ("the sum is too large", Some(true))
        );
        let missing = call(peer, "echo", Value::Null).await.unwrap();
        assert_eq!(missing.is_error, Some(true));

        let unknown = call(peer, "math:add", json!({})).await.unwrap_err();
        assert_eq!(code(&unknown), ErrorCode::INVALID_PARAMS);
        assert!(unknown.to_string().contains("`add`"), "{unknown}");
    }
}

#[tokio::test]
async fn faults_of_the_server_are_told_to_who_runs_it() {
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let heard = Arc::clone(&told);
    let server: Ours = server().on_fault(move |fault: &Fault<'_>| {
        heard.lock().unwrap().push(fault.to_string());
    });
    let client = connect(server).await;
    let broken = call(client.peer(), "add", json!({"a": 1, "b": 2_000_000})).await;
    let broken = broken.unwrap_err();
    assert_eq!(code(&broken), ErrorCode::INTERNAL_ERROR);
    assert!(broken.to_string().contains("breaks its schema"), "{broken}");
    assert!(!broken.to_string().contains("2000001"), "{broken}");
    let crash = call(client.peer(), "crash", json!({})).await.unwrap_err();
    assert_eq!(code(&crash), ErrorCode::INTERNAL_ERROR);
    assert!(!crash.to_string().contains("secret"), "{crash}");
    let told = told.lock().unwrap();
    assert!(
        told[0].contains("math:add") && told[0].contains("/sum"),
        "{told:?}"
    );
    assert_eq!(told[1], "tool `crash` panicked: the secret is 42");
}

#[tokio::test]
async fn a_tool_that_is_not_offered_is_not_there() {
    let server = server();
    server.offer("crash", false).unwrap();
    assert!(server.offer("crush", false).is_err());
    assert!(server.get_tool("crash").is_none());
    assert_eq!(server.get_tool("add").unwrap().name, "add");
    let client = connect(server.clone()).await;
    assert_eq!(client.list_all_tools().await.unwrap().len(), 4);
    let error = call(client.peer(), "crash", json!({})).await.unwrap_err();
    assert_eq!(code(&error), ErrorCode::INVALID_PARAMS);
    server.offer("crash", true).unwrap();
    assert_eq!(client.list_all_tools().await.unwrap().len(), 5);
}

/// Counts what it hears.
#[derive(Clone, Default)]
struct Ears {
    changes: Arc<AtomicUsize>,
    progress: Arc<Mutex<Vec<f64>>>,
}

impl ClientHandler for Ears {
    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.progress.lock().unwrap().push(progress.progress);
    }
}

async fn until(mut done: impl FnMut() -> bool) {
    for _ in 0..500 {
        if done() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("it did not happen in five seconds");
}

#[tokio::test]
async fn clients_hear_that_tools_have_changed() {
    let server = server();
    let ears = Ears::default();
    let client = ears.clone().serve(serve(server.clone())).await.unwrap();
    // The greeting has been heard once a later request is answered.
    client.list_all_tools().await.unwrap();
    server.tools_changed().await;
    until(|| ears.changes.load(Ordering::SeqCst) == 1).await;
    client.cancel().await.unwrap();
    server.tools_changed().await;
    assert_eq!(ears.changes.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn clients_of_the_newer_revision_listen_for_changes() {
    let server = server();
    let client = discover(server.clone(), ()).await;
    let filter = SubscriptionFilter::builder().tools_list_changed().build();
    let mut changes = client.listen(filter).await.unwrap();
    let told = async {
        // Whoever listens may still be on the way.
        for _ in 0..500 {
            server.tools_changed().await;
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::select! {
        heard = changes.next() => {
            let heard = heard.unwrap().unwrap();
            let change = matches!(heard, ServerNotification::ToolListChangedNotification(_));
            assert!(change, "{heard:?}");
        }
        () = told => panic!("nothing was heard in five seconds"),
    }
    changes.cancel().await.unwrap();
    // Whoever has stopped listening keeps no one waiting.
    server.tools_changed().await;
}

#[tokio::test]
async fn a_handler_with_a_context_tells_of_progress() {
    let ears = Ears::default();
    let client = ears.clone().serve(serve(server())).await.unwrap();
    let result = call(client.peer(), "count", json!({"to": 3, "pause": 0})).await;
    let result = result.unwrap();
    assert_eq!(text(&result), "3");
    let meta = result.meta.unwrap();
    assert_eq!(meta.0.get("example.com/counted"), Some(&json!(true)));
    until(|| ears.progress.lock().unwrap().len() == 3).await;
    assert_eq!(*ears.progress.lock().unwrap(), [1.0, 2.0, 3.0]);
}

#[test]
fn a_server_says_what_it_serves() {
    let server: Ours = Server::new(App::default());
    assert!(format!("{server:?}").contains("\"add\""));
    assert!(server.get_info().server_info.name.starts_with("edges"));
    assert_eq!(server.app().dropped.load(Ordering::SeqCst), 0);
}
