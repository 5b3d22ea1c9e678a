//! A small client for MCP servers: enough to list tools and to call one, over stdio and streamable
//! HTTP, in both protocol revisions. Nothing a server does takes longer or more than the limits.

mod fault;
mod file;
mod headers;
mod http;
mod session;
mod sse;
mod stdio;
mod words;

use std::time::{Duration, Instant};

use serde_json::Value;

pub(super) use fault::Fault;
pub(super) use file::{Named, servers};
pub(super) use session::{Protocol, Session};
pub(super) use words::split;

/// How a server is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    Stdio {
        program: String,
        arguments: Vec<String>,
        environment: Vec<(String, String)>,
    },
    Http {
        url: String,
        headers: Vec<(String, String)>,
    },
}

/// How much a server may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// For all requests together.
    pub(super) time: Duration,
    /// For everything that it sends.
    pub(super) bytes: usize,
    pub(super) pages: usize,
}

/// The end of a server's time.
#[derive(Clone, Copy, Debug)]
struct Deadline {
    end: Instant,
    whole: Duration,
}

impl Deadline {
    fn new(whole: Duration) -> Self {
        let now = Instant::now();
        // An end beyond what the clock can represent is replaced by one in a year.
        let year = Duration::from_secs(365 * 24 * 3600);
        let end = now.checked_add(whole.min(year)).unwrap_or(now);
        Self { end, whole }
    }

    fn left(self) -> Result<Duration, Fault> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.passed());
        }
        Ok(left)
    }

    fn passed(self) -> Fault {
        Fault::new(format_args!(
            "no answer within {} s",
            self.whole.as_secs_f32()
        ))
        .help("`--timeout` gives it longer")
    }
}

/// Carries messages to a server and back.
trait Transport {
    /// Sends a message; a request is answered later.
    fn send(&mut self, message: &Value, headers: &[(String, String)]) -> Result<(), Fault>;

    /// The next message of the server.
    fn receive(&mut self) -> Result<Value, Fault>;

    /// The revision that was agreed on, for transports that repeat it.
    fn agreed(&mut self, version: &str);

    /// Ends the connection, and the server if it was started for it.
    fn close(&mut self);

    /// Adds what else is known about the server to a fault.
    fn explain(&mut self, fault: Fault) -> Fault {
        fault
    }
}
