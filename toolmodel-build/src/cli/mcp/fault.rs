//! Errors of a server.

use std::fmt::{self, Display};

use crate::cli::exit::{Exit, Failure};
use crate::cli::finding::{Finding, Level};

/// One error, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(super) message: String,
    pub(super) notes: Vec<String>,
    pub(super) help: Option<String>,
    /// The code of a JSON-RPC error that the server answered with.
    pub(super) code: Option<i64>,
}

impl Fault {
    pub(crate) fn new(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            notes: Vec::new(),
            help: None,
            code: None,
        }
    }

    pub(super) fn help(mut self, help: impl Display) -> Self {
        self.help = Some(help.to_string());
        self
    }

    pub(super) fn note(mut self, note: impl Display) -> Self {
        self.notes.push(note.to_string());
        self
    }

    /// The failure to report about the server with this name.
    pub(crate) fn of_server(self, name: &str) -> Failure {
        let message = format!("{name}: {}", self.message);
        Failure::of(
            Exit::Failed,
            Finding {
                notes: self.notes,
                help: self.help,
                ..Finding::new("failed", Level::Error, message)
            },
        )
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
