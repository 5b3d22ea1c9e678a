//! What a build generated.

use std::fmt;
use std::path::PathBuf;

use crate::error::{Error, located};

/// What [`crate::generate`] wrote.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The generated file.
    pub output: PathBuf,
    /// Whether the file was written, because its text changed.
    pub changed: bool,
    /// The tools, in the order of `ToolCall::TOOLS`.
    pub tools: Vec<ToolReport>,
    /// Types that are generated once and used by several tools.
    pub shared: Vec<SharedType>,
    /// What is worth a look; also printed through cargo in a build script.
    pub warnings: Vec<Warning>,
}

/// The result of [`Config::generate_to_string`](crate::Config::generate_to_string).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The text of the file.
    pub text: String,
    /// The report about it; `changed` is false, because nothing was written.
    pub report: Report,
}

/// What was generated for one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolReport {
    /// The tool's id.
    pub id: String,
    /// The file it came from, by the path given to the build.
    pub file: String,
    /// The path of its type below the included file, such as `gh::GetRepo`.
    pub path: String,
    /// How its arguments are validated against the input schema.
    pub input: Enforcement,
    /// How its results are validated against the output schema, if it has one.
    pub output: Option<Enforcement>,
    /// Who declared its types.
    pub declarations: Declarations,
}

/// Who declared the types of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Declarations {
    /// This crate.
    #[default]
    Own,
    /// typify, as requested with `Config::typify`.
    Typify {
        /// The crates that the code needs in addition to the runtime: `serde` with its feature `derive`, and
        /// `serde_json`, `regress`, `chrono` or `uuid`, the last two with their feature `serde`.
        crates: Vec<String>,
    },
    /// This crate, although `Config::typify` requested typify.
    NotTypify {
        /// The reason: typify fails or panics, or its types would reject what the schema accepts.
        reason: String,
    },
}

/// A type that several tools of one namespace have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedType {
    /// Its path below the included file, such as `gh::list_issues::Label`.
    pub path: String,
    /// The ids of the other tools that use it, under the same name in their own modules.
    pub tools: Vec<String>,
}

/// How instances are validated against a schema. Either way, exactly what the schema accepts is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Enforcement {
    /// By the types, in one pass.
    Exact,
    /// By the validator, before the types are filled.
    Checked(Vec<Reason>),
}

impl Enforcement {
    /// Whether the types alone enforce the schema.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact)
    }
}

/// Why a schema needs the validator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Reason {
    /// JSON pointer into the schema.
    pub pointer: String,
    /// What Rust types cannot enforce there.
    pub reason: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}: {}", self.pointer, self.reason)
    }
}

/// Something that works, but may not be what was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The file, by the path given to the build.
    pub file: String,
    /// Line and column, when known.
    pub position: Option<(usize, usize)>,
    /// JSON pointer into the file.
    pub pointer: String,
    /// What is odd.
    pub message: String,
}

impl Warning {
    pub(crate) fn of(problem: Error) -> Self {
        let Error {
            file,
            position,
            pointer,
            message,
        } = problem;
        Self {
            file,
            position,
            pointer,
            message,
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        located(f, &self.file, self.position, &self.pointer, &self.message)
    }
}
