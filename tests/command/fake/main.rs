//! A server that misbehaves as it is told by its first argument, over stdio, or over HTTP when the
//! second one is `http`; it then prints its URL.

use std::io::{BufRead as _, BufReader, Read as _, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

fn main() {
    let manner = std::env::args().nth(1).unwrap_or_default();
    if std::env::args().nth(2).as_deref() == Some("http") {
        return serve(&manner);
    }
    stdio(&manner);
}

fn stdio(manner: &str) {
    let mut out = std::io::stdout().lock();
    eprintln!("fake server: {manner}");
    match manner {
        "dies" => std::process::exit(7),
        "hangs" => loop {
            std::thread::sleep(Duration::from_secs(60));
        },
        "floods" => flood(&mut out),
        "floods-garbage" => loop {
            if writeln!(out, "listening on port 8080").is_err() {
                return;
            }
        },
        "banner" => {
            let _ = writeln!(out, "\u{1b}[2Jlistening on port 8080");
        }
        _ => {}
    }
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let Ok(message) = serde_json::from_str::<Value>(&line) else {
            continue;
        };
        if manner == "dies-late" && message["method"] == "tools/list" {
            eprintln!("out of memory");
            std::process::exit(9);
        }
        if manner == "asks" && message["method"] == "tools/list" {
            let _ = writeln!(
                out,
                "{}",
                json!({"jsonrpc": "2.0", "id": "p", "method": "ping"})
            );
            let _ = writeln!(
                out,
                "{}",
                json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
            );
            let _ = out.flush();
        }
        if manner == "large" && message["method"] == "tools/list" {
            let _ = write!(out, "{{\"jsonrpc\": \"2.0\", \"id\": 2, \"result\": \"");
            flood(&mut out);
            continue;
        }
        if let Some(answer) = answer(manner, &message) {
            let _ = writeln!(out, "{answer}");
            let _ = out.flush();
        }
    }
    if manner == "stays" {
        std::thread::sleep(Duration::from_secs(600));
    }
}

/// One line of 100 MB.
fn flood(out: &mut dyn Write) {
    let part = vec![b'x'; 1 << 16];
    for _ in 0..1600 {
        if out.write_all(&part).is_err() {
            return;
        }
    }
    let _ = out.write_all(b"\n");
}

fn answer(manner: &str, message: &Value) -> Option<String> {
    let id = message.get("id")?;
    let method = message["method"].as_str()?;
    let is_modern =
        message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28";
    let result = match (manner, method) {
        ("modern", "initialize") => return Some(error(id, -32601, "Method not found")),
        (_, "initialize") => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "fake", "version": "1.0"},
        }),
        ("modern", "server/discover") if is_modern => json!({
            "resultType": "complete", "ttlMs": 0, "cacheScope": "public",
            "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "modern", "version": "2.0"}},
        }),
        ("modern", _) if !is_modern => {
            return Some(error(id, -32022, "unsupported protocol version"));
        }
        ("wrong", "tools/list") => json!({"tools": "none"}),
        ("garbled", "tools/list") => return Some("{\"jsonrpc\": \"2.0\", \"id\": ".to_owned()),
        ("circles", "tools/list") => json!({"tools": [tool(0)], "nextCursor": "again"}),
        ("endless", "tools/list") => {
            let page = message["params"]["cursor"]
                .as_str()
                .and_then(|cursor| cursor.parse().ok());
            let page: usize = page.unwrap_or(0);
            json!({"tools": [tool(page)], "nextCursor": (page + 1).to_string()})
        }
        (_, "tools/list") => pages(message),
        ("slow-call", "tools/call") => {
            std::thread::sleep(Duration::from_secs(60));
            json!({})
        }
        (_, "tools/call") => called(manner, &message["params"]),
        _ => return Some(error(id, -32601, "Method not found")),
    };
    Some(json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string())
}

fn error(id: &Value, code: i64, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).to_string()
}

/// Two pages.
fn pages(message: &Value) -> Value {
    match message["params"].get("cursor") {
        None => json!({"tools": [tool(0), tool(1)], "nextCursor": "2", "ttlMs": 5}),
        Some(_) => json!({"tools": [tool(2)]}),
    }
}

fn tool(number: usize) -> Value {
    json!({
        "name": format!("tool_{number}"),
        "description": "Adds.",
        "inputSchema": {
            "type": "object",
            "properties": {"b": {"type": "integer"}, "a": {"type": "integer", "maximum": 100}},
            "required": ["a"],
        },
        "outputSchema": {"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]},
    })
}

fn called(manner: &str, params: &Value) -> Value {
    let number = |name: &str| params["arguments"][name].as_i64().unwrap_or(0);
    let sum = number("a") + number("b");
    let content = json!([{"type": "text", "text": sum.to_string()}]);
    match manner {
        "lies" => json!({"content": content, "structuredContent": {"sum": sum.to_string()}}),
        "fails" => {
            json!({"content": [{"type": "text", "text": "no such number"}], "isError": true})
        }
        "asks-back" => json!({"resultType": "input_required", "inputRequests": {}}),
        _ => json!({"content": content, "structuredContent": {"sum": sum}}),
    }
}

/// Streamable HTTP, one connection after the other.
fn serve(manner: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    println!("http://{}/mcp", listener.local_addr().unwrap());
    for stream in listener.incoming().flatten() {
        let manner = manner.to_owned();
        std::thread::spawn(move || {
            let _ = exchange(&manner, stream);
        });
    }
}

fn exchange(manner: &str, mut stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut length, mut session, mut method) = (0, false, String::new());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        session |= line == "mcp-session-id: 77";
        if let Some(value) = line.strip_prefix("mcp-method:") {
            value.trim().clone_into(&mut method);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let Ok(message) = serde_json::from_slice::<Value>(&body) else {
        return write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    };
    let plain = |stream: &mut TcpStream, status: &str, kind: &str, body: &str| {
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nMcp-Session-Id: 77\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
    };
    let is_first = message["method"] == "initialize";
    match manner {
        "hangs" => std::thread::sleep(Duration::from_secs(60)),
        "dies" => return Ok(()),
        "banner" => return plain(&mut stream, "200 OK", "text/html", "<h1>It works!</h1>"),
        "closed" => {
            return plain(
                &mut stream,
                "401 Unauthorized",
                "text/plain",
                "who are you?",
            );
        }
        "modern" if method.is_empty() && !is_first => {
            return plain(
                &mut stream,
                "400 Bad Request",
                "text/plain",
                "no Mcp-Method",
            );
        }
        "floods" => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
            )?;
            flood(&mut stream);
            return Ok(());
        }
        _ => {}
    }
    if manner != "modern" && !is_first && !session {
        return plain(&mut stream, "400 Bad Request", "text/plain", "no session");
    }
    let Some(answer) = answer(manner, &message) else {
        return plain(&mut stream, "202 Accepted", "text/plain", "");
    };
    if manner == "streams" {
        let ping = json!({"jsonrpc": "2.0", "id": "p", "method": "ping"});
        let events = format!("event: message\ndata: {ping}\n\nevent: message\ndata: {answer}\n\n");
        return plain(&mut stream, "200 OK", "text/event-stream", &events);
    }
    plain(&mut stream, "200 OK", "application/json", &answer)
}
