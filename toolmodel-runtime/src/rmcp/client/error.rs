//! Why a call has no result.

use std::error::Error as StdError;
use std::fmt;

use ::rmcp::ServiceError;

use super::called::Called;
use crate::compare::{ListChange, Verdict};
use crate::error::Error;

/// Why a call has no result.
#[non_exhaustive]
pub enum CallError {
    /// The arguments break the tool's schema; nothing was sent.
    Arguments(Error),
    /// The server has no such tool, or advertises an invalid one.
    Tool(Error),
    /// The server no longer offers what the types were made from.
    Drifted(Box<ListChange>),
    /// The tool ran and failed; the text says why.
    Failed(Box<Called<()>>),
    /// The result breaks the tool's schema.
    Output(Error),
    /// The server wants something first, or turned the call into a task.
    Unfinished,
    /// The server refused, or did not answer.
    Service(ServiceError),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(error) | Self::Tool(error) | Self::Output(error) => error.fmt(f),
            Self::Drifted(change) => {
                f.write_str("the server's tools have changed:")?;
                let mut broken = change.with_verdict(Verdict::Breaking);
                broken.try_for_each(|tool| write!(f, "\n{tool}"))
            }
            Self::Failed(result) => write!(f, "the tool failed: {}", result.text()),
            Self::Unfinished => f.write_str("the server did not finish the call"),
            Self::Service(error) => error.fmt(f),
        }
    }
}

/// As text: this is what a `main` that returns the error prints.
impl fmt::Debug for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl StdError for CallError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Arguments(error) | Self::Tool(error) | Self::Output(error) => error.source(),
            Self::Service(error) => error.source(),
            Self::Drifted(_) | Self::Failed(_) | Self::Unfinished => None,
        }
    }
}

impl From<ServiceError> for CallError {
    fn from(error: ServiceError) -> Self {
        Self::Service(error)
    }
}
