//! A conversation with a server: agreeing on a revision, all pages of its tools, calls.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::http::Endpoint;
use super::stdio::Process;
use super::{Address, Deadline, Fault, Limits, Transport, headers};
use crate::cli::excerpt::plain;

/// The revision with a handshake, and the one without.
const HANDSHAKE: &str = "2025-11-25";
const STATELESS: &str = "2026-07-28";

/// Which revision to speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// The one with a handshake, or the other if a server rejects that.
    Either,
    Handshake,
    Stateless,
}

impl Protocol {
    pub(crate) const NAMES: [&'static str; 3] = ["auto", HANDSHAKE, STATELESS];

    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            HANDSHAKE => Self::Handshake,
            STATELESS => Self::Stateless,
            _ => Self::Either,
        }
    }
}

/// A server that has answered.
pub(crate) struct Session {
    transport: Box<dyn Transport>,
    limits: Limits,
    next: u64,
    stateless: bool,
    /// The server's name for itself, and the revision it speaks.
    pub(crate) server: String,
}

impl Session {
    /// Connects to a server and agrees on a revision.
    pub(crate) fn open(
        address: &Address,
        protocol: Protocol,
        limits: Limits,
    ) -> Result<Self, Fault> {
        let deadline = Deadline::new(limits.time);
        let transport: Box<dyn Transport> = match address {
            Address::Stdio {
                program,
                arguments,
                environment,
            } => Box::new(Process::start(
                program,
                arguments,
                environment,
                limits,
                deadline,
            )?),
            Address::Http { url, headers } => {
                Box::new(Endpoint::new(url, headers, limits, deadline))
            }
        };
        let mut session = Self {
            transport,
            limits,
            next: 1,
            stateless: false,
            server: String::new(),
        };
        let agreed = session.agree(protocol);
        agreed.map_err(|fault| session.fail(fault))?;
        Ok(session)
    }

    fn agree(&mut self, protocol: Protocol) -> Result<(), Fault> {
        match protocol {
            Protocol::Handshake => self.shake_hands(),
            Protocol::Stateless => self.discover(),
            Protocol::Either => match self.shake_hands() {
                // Only an answer shows that the server is there and does not know the handshake.
                Err(fault) if fault.code.is_some() => self.discover().map_err(|second| {
                    let message = &second.message;
                    fault.note(format_args!("and with revision {STATELESS}: {message}"))
                }),
                outcome => outcome,
            },
        }
    }

    fn shake_hands(&mut self) -> Result<(), Fault> {
        self.stateless = false;
        let params = json!({
            "protocolVersion": HANDSHAKE,
            "capabilities": {},
            "clientInfo": client(),
        });
        let answer = self.request("initialize", params, None)?;
        let version = answer.get("protocolVersion").and_then(Value::as_str);
        let Some(version) = version else {
            return Err(Fault::new(
                "its answer to `initialize` has no `protocolVersion`",
            ));
        };
        let version = version.to_owned();
        self.name(answer.get("serverInfo"), &version);
        self.transport.agreed(&version);
        let message = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        self.transport.send(&message, &[])
    }

    fn discover(&mut self) -> Result<(), Fault> {
        self.stateless = true;
        self.transport.agreed(STATELESS);
        let answer = self.request("server/discover", json!({}), None)?;
        let versions = answer.get("supportedVersions").and_then(Value::as_array);
        let speaks = versions.is_none_or(|all| all.iter().any(|version| version == STATELESS));
        if !speaks {
            let all = plain(
                &versions
                    .map(|all| json!(all).to_string())
                    .unwrap_or_default(),
            );
            return Err(Fault::new(format_args!("speaks the revisions {all} alone")));
        }
        let info = answer.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
        let info = info.cloned();
        self.name(info.as_ref(), STATELESS);
        Ok(())
    }

    fn name(&mut self, info: Option<&Value>, version: &str) {
        let field = |name: &str| info.and_then(|info| info.get(name)).and_then(Value::as_str);
        let name = field("name").unwrap_or("a server");
        let own = field("version").map(|own| format!(" {own}"));
        let own = own.unwrap_or_default();
        self.server = plain(&format!("{name}{own}, MCP {version}"));
    }

    /// All tools, in the order and the words of the server. `progress` is called for every page.
    pub(crate) fn list(&mut self, progress: &mut dyn FnMut(usize)) -> Result<Vec<Value>, Fault> {
        let listed = self.pages(progress);
        listed.map_err(|fault| self.fail(fault))
    }

