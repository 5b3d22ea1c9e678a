//! The faults of `tests/edges/faults.rs`, over HTTP: a clear answer, nothing hangs, the server lives.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt as _;

use crate::served;
use crate::wire::{call, headers_of, read};

async fn until(mut done: impl FnMut() -> bool) {
    for _ in 0..500 {
        if done() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it did not happen in five seconds");
}

#[tokio::test]
async fn a_handler_is_dropped_when_its_client_is_gone() {
    let (server, client) = served().await;
    let body = call("wait", &json!({"seconds": 3600})).to_string();
    let stream = client
        .open(&headers_of("wait"), body.len(), body.as_bytes())
        .await;
    // While it waits, others are answered.
    tokio::time::sleep(Duration::from_millis(100)).await;
    client.assert_alive().await;
    assert_eq!(server.app().dropped.load(Ordering::SeqCst), 0);
    drop(stream);
    until(|| server.app().dropped.load(Ordering::SeqCst) == 1).await;
    client.assert_alive().await;
}

/// In a session a connection that is lost is no cancellation: that is a message of its own.
#[tokio::test]
async fn a_slow_handler_is_dropped_when_its_call_is_cancelled() {
    let (server, client) = served().await;
    let headers = client.begin().await;
    let body = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": {"name": "wait", "arguments": {"seconds": 3600}}})
    .to_string();
    let stream = client.open(&headers, body.len(), body.as_bytes()).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": 7, "reason": "changed my mind"}});
    let answer = client
        .post(&headers, cancelled.to_string().as_bytes())
        .await;
    assert_eq!(answer.status, 202, "{answer:?}");
    until(|| server.app().dropped.load(Ordering::SeqCst) == 1).await;
    client.assert_alive().await;
    drop(stream);
}

#[tokio::test]
async fn a_panic_is_an_error_for_its_caller_alone() {
    let (_, client) = served().await;
    for _ in 0..20 {
        let answer = client.call("crash", json!({})).await;
        let error = &answer.message()["error"];
        assert_eq!(error["code"], -32603, "{answer:?}");
        assert!(!answer.body.contains("secret"), "{answer:?}");
    }
    client.assert_alive().await;
}

#[tokio::test]
async fn garbage_is_refused() {
    let (_, client) = served().await;
    let garbage: [&[u8]; 9] = [
        b"",
        b"}",
        b"null",
        b"[]",
        b"\0\x01",
        b"\xff\xfe",
        b"{\"jsonrpc\":\"2.0\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/ca",
        b"<h1>hello</h1>",
    ];
    for body in garbage {
        let shown = String::from_utf8_lossy(body);
        let answer = client.post(&headers_of("echo"), body).await;
        assert!((400..500).contains(&answer.status), "{shown}: {answer:?}");
        assert!(!answer.body.is_empty(), "{shown}: {answer:?}");
    }
    client.assert_alive().await;
}

#[tokio::test]
async fn half_a_message_keeps_no_one_else_waiting() {
    let (_, client) = served().await;
    let body = call("echo", &json!({"text": "hey"})).to_string();
    let (half, rest) = body.split_at(body.len() / 2);
    let gone = client
        .open(&headers_of("echo"), body.len(), half.as_bytes())
        .await;
    let mut slow = client
        .open(&headers_of("echo"), body.len(), half.as_bytes())
        .await;
    client.assert_alive().await;
    drop(gone);
    client.assert_alive().await;
    // The one that is only slow is answered once the rest has come.
    slow.write_all(rest.as_bytes()).await.unwrap();
    assert_eq!(read(&mut slow).await.text(), "hey");
}

#[tokio::test]
async fn fifty_megabytes_of_arguments_are_refused() {
    let (_, client) = served().await;
    let body = call("echo", &json!({"text": "x".repeat(50 << 20)})).to_string();
    let answer = client.post(&headers_of("echo"), body.as_bytes()).await;
    assert_eq!(answer.status, 413, "{answer:?}");
    assert!(answer.body.contains("exceeds"), "{answer:?}");
    client.assert_alive().await;
}

#[tokio::test]
async fn wrong_arguments_and_unknown_tools_are_told_as_over_pipes() {
    let (_, client) = served().await;
    let wrong = client.call("echo", json!({"text": 5})).await;
    let result = &wrong.message()["result"];
    assert_eq!(result["isError"], true, "{wrong:?}");
    assert!(wrong.text().contains("/text"), "{wrong:?}");
    let unknown = client.call("ekho", json!({})).await;
    let error = &unknown.message()["error"];
    assert_eq!(error["code"], -32602, "{unknown:?}");
    assert!(
        error["message"].as_str().unwrap().contains("`echo`"),
        "{unknown:?}"
    );
}
