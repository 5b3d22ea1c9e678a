//! Asking several servers at once, and telling how it goes.

use std::sync::mpsc::{self, Sender};
use std::thread;

use serde_json::Value;

use super::target::Target;
use crate::cli::excerpt::plain;
use crate::cli::exit::Failure;
use crate::cli::mcp::{Fault, Limits, Protocol, Session};
use crate::cli::shell::Shell;

/// So many servers are asked at once.
const AT_ONCE: usize = 8;

/// What a server gave.
#[derive(Debug)]
pub(super) struct Fetched {
    pub(super) tools: Vec<Value>,
    /// What it calls itself.
    pub(super) server: String,
}

/// How far a server is.
struct News {
    server: usize,
    text: String,
}

/// Asks all servers, in the order of the targets.
pub(super) fn fetch_all(
    targets: &[Target],
    protocol: Protocol,
    limits: Limits,
    shell: &mut Shell,
) -> Vec<Result<Fetched, Failure>> {
    let mut all = Vec::new();
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
            for News { server, text } in heard {
                tell(targets, server, &text, shell);
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
    let tell = |text: String| {
        let _ = news.send(News { server, text });
    };
    tell("waiting for an answer".to_owned());
    let mut session = Session::open(&target.address, protocol, limits)?;
    let tools = session.list(&mut |count| tell(format!("{count} tools")))?;
    let name = session.server.clone();
    session.close();
    tell(format!("{} tools, done", tools.len()));
    Ok(Fetched {
        tools,
        server: name,
    })
}

/// One line, written over and over, for whoever watches.
fn tell(targets: &[Target], server: usize, text: &str, shell: &mut Shell) {
    let name = targets
        .get(server)
        .map_or("", |target| target.name.as_str());
    let name: String = plain(name).chars().take(50).collect();
    let line = format!("[{}/{}] {name}: {text}", server + 1, targets.len());
    shell.progress(&line);
}
