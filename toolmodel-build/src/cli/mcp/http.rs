//! A server behind a URL: streamable HTTP, where each message is a request of its own and an answer
//! is JSON or a stream of events.

use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;
use std::time::Duration;

use serde_json::Value;
use ureq::http::{HeaderName, HeaderValue, Request, Response};
use ureq::{Agent, Body, BodyReader};

use super::sse::Events;
use super::{Deadline, Fault, Limits, Transport};
use crate::cli::excerpt::plain;

/// Most bytes shown of the body of an error.
const SHOWN: u64 = 64 * 1024;

/// How a reader tells that there was more than is accepted.
const TOO_MUCH: io::ErrorKind = io::ErrorKind::FileTooLarge;

pub(super) struct Endpoint {
    agent: Agent,
    url: String,
    headers: Vec<(String, String)>,
    session: Option<String>,
    version: Option<String>,
    pending: VecDeque<Value>,
    streams: Vec<Events<Counted>>,
    /// Bytes that the server may still send.
    left: Rc<Cell<usize>>,
    deadline: Deadline,
}

impl Endpoint {
    pub(super) fn new(
        url: &str,
        headers: &[(String, String)],
        limits: Limits,
        deadline: Deadline,
    ) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("toolmodel/", env!("CARGO_PKG_VERSION")));
        Self {
            agent: config.build().new_agent(),
            url: url.to_owned(),
            headers: headers.to_vec(),
            session: None,
            version: None,
            pending: VecDeque::new(),
            streams: Vec::new(),
            left: Rc::new(Cell::new(limits.bytes)),
            deadline,
        }
    }

    fn request(
        &self,
        method: &str,
        body: String,
        more: &[(String, String)],
    ) -> Result<Request<String>, Fault> {
        let mut request = Request::builder().method(method).uri(&self.url);
        let session = self
            .session
            .iter()
            .map(|id| ("Mcp-Session-Id", id.as_str()));
        let version = self
            .version
            .iter()
            .map(|id| ("MCP-Protocol-Version", id.as_str()));
        let fixed = [
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        let given = self.headers.iter().chain(more);
        let given = given.map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in fixed.into_iter().chain(session).chain(version).chain(given) {
            let (Ok(key), Ok(value)) = (
                HeaderName::from_bytes(name.as_bytes()),
                HeaderValue::from_str(value),
            ) else {
                return Err(Fault::new(format_args!(
                    "header `{}` cannot be sent",
                    plain(name)
                )));
            };
            if let Some(headers) = request.headers_mut() {
                headers.insert(key, value);
            }
        }
        request
            .body(body)
            .map_err(|error| Fault::new(format_args!("`{}` is no URL: {error}", plain(&self.url))))
    }

    fn run(&self, request: Request<String>, most: Duration) -> Result<Response<Body>, Fault> {
        let configured = self.agent.configure_request(request);
        let request = configured.timeout_global(Some(most)).build();
        self.agent.run(request).map_err(|error| self.fault(&error))
    }

    fn fault(&self, error: &ureq::Error) -> Fault {
        match error {
            ureq::Error::Timeout(_) => self.deadline.passed(),
            ureq::Error::Io(error) => Fault::new(format_args!("cannot be reached: {error}")),
            error => Fault::new(format_args!("cannot be reached: {error}")),
        }
    }

    fn read_fault(&self, error: &io::Error) -> Fault {
        if error.kind() == TOO_MUCH {
            return Fault::new("sent more than is accepted").help("`--max-bytes` accepts more");
        }
        match error
            .get_ref()
            .and_then(|error| error.downcast_ref::<ureq::Error>())
        {
            Some(error) => self.fault(error),
            None if error.kind() == io::ErrorKind::TimedOut => self.deadline.passed(),
            None => Fault::new(format_args!("the answer broke off: {error}")),
        }
    }

    fn take(&mut self, response: Response<Body>) -> Result<(), Fault> {
        let status = response.status();
        if !status.is_success() {
            return self.refused(response);
        }
        if let Some(id) = header(&response, "mcp-session-id") {
            self.session = Some(id);
        }
        let kind = header(&response, "content-type").unwrap_or_default();
        let mut reader = Counted {
            reader: response.into_body().into_reader(),
            left: Rc::clone(&self.left),
        };
        if kind.starts_with("text/event-stream") {
            self.streams.push(Events::new(reader));
            return Ok(());
        }
        let mut bytes = Vec::new();
        let read = reader.read_to_end(&mut bytes);
        read.map_err(|error| self.read_fault(&error))?;
        if status.as_u16() == 202 || bytes.trim_ascii().is_empty() {
            return Ok(());
        }
        let message = message(&bytes)?;
        self.pending.push_back(message);
        Ok(())
    }

    /// A response other than success: a JSON-RPC error, or a page of the server in front.
    fn refused(&mut self, response: Response<Body>) -> Result<(), Fault> {
        let status = response.status();
        let moved = header(&response, "location");
        let mut bytes = Vec::new();
        // As much of the body as can be read; what matters is the status.
        let _ = response
            .into_body()
            .into_reader()
            .take(SHOWN)
            .read_to_end(&mut bytes);
        if let Ok(message) = message(&bytes)
            && message.get("error").is_some_and(Value::is_object)
        {
            self.pending.push_back(message);
            return Ok(());
        }
        let mut fault = Fault::new(format_args!("answered HTTP {status}"));
        // Old servers reject what they do not know before they look at the message.
        fault.code = matches!(status.as_u16(), 400 | 404 | 405 | 406).then_some(0);
        if let Some(place) = moved {
            return Err(fault.help(format_args!("it has moved: try {}", plain(&place))));
        }
        if matches!(status.as_u16(), 401 | 403) {
            fault = fault.help("`--header 'Authorization: Bearer ...'` sends a token");
        }
        let text = plain(String::from_utf8_lossy(&bytes).trim());
        if text.is_empty() {
            return Err(fault);
        }
        let shown: String = text.chars().take(200).collect();
        Err(fault.note(format_args!("it says: {shown}")))
    }
}

