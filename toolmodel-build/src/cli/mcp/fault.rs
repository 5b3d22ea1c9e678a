//! Errors of a server.

use std::fmt::{self, Display};

use crate::cli::exit::Failure;

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
        let mut failure = Failure::new(format_args!("{name}: {}", self.message));
        for note in self.notes {
            failure = failure.note(note);
        }
        match self.help {
            Some(help) => failure.help(help),
            None => failure,
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
