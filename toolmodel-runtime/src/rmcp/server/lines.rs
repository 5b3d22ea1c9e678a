//! Standard input with bounded messages. The SDK silently drops a message of more than 16 MiB,
//! and the sender keeps waiting; here it is replaced by a small request with the same id, which is refused.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use serde_json::{Value, json};
use tokio::io::{AsyncRead, ReadBuf, Stdin, Stdout};

/// The longest message, in bytes: one less than what the SDK drops.
pub(super) const MAX_MESSAGE: usize = 16 * 1024 * 1024 - 1;

/// The method of the request that replaces a message that is too long.
pub(super) const TOO_LONG: &str = "toolmodel/too_long";

/// How much of the start and the end of a message that is too long is searched for its id.
const EDGE: usize = 1024;

/// Standard input and output as a transport of the SDK, for [`Server::serve`](super::Server::serve).
///
/// A message of 16 MiB or more is answered with an error, and the next one is read.
#[must_use]
pub fn stdio() -> (Lines<Stdin>, Stdout) {
    let (input, output) = ::rmcp::transport::stdio();
    (Lines::new(input), output)
}

/// Messages in lines, none of them too long.
#[derive(Debug)]
pub struct Lines<R> {
    from: R,
    /// The bytes to be read next.
    ready: Vec<u8>,
    /// How many of them have been read.
    taken: usize,
    line: Line,
}

/// The line being read.
#[derive(Debug, Default)]
struct Line {
    length: usize,
    start: Vec<u8>,
    end: Vec<u8>,
}

impl<R> Lines<R> {
    /// Reads messages from here.
    #[must_use]
    pub fn new(from: R) -> Self {
        Self {
            from,
            ready: Vec::new(),
            taken: 0,
            line: Line::default(),
        }
    }

    /// Takes the bytes that have arrived.
    fn take(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let was_too_long = self.line.length > MAX_MESSAGE;
            self.line.push(part);
            let is_too_long = self.line.length > MAX_MESSAGE;
            if !is_too_long {
                self.ready.extend_from_slice(part);
            } else if !was_too_long {
                // What was read so far ends here: half a message, which the SDK skips.
                self.ready.push(b'\n');
            }
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                if is_too_long && let Some(id) = line.id() {
                    self.ready.extend_from_slice(stand_in(&id).as_bytes());
                }
            }
        }
    }
}

impl Line {
    fn push(&mut self, part: &[u8]) {
        self.length = self.length.saturating_add(part.len());
        let left = EDGE.saturating_sub(self.start.len()).min(part.len());
        self.start.extend(part.iter().take(left));
        let kept = part.len().min(EDGE);
        self.end
            .extend_from_slice(part.split_at(part.len() - kept).1);
        let over = self.end.len().saturating_sub(EDGE);
        self.end.drain(..over);
    }

    /// The id of the message, if it is near its start or at its end.
    fn id(&self) -> Option<Value> {
        id_at_start(&String::from_utf8_lossy(&self.start))
            .or_else(|| id_at_end(&String::from_utf8_lossy(&self.end)))
    }
}

/// The value of the outermost `"id"` in the start of a message.
fn id_at_start(text: &str) -> Option<Value> {
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match c {
            '"' => {
                let end = string_end(rest)?;
                let (string, after) = rest.split_at(end);
                rest = after;
                if depth == 1
                    && string == "\"id\""
                    && let Some(value) = after.trim_start().strip_prefix(':')
                {
                    return id(value.split([',', '}']).next()?);
                }
                continue;
            }
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        rest = rest.get(c.len_utf8()..)?;
    }
    None
}

/// The value of the outermost `"id"` if only the version comes after it.
fn id_at_end(text: &str) -> Option<Value> {
    let text = text.trim_end().strip_suffix('}')?.trim_end();
    let text = text.strip_suffix(r#","jsonrpc":"2.0""#).unwrap_or(text);
    id(text.rsplit_once(r#""id":"#)?.1)
}

fn id(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    (value.is_string() || value.is_number()).then_some(value)
}

/// Where a string that starts here ends.
fn string_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The request that replaces a message; it has the metadata that a session without a handshake requires.
fn stand_in(id: &Value) -> String {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "unknown", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let request =
        json!({"jsonrpc": "2.0", "id": id, "method": TOO_LONG, "params": {"_meta": meta}});
    format!("{request}\n")
}

impl<R: AsyncRead + Unpin> AsyncRead for Lines<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let own = &mut *self;
        while own.taken >= own.ready.len() {
            own.ready.clear();
            own.taken = 0;
            let mut chunk = [0; 16 * 1024];
            let mut read = ReadBuf::new(&mut chunk);
            ready!(Pin::new(&mut own.from).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            own.take(read.filled());
        }
        let left = own.ready.get(own.taken..).unwrap_or_default();
        let part = left.split_at(left.len().min(to.remaining())).0;
        to.put_slice(part);
        own.taken += part.len();
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_at_either_end() {
        let start = |text: &str| id_at_start(text);
        assert_eq!(
            start(r#"{"jsonrpc":"2.0","id":7,"method":"x"#),
            Some(json!(7))
        );
        assert_eq!(start(r#"{ "id" : "a-b" , "params":{"#), Some(json!("a-b")));
        assert_eq!(start(r#"{"method":"id","params":{"id":3,"#), None);
        assert_eq!(start(r#"{"method":"a\"id\":5"#), None);
        let end = |text: &str| id_at_end(text);
        assert_eq!(end(r#"xxx"}},"jsonrpc":"2.0","id":9}"#), Some(json!(9)));
        assert_eq!(
            end("xxx\"}},\"id\":\"q\",\"jsonrpc\":\"2.0\"}\n"),
            Some(json!("q"))
        );
        assert_eq!(end(r#"xxx","id":9}}}"#), None);
        assert_eq!(end("xxx"), None);
    }

    #[test]
    fn a_message_that_is_too_long_becomes_a_small_one() {
        let mut lines = Lines::new(io::empty());
        lines.take(b"{\"id\":1}\n{\"id\":2,\"params\":\"");
        for _ in 0..=MAX_MESSAGE / 4096 {
            lines.take(&[b'x'; 4096]);
        }
        lines.take(b"\"}\n{\"id\":3}\n");
        let text = String::from_utf8(lines.ready).unwrap();
        let whole: Vec<Value> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        let ids: Vec<&Value> = whole.iter().map(|message| &message["id"]).collect();
        assert_eq!(ids, [1, 2, 3]);
        assert_eq!(whole[1]["method"], TOO_LONG);
        assert!(text.lines().all(|line| line.len() <= MAX_MESSAGE));
    }
}
