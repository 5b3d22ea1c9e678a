//! Queries several servers at once, and reports progress.

use std::sync::mpsc::{self, Sender};
use std::thread;

use serde_json::Value;

use super::target::Target;
use crate::cli::commands::count;
use crate::cli::excerpt::plain;
use crate::cli::exit::Failure;
use crate::cli::mcp::{Fault, Limits, Protocol, Session};
use crate::cli::shell::Shell;

/// Most servers queried at once.
const AT_ONCE: usize = 8;

/// What a server returned.
#[derive(Debug)]
pub(super) struct Fetched {
    pub(super) tools: Vec<Value>,
    /// The server's own name.
    pub(super) server: String,
}

/// The progress of a server.
struct News {
    server: usize,
    state: State,
}

enum State {
    /// The number of tools received so far.
    Listed(usize),
    Done,
}

/// Queries all servers; the results are in the order of the targets.
pub(super) fn fetch_all(
    targets: &[Target],
    protocol: Protocol,
    limits: Limits,
    shell: &mut Shell,
) -> Vec<Result<Fetched, Failure>> {
    let mut all = Vec::new();
    let mut progress = Progress::new(targets);
    shell.progress(&progress.line());
    for (round, part) in targets.chunks(AT_ONCE).enumerate() {
        let first = round * AT_ONCE;
        let fetched = thread::scope(|scope| {
            let (news, heard) = mpsc::channel();
            let threads: Vec<_> = part
                .iter()
                .enumerate()
                .map(|(at, target)| {
                    let news = news.clone();
                    scope.spawn(move || fetch(target, first + at, protocol, limits, &news))
                })
                .collect();
            drop(news);
            for News { server, state } in heard {
                progress.hear(server, &state);
                shell.progress(&progress.line());
            }
            let joined = threads.into_iter().map(|thread| {
                let lost = || Err(Fault::new("was lost: the thread that asked it ended"));
                thread.join().unwrap_or_else(|_| lost())
            });
            joined.collect::<Vec<_>>()
        });
        all.extend(fetched);
    }
    shell.progress("");
    let named = all.into_iter().zip(targets);
    named
        .map(|(fetched, target)| fetched.map_err(|fault| fault.of_server(&plain(&target.name))))
        .collect()
}

fn fetch(
    target: &Target,
    server: usize,
    protocol: Protocol,
    limits: Limits,
    news: &Sender<News>,
) -> Result<Fetched, Fault> {
    let tell = |state: State| {
        // Whoever listens does so until the end.
        let _ = news.send(News { server, state });
    };
    let ask = || {
        let address = target.address.as_ref().map_err(Fault::clone)?;
        let mut session = Session::open(address, protocol, limits)?;
        let tools = session.list(&mut |count| tell(State::Listed(count)))?;
        let name = session.server.clone();
        session.close();
        Ok(Fetched {
            tools,
            server: name,
        })
    };
    let fetched = ask();
    tell(State::Done);
    fetched
}

/// What is still awaited, on one line that is rewritten for a watching user.
struct Progress {
    /// The servers with the number of tools received; `None` for those that are done.
    servers: Vec<(String, Option<usize>)>,
}

impl Progress {
    fn new(targets: &[Target]) -> Self {
        let name = |target: &Target| plain(&target.name).chars().take(40).collect();
        let servers = targets.iter().map(|target| (name(target), Some(0)));
        Self {
            servers: servers.collect(),
        }
    }

    fn hear(&mut self, server: usize, state: &State) {
        if let Some((_, tools)) = self.servers.get_mut(server) {
            *tools = match state {
                State::Listed(count) => Some(*count),
                State::Done => None,
            };
        }
    }

    fn line(&self) -> String {
        let all = self.servers.len();
        let waiting = self.servers.iter().filter_map(|(name, tools)| {
            let tools = (*tools)?;
            Some((name, tools))
        });
        let waiting: Vec<_> = waiting.collect();
        let done = all - waiting.len();
        let Some((name, tools)) = waiting.first() else {
            return String::new();
        };
        let so_far = match tools {
            0 => String::new(),
            tools => format!(" ({} so far)", count(*tools, "tool")),
        };
        format!("[{done}/{all}] waiting for {name}{so_far}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_names_a_server_that_is_awaited() {
        let servers = ["a", "b"].map(|name| (name.to_owned(), Some(0)));
        let mut progress = Progress {
            servers: servers.to_vec(),
        };
        assert_eq!(progress.line(), "[0/2] waiting for a");
        progress.hear(1, &State::Listed(1));
        progress.hear(0, &State::Done);
        assert_eq!(progress.line(), "[1/2] waiting for b (1 tool so far)");
        progress.hear(1, &State::Done);
        assert_eq!(progress.line(), "");
    }
}
