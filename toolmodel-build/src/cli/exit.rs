//! How the command ends, and what it prints when it could not do its work.

use std::fmt::Display;

use super::finding::{Finding, Level};
use crate::error::{Error, Errors};

/// The exit codes, which scripts rely on. 2 is clap's, for a command line that was not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done, and everything is in order.
    Fine = 0,
    /// Done, and the answer is no: findings, violations, drift, a breaking change, a tool's error.
    No = 1,
    /// Not understood.
    Usage = 2,
    /// Not done: a file cannot be read or written, a server failed or took too long.
    Failed = 3,
    /// `diff` found nothing that breaks, and something that it cannot decide.
    Undecided = 4,
}

/// The table of exit codes, for the help of every command.
pub(crate) const CODES: &str = "\
Exit codes:
  0  done, everything is in order
  1  done, and the answer is no: findings, violations, drift, a breaking
     change, a tool's error
  2  the call is not understood
  3  not done: a file cannot be read or written, a server failed or took
     too long
  4  only of `diff`: nothing breaks, and something cannot be decided";

/// Why the work was not done, or has no result.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) findings: Vec<Finding>,
}

/// What a command gives.
pub(crate) type Outcome = Result<Exit, Failure>;

impl Failure {
    /// The work could not be done.
    pub(crate) fn new(message: impl Display) -> Self {
        Self::of(Exit::Failed, Finding::new("failed", Level::Error, message))
    }

    /// The command line refers to something that does not exist.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self::of(Exit::Usage, Finding::new("usage", Level::Error, message))
    }

    pub(crate) fn of(exit: Exit, finding: Finding) -> Self {
        Self {
            exit,
            findings: vec![finding],
        }
    }

    /// Adds a suggestion to the failure.
    pub(crate) fn help(mut self, help: impl Display) -> Self {
        if let Some(last) = self.findings.last_mut() {
            last.help = Some(help.to_string());
        }
        self
    }

    pub(crate) fn file(path: &std::path::Path, what: &str, error: &std::io::Error) -> Self {
        Self::new(format_args!("{}: {what}: {error}", path.display()))
    }
}

/// What is wrong with tool files. A file that cannot be read is not a finding about tools.
impl From<Errors> for Failure {
    fn from(errors: Errors) -> Self {
        let unread = |error: &Error| error.position.is_none() && !error.file.is_empty();
        let exit = if errors.iter().all(unread) {
            Exit::Failed
        } else {
            Exit::No
        };
        let mut findings: Vec<Finding> = errors.iter().map(Finding::from_error).collect();
        if exit == Exit::Failed {
            for finding in &mut findings {
                finding.code = "failed";
            }
        }
        Self { exit, findings }
    }
}
