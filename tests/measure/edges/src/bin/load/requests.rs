//! Calls over plain HTTP, a connection each, all open at once; every answer is looked at.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Barrier;

use crate::Fallible;

pub(crate) struct Outcome {
    pub(crate) took: Duration,
    /// How long each call took, sorted.
    calls: Vec<Duration>,
}

impl Outcome {
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let at = (self.calls.len() * percent / 100).min(self.calls.len() - 1);
        self.calls[at]
    }
}

/// Sends so many calls at once, once all connections are open.
pub(crate) async fn storm(address: &str, calls: usize, checked: bool) -> Fallible<Outcome> {
    let ready = Arc::new(Barrier::new(calls + 1));
    let mut tasks = Vec::with_capacity(calls);
    for number in 0..calls {
        let (address, ready) = (address.to_owned(), Arc::clone(&ready));
        tasks.push(tokio::spawn(async move {
            let connection = connect(&address).await;
            ready.wait().await;
            let started = Instant::now();
            let answer = exchange(connection.map_err(|error| error.to_string())?, number).await?;
            let took = started.elapsed();
            judge(number, &answer, checked)?;
            Ok::<Duration, String>(took)
        }));
    }
    ready.wait().await;
    let started = Instant::now();
    let mut times = Vec::with_capacity(calls);
    for task in tasks {
        times.push(task.await??);
    }
    let took = started.elapsed();
    times.sort();
    Ok(Outcome { took, calls: times })
}

async fn connect(address: &str) -> std::io::Result<TcpStream> {
    let mut left = 100;
    loop {
        match TcpStream::connect(address).await {
            Err(_) if left > 0 => {
                left -= 1;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            connected => return connected,
        }
    }
}

/// Of six calls three are right, and each of the others is wrong in its own way.
fn call(number: usize) -> (&'static str, Value) {
    match number % 6 {
        0 | 3 => ("greet", json!({"name": format!("n{number}"), "times": 5})),
        1 => ("reverse", json!({"text": format!("r{number}")})),
        2 => ("greet", json!({"name": "x", "times": 51})),
        4 => ("fail", json!({"reason": format!("f{number}")})),
        _ => ("unknown", json!({})),
    }
}

async fn exchange(mut connection: TcpStream, number: usize) -> Result<Value, String> {
    let (name, arguments) = call(number);
    let body = json!({"jsonrpc": "2.0", "id": number, "method": "tools/call",
        "params": {"name": name, "arguments": arguments}})
    .to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-11-25\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut answer = Vec::new();
    let talk = async {
        connection.write_all(request.as_bytes()).await?;
        connection.read_to_end(&mut answer).await
    };
    let talked = tokio::time::timeout(Duration::from_secs(120), talk).await;
    talked
        .map_err(|_| format!("call {number} is not answered"))?
        .map_err(|error| error.to_string())?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer
        .split_once("\r\n\r\n")
        .ok_or_else(|| format!("no body: {answer}"))?;
    // Chunked or not, the one JSON object of the body stands between its first and last brace.
    let json = body
        .find('{')
        .zip(body.rfind('}'))
        .and_then(|(start, end)| body.get(start..=end));
    let json = json.ok_or_else(|| format!("no JSON: {head}"))?;
    // A second answer would be a second object, which is no JSON.
    serde_json::from_str(json).map_err(|error| format!("{error}: {body}"))
}

/// Whether an answer is the one to this very call.
fn judge(number: usize, answer: &Value, checked: bool) -> Result<(), String> {
    let result = &answer["result"];
    let said = &result["structuredContent"]["said"];
    let failed = result["isError"] == true;
    let right = match number % 6 {
        0 | 3 => *said == format!("hello, n{number} (5)"),
        1 => *said == format!("r{number}").chars().rev().collect::<String>(),
        // Only one of the two servers enforces the bounds of arguments.
        2 => failed == checked,
        4 => failed && result["content"][0]["text"] == format!("f{number}"),
        _ => answer["error"]["code"] == -32602,
    };
    match right && answer["id"] == number {
        true => Ok(()),
        false => Err(format!("call {number} was answered with {answer}")),
    }
}