    fn pages(&mut self, progress: &mut dyn FnMut(usize)) -> Result<Vec<Value>, Fault> {
        let mut tools = Vec::new();
        let mut cursor: Option<String> = None;
        let mut seen = BTreeSet::new();
        for _ in 0..self.limits.pages {
            let params = match &cursor {
                Some(cursor) => json!({"cursor": cursor}),
                None => json!({}),
            };
            let mut answer = self.request("tools/list", params, None)?;
            let Some(Value::Array(page)) = answer.get_mut("tools").map(Value::take) else {
                return Err(Fault::new(
                    "its answer to `tools/list` has no array `tools`",
                ));
            };
            tools.extend(page);
            progress(tools.len());
            cursor = match answer.get("nextCursor").and_then(Value::as_str) {
                Some(next) => Some(next.to_owned()),
                None => return Ok(tools),
            };
            if !seen.insert(cursor.clone()) {
                let shown: String = plain(cursor.as_deref().unwrap_or_default())
                    .chars()
                    .take(40)
                    .collect();
                return Err(Fault::new(format_args!(
                    "its pages go round in circles: cursor `{shown}` comes again"
                )));
            }
        }
        let most = self.limits.pages;
        Err(
            Fault::new(format_args!("has more than {most} pages of tools"))
                .help("`--max-pages` accepts more"),
        )
    }

    /// Calls a tool; its schema determines what goes into headers.
    pub(crate) fn call(
        &mut self,
        name: &str,
        arguments: &Value,
        schema: &Value,
    ) -> Result<Value, Fault> {
        let params = json!({"name": name, "arguments": arguments});
        let answer = self.request("tools/call", params, Some(schema));
        let answer = answer.map_err(|fault| self.fail(fault))?;
        match answer.get("resultType").and_then(Value::as_str) {
            None | Some("complete") => Ok(answer),
            Some(other) => {
                let other = plain(other);
                let fault = Fault::new(format_args!("answered with a result of type `{other}`"));
                Err(self.fail(fault.help("this command has no way to give further input")))
            }
        }
    }

    pub(crate) fn close(mut self) {
        self.transport.close();
    }

    fn fail(&mut self, fault: Fault) -> Fault {
        let fault = self.transport.explain(fault);
        self.transport.close();
        fault
    }

    /// Sends a request and waits for its answer; other messages of the server are handled meanwhile.
    fn request(
        &mut self,
        method: &str,
        mut params: Value,
        schema: Option<&Value>,
    ) -> Result<Value, Fault> {
        let id = self.next;
        self.next += 1;
        let mut more = Vec::new();
        if self.stateless {
            more = headers::of_request(method, &params, schema);
            if let Value::Object(params) = &mut params {
                params.insert("_meta".to_owned(), meta());
            }
        }
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.transport.send(&message, &more)?;
        loop {
            let mut message = self.transport.receive()?;
            if let Some(method) = message.get("method").and_then(Value::as_str) {
                let answer = message.get("id").map(|id| answer(id, method));
                if let Some(answer) = answer {
                    self.transport.send(&answer, &[])?;
                }
                continue;
            }
            let is_ours = message
                .get("id")
                .is_none_or(|found| *found == json!(id) || found.is_null());
            if !is_ours {
                continue;
            }
            if let Some(error) = message.get("error") {
                return Err(refusal(method, error));
            }
            return match message.get_mut("result").map(Value::take) {
                Some(result @ Value::Object(_)) => Ok(result),
                _ => Err(Fault::new(format_args!(
                    "its answer to `{method}` is no object"
                ))),
            };
        }
    }
}

/// Answers requests of the server to its client: only a ping succeeds.
fn answer(id: &Value, method: &str) -> Value {
    if method == "ping" {
        return json!({"jsonrpc": "2.0", "id": id, "result": {}});
    }
    let error = json!({"code": -32601, "message": "this client has no such method"});
    json!({"jsonrpc": "2.0", "id": id, "error": error})
}

fn refusal(method: &str, error: &Value) -> Fault {
    let code = error.get("code").and_then(Value::as_i64).unwrap_or(0);
    let message = error
        .get("message")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let message: String = plain(message).chars().take(400).collect();
    let mut fault = Fault::new(format_args!("refused `{method}`: {message} ({code})"));
    fault.code = Some(code);
    fault
}

fn client() -> Value {
    json!({"name": "toolmodel", "version": env!("CARGO_PKG_VERSION")})
}

fn meta() -> Value {
    let mut meta = Map::new();
    let prefix = "io.modelcontextprotocol/";
    meta.insert(format!("{prefix}protocolVersion"), json!(STATELESS));
    meta.insert(format!("{prefix}clientInfo"), client());
    meta.insert(format!("{prefix}clientCapabilities"), json!({}));
    Value::Object(meta)
}
