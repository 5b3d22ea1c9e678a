//! Requests and responses of streamable HTTP, written and read by hand.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Longer than anything here takes; whoever waits that long hangs.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

pub(crate) const MODERN: &str = "2026-07-28";

/// Where a server listens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    address: SocketAddr,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) session: Option<String>,
    pub(crate) body: String,
}

impl Answer {
    /// The message with an id: the body, or an event of it.
    pub(crate) fn message(&self) -> Value {
        let events = self
            .body
            .lines()
            .filter_map(|line| line.strip_prefix("data:"));
        let mut all = events.chain([self.body.as_str()]);
        let found = all.find_map(|text| {
            let value: Value = serde_json::from_str(text.trim()).ok()?;
            value.get("id").is_some().then_some(value)
        });
        found.unwrap_or_else(|| panic!("no message in {self:?}"))
    }

    #[track_caller]
    pub(crate) fn text(&self) -> String {
        let message = self.message();
        let text = message["result"]["content"][0]["text"].as_str();
        text.unwrap_or_else(|| panic!("no text in {message}"))
            .to_owned()
    }
}

/// A call of a tool in the revision without sessions.
pub(crate) fn call(name: &str, arguments: &Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "arguments": arguments, "_meta": meta}})
}

/// The headers of such a call.
pub(crate) fn headers_of(name: &str) -> Vec<(&'static str, String)> {
    vec![
        ("MCP-Protocol-Version", MODERN.to_owned()),
        ("Mcp-Method", "tools/call".to_owned()),
        ("Mcp-Name", name.to_owned()),
    ]
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address }
    }

    /// Sends the head of a request and as much of a body as is given.
    pub(crate) async fn open(
        self,
        headers: &[(&str, String)],
        length: usize,
        body: &[u8],
    ) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n",
            self.address
        );
        for (name, value) in headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        // A server may answer and close before it has read everything.
        let _ = stream.write_all(body).await;
        stream
    }

    /// Sends a body and waits for the whole answer.
    pub(crate) async fn post(self, headers: &[(&str, String)], body: &[u8]) -> Answer {
        let mut stream = self.open(headers, body.len(), body).await;
        read(&mut stream).await
    }

    /// Calls a tool in the revision without sessions.
    pub(crate) async fn call(self, name: &str, arguments: Value) -> Answer {
        let body = call(name, &arguments).to_string();
        self.post(&headers_of(name), body.as_bytes()).await
    }

    /// That the server answers a right call.
    pub(crate) async fn assert_alive(self) {
        let answer = self.call("echo", json!({"text": "hey"})).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "hey"));
    }

    /// Begins a session of the older revision, and gives its headers.
    pub(crate) async fn begin(self) -> Vec<(&'static str, String)> {
        let version = ("MCP-Protocol-Version", "2025-11-25".to_owned());
        let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "by hand", "version": "0"}}});
        let answer = self.post(&[], initialize.to_string().as_bytes()).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let session = answer.session.unwrap();
        let headers = vec![version, ("Mcp-Session-Id", session)];
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let answer = self
            .post(&headers, initialized.to_string().as_bytes())
            .await;
        assert_eq!(answer.status, 202, "{answer:?}");
        headers
    }
}

/// Reads an answer to its end, which is that of the connection.
pub(crate) async fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let reading = stream.read_to_end(&mut bytes);
    let read = tokio::time::timeout(LONGEST_WAIT, reading).await;
    // A connection that is reset has said what it had to say.
    let _ = read.expect("an answer in time");
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").expect("an answer");
    let field = |wanted: &str| {
        head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case(wanted)
                .then(|| value.trim().to_owned())
        })
    };
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    let is_chunked = field("transfer-encoding").as_deref() == Some("chunked");
    Answer {
        status: status.expect("a status"),
        session: field("mcp-session-id"),
        body: if is_chunked {
            joined(body)
        } else {
            body.to_owned()
        },
    }
}

/// The parts of a body that came in chunks.
fn joined(mut body: &str) -> String {
    let mut out = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        let Some(part) = rest.get(..length).filter(|_| length > 0) else {
            break;
        };
        out.push_str(part);
        body = rest.get(length + 2..).unwrap_or("");
    }
    out
}
