//! What can go wrong with documentation.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

use super::DetailLevel;
use super::caps::{ArgsSize, MAX_ARGS_DEPTH, MAX_ARGS_KEYS};
use super::file_problem::FileProblems;
use crate::error::{Error, join};

/// The error type of a [`super::ToolResolver`].
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// What went wrong with documentation.
///
/// Docs have their own error type because callers match on its cases, and because a
/// resolver may fail with anything. What is wrong with a tool itself is a [`crate::Error`], which
/// [`DocsError::InvalidTool`] carries.
///
/// ```
/// use toolmodel_runtime::docs::{DetailLevel, DocStore, DocsError, InMemoryDocs};
///
/// let error = InMemoryDocs::new().describe("gh:get_repo", DetailLevel::Full).unwrap_err();
/// assert!(matches!(&error, DocsError::NotFound { id } if id == "gh:get_repo"));
/// assert_eq!(error.to_string(), "neither docs nor a tool are known for `gh:get_repo`");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum DocsError {
    /// Neither docs nor a tool are known for the id.
    NotFound {
        /// The requested id.
        id: String,
    },
    /// The level is not `summary`, `schema` or `full`.
    InvalidDetail {
        /// The text given as a level.
        found: String,
    },
    /// Docs are known for the id, but the level needs the tool and nothing serves it.
    NoTool {
        /// The requested id.
        id: String,
        /// The requested level.
        level: DetailLevel,
    },
    /// Arguments of examples exceed the caps; nothing was registered.
    ArgsTooLarge {
        /// Every such example.
        oversized: Vec<OversizedArgs>,
    },
    /// The resolver failed, or a store that queries another source.
    Resolver {
        /// The requested id.
        id: String,
        /// The cause.
        source: Arc<dyn StdError + Send + Sync>,
    },
    /// A tool cannot be registered because it has no valid id, or is nested too deeply.
    InvalidTool {
        /// The name of the tool.
        name: String,
        /// What is wrong with it.
        source: Arc<Error>,
    },
    /// Two tools of one list have the same id.
    DuplicateTool {
        /// The id.
        id: String,
    },
    /// Documentation files are wrong.
    Files(FileProblems),
    /// Several things are wrong with a list; nothing was registered.
    Several(Vec<DocsError>),
}

impl DocsError {
    /// The only error, or all of them as one.
    pub(super) fn all(mut errors: Vec<Self>) -> Result<(), Self> {
        match errors.len() {
            0 => Ok(()),
            1 => Err(errors.swap_remove(0)),
            _ => Err(Self::Several(errors)),
        }
    }

    pub(super) fn not_found(id: &str) -> Self {
        Self::NotFound { id: id.to_owned() }
    }
}

impl fmt::Display for DocsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { id } => {
                let id = id.escape_debug();
                write!(f, "neither docs nor a tool are known for `{id}`")
            }
            Self::InvalidDetail { found } => write!(
                f,
                "invalid detail level `{}`; use `summary`, `schema` or `full`",
                found.escape_debug()
            ),
            Self::NoTool { id, level } => write!(
                f,
                "docs are known for `{}`, but level `{level}` needs the tool and nobody serves it",
                id.escape_debug()
            ),
            Self::ArgsTooLarge { oversized } => {
                f.write_str("arguments of examples are too large: ")?;
                join(f, oversized, "; ")
            }
            Self::Resolver { id, source } => {
                write!(f, "resolving `{}`: {source}", id.escape_debug())
            }
            Self::InvalidTool { name, source } => {
                write!(f, "tool `{}`: {source}", name.escape_debug())
            }
            Self::DuplicateTool { id } => {
                write!(f, "two tools have the id `{}`", id.escape_debug())
            }
            Self::Files(problems) => problems.fmt(f),
            Self::Several(errors) => join(f, errors, "; "),
        }
    }
}

impl StdError for DocsError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Resolver { source, .. } => Some(source.as_ref()),
            Self::InvalidTool { source, .. } => Some(source.as_ref()),
            Self::Files(problems) => Some(problems),
            _ => None,
        }
    }
}

impl From<FileProblems> for DocsError {
    fn from(problems: FileProblems) -> Self {
        Self::Files(problems)
    }
}

/// An example whose arguments exceed the caps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OversizedArgs {
    /// The id of the tool.
    pub id: String,
    /// The index of the example among the tool's examples, from zero.
    pub index: usize,
    /// The title of the example.
    pub title: String,
    /// How large the arguments are.
    pub size: ArgsSize,
}

impl fmt::Display for OversizedArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ArgsSize { depth, keys } = self.size;
        write!(
            f,
            "example {} of `{}` (`{}`) has {depth} levels and {keys} keys, at most \
             {MAX_ARGS_DEPTH} levels and {MAX_ARGS_KEYS} keys are allowed",
            self.index,
            self.id.escape_debug(),
            self.title.escape_debug()
        )
    }
}
