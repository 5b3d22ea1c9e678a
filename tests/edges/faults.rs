//! Clients that leave, cancel, or send what is no message; handlers that panic or wait.

use std::sync::atomic::Ordering;
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, ClientRequest, Request};
use rmcp::service::PeerRequestOptions;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};

use crate::serve::call;
use crate::{connect, serve, server};

async fn until(mut done: impl FnMut() -> bool) {
    for _ in 0..500 {
        if done() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it did not happen in five seconds");
}

async fn cancel_in_the_middle(tool: &str, arguments: Value) -> crate::Ours {
    let server = server();
    let client = connect(server.clone()).await;
    let mut request = CallToolRequestParams::new(tool.to_owned());
    request.arguments = arguments.as_object().cloned();
    let request = ClientRequest::CallToolRequest(Request::new(request));
    let options = PeerRequestOptions::no_options();
    let handle = client.peer().send_cancellable_request(request, options);
    let handle = handle.await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    handle
        .cancel(Some("changed my mind".to_owned()))
        .await
        .unwrap();
    // The server lives.
    let echo = call(client.peer(), "echo", json!({"text": "hey"})).await;
    assert!(echo.is_ok());
    server
}

#[tokio::test]
async fn a_slow_handler_is_dropped_when_its_call_is_cancelled() {
    let server = cancel_in_the_middle("wait", json!({"seconds": 3600})).await;
    until(|| server.app().dropped.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test]
async fn a_handler_that_asks_to_be_told_ends_by_itself() {
    let server = cancel_in_the_middle("count", json!({"to": 1000, "pause": 1000})).await;
    until(|| server.app().heeded.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test]
async fn a_handler_is_dropped_when_its_client_is_gone() {
    let server = server();
    let client = connect(server.clone()).await;
    let peer = client.peer().clone();
    let waiting = tokio::spawn(async move { call(&peer, "wait", json!({"seconds": 3600})).await });
    tokio::time::sleep(Duration::from_millis(50)).await;
    drop(client);
    waiting.abort();
    until(|| server.app().dropped.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test]
async fn a_panic_does_not_end_the_server() {
    let client = connect(server()).await;
    for _ in 0..20 {
        assert!(call(client.peer(), "crash", json!({})).await.is_err());
    }
    let echo = call(client.peer(), "echo", json!({"text": "hey"})).await;
    assert!(echo.is_ok());
}

/// A client that writes bytes by hand.
struct Raw(BufReader<DuplexStream>);

impl Raw {
    async fn greet() -> Self {
        let mut raw = Self(BufReader::new(serve(server())));
        raw.send(
            &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "raw", "version": "0"}}}),
        )
        .await;
        assert_eq!(raw.receive().await["id"], 0);
        raw.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        raw
    }

    async fn send(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes()).await;
    }

    async fn write(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).await.unwrap();
    }

    async fn receive(&mut self) -> Value {
        let mut line = String::new();
        let read = self.0.read_line(&mut line);
        let read = tokio::time::timeout(Duration::from_secs(60), read).await;
        assert_ne!(read.expect("an answer in time").unwrap(), 0, "the end");
        serde_json::from_str(&line).unwrap()
    }

    /// Calls `echo` and skips what is said before its answer.
    async fn echo(&mut self, id: u64) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": "echo", "arguments": {"text": "hey"}}}))
            .await;
        loop {
            let message = self.receive().await;
            if message["id"] == id {
                return message;
            }
        }
    }
}

#[tokio::test]
async fn garbage_between_messages_is_survived() {
    let mut raw = Raw::greet().await;
    for garbage in [
        "\n",
        "}\n",
        "null\n",
        "[]\n",
        "\u{0}\u{1}\n",
        "{\"jsonrpc\":\"2.0\"}\n",
        "[1,2,3]\n",
    ] {
        raw.write(garbage.as_bytes()).await;
    }
    let answer = raw.echo(7).await;
    assert_eq!(answer["result"]["content"][0]["text"], "hey");
}

#[tokio::test]
async fn a_message_in_halves_is_one_message() {
    let mut raw = Raw::greet().await;
    raw.write(br#"{"jsonrpc":"2.0","id":5,"method":"tools/ca"#)
        .await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    raw.write(b"ll\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"hey\"}}}\n")
        .await;
    let answer = raw.receive().await;
    assert_eq!(
        (&answer["id"], &answer["result"]["content"][0]["text"]),
        (&json!(5), &json!("hey"))
    );
}

#[tokio::test]
async fn half_a_message_and_the_end_ends_the_server() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let running = tokio::spawn(async move { server().serve(ours).await.is_err() });
    let mut theirs = theirs;
    theirs
        .write_all(br#"{"jsonrpc":"2.0","id":5,"meth"#)
        .await
        .unwrap();
    drop(theirs);
    let ended = tokio::time::timeout(Duration::from_secs(10), running).await;
    assert!(ended.expect("it ends").unwrap());
}

/// The SDK would drop such a line without a word.
#[tokio::test]
async fn fifty_megabytes_of_arguments_are_refused() {
    let mut raw = Raw::greet().await;
    let mut message = br#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"echo","arguments":{"text":""#.to_vec();
    message.resize(50 << 20, b'x');
    message.extend_from_slice(b"\"}}}\n");
    raw.write(&message).await;
    let refused = raw.receive().await;
    assert_eq!(
        (&refused["id"], &refused["error"]["code"]),
        (&json!(9), &json!(-32600))
    );
    let text = refused["error"]["message"].as_str().unwrap();
    assert!(text.contains("longer than"), "{text}");
    let answer = raw.echo(10).await;
    assert_eq!(answer["result"]["content"][0]["text"], "hey");
}

/// What fits into a message is measured by the validator.
#[tokio::test]
async fn ten_megabytes_of_arguments_get_an_answer() {
    let client = connect(server()).await;
    let text = "x".repeat(10 << 20);
    let echo = call(client.peer(), "echo", json!({"text": text}))
        .await
        .unwrap();
    let said = echo.content.first().and_then(|block| block.as_text());
    let said = said.map_or(0, |block| block.text.len());
    assert!(said == 10 << 20 || echo.is_error == Some(true), "{said}");
    let deep = (0..100).fold(json!(1), |value, _| json!([value]));
    let wrong = call(client.peer(), "echo", json!({"text": deep}))
        .await
        .unwrap();
    assert_eq!(wrong.is_error, Some(true));
}