impl Transport for Endpoint {
    fn send(&mut self, message: &Value, headers: &[(String, String)]) -> Result<(), Fault> {
        let request = self.request("POST", message.to_string(), headers)?;
        let response = self.run(request, self.deadline.left()?)?;
        self.take(response)
    }

    fn receive(&mut self) -> Result<Value, Fault> {
        loop {
            if let Some(message) = self.pending.pop_front() {
                return Ok(message);
            }
            let Some(stream) = self.streams.last_mut() else {
                return Err(Fault::new("gave no answer to a request"));
            };
            match stream.next() {
                Ok(Some(data)) => self.pending.push_back(message(&data)?),
                Ok(None) => drop(self.streams.pop()),
                Err(error) => return Err(self.read_fault(&error)),
            }
        }
    }

    fn agreed(&mut self, version: &str) {
        self.version = Some(version.to_owned());
    }

    fn close(&mut self) {
        self.streams.clear();
        // A server that keeps sessions is informed that this one is over; its answer does not matter.
        if self.session.is_some()
            && let Ok(request) = self.request("DELETE", String::new(), &[])
        {
            let _ = self.run(request, Duration::from_secs(2));
        }
    }
}

fn header(response: &Response<Body>, name: &str) -> Option<String> {
    let value = response.headers().get(name)?;
    value.to_str().ok().map(str::to_owned)
}

fn message(bytes: &[u8]) -> Result<Value, Fault> {
    if let Ok(message @ Value::Object(_)) = serde_json::from_slice(bytes) {
        return Ok(message);
    }
    let text = String::from_utf8_lossy(bytes.get(..200).unwrap_or(bytes));
    let shown: String = plain(text.trim()).chars().take(80).collect();
    Err(Fault::new(format_args!(
        "speaks no JSON-RPC: it says `{shown}`"
    )))
}

/// Counts what is read, over all responses of the server.
struct Counted {
    reader: BodyReader<'static>,
    left: Rc<Cell<usize>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        match self.left.get().checked_sub(count) {
            Some(left) => self.left.set(left),
            None => return Err(TOO_MUCH.into()),
        }
        Ok(count)
    }
}
