//! The error of most functions of the crate: a kind to match on, what was wrong and where, and what caused it.

pub(crate) mod excerpt;
mod secret;
mod violation;
mod words;

use std::error::Error as StdError;
use std::fmt;

use crate::path;
use excerpt::{cut_to, show_path};

pub use violation::{Violation, Violations};
pub(crate) use words::{as_text, in_words, join};

/// The result of fallible functions of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, as a class that callers match on.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::{DefaultValidator, ErrorKind, Schema, SchemaValidator};
///
/// let schema = Schema::try_from(json!({"$ref": "other.json"})).unwrap();
/// let answer = match DefaultValidator::shared().validate(&schema, &json!({})) {
///     Ok(()) => "accepted",
///     Err(error) => match error.kind() {
///         ErrorKind::InvalidArguments => "the caller's to mend",
///         ErrorKind::LimitExceeded => "too costly",
///         _ => "the schema's author's to mend",
///     },
/// };
/// assert_eq!(answer, "the schema's author's to mend");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A tool id is empty, has more than one `:`, or lacks a part.
    InvalidToolId,
    /// No tool has the requested id.
    UnknownTool,
    /// A tool definition breaks a rule, or is not a tool at all.
    InvalidTool,
    /// A backend binding lacks what its kind needs.
    InvalidBackend,
    /// A version or version constraint is not Semantic Versioning 2.0.
    InvalidVersion,
    /// A schema is not valid JSON Schema, or not JSON.
    InvalidSchema,
    /// A schema declares a dialect other than 2020-12 and draft-07.
    UnsupportedSchema,
    /// A schema refers to a document that was not supplied; nothing is ever fetched.
    ExternalRef,
    /// A tool, a schema or an instance is larger, deeper or costlier than the limits allow.
    LimitExceeded,
    /// Arguments break the tool's input schema.
    InvalidArguments,
    /// A result breaks the tool's output schema.
    InvalidOutput,
}

in_words! {
    ErrorKind {
        InvalidToolId => "invalid tool id",
        UnknownTool => "unknown tool",
        InvalidTool => "invalid tool",
        InvalidBackend => "invalid backend",
        InvalidVersion => "invalid version",
        InvalidSchema => "invalid schema",
        UnsupportedSchema => "unsupported schema",
        ExternalRef => "external reference",
        LimitExceeded => "limit exceeded",
        InvalidArguments => "invalid arguments",
        InvalidOutput => "invalid output",
    }
}

/// Most characters of a message; everything that a message quotes is cut far below that.
pub(crate) const LONGEST_MESSAGE: usize = 1000;

/// Most problems in `Display` and in texts for models.
const MOST_TOLD: usize = 100;

/// One thing that is wrong, and where.
///
/// Both parts are bounded: a pointer like every written path (keys of more than 120 characters are cut, and beyond a
/// kilobyte the middle is left out), a message to 1,000 characters in one line.
///
/// ```
/// use toolmodel_runtime::{Revision, Tool};
///
/// let tool = Tool::from_mcp_json(r#"{"name": "a b", "inputSchema": {"type": "string"}}"#)?;
/// let error = tool.validate_for(Revision::LATEST).unwrap_err();
/// let pointers: Vec<&str> = error.problems().iter().map(|problem| &*problem.pointer).collect();
/// assert_eq!(pointers, ["/name", "/inputSchema/type"]);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// JSON pointer into what was read; empty for the whole.
    pub pointer: String,
    /// What was found and what is accepted.
    pub message: String,
    /// Whether what was found is too much, and not wrong.
    is_beyond_limit: bool,
}

impl Problem {
    /// A problem at a place, given as a JSON pointer; empty for the whole.
    ///
    /// ```
    /// use toolmodel_runtime::Problem;
    ///
    /// let problem = Problem::new("/name", "tool name is required");
    /// assert_eq!(problem.to_string(), "/name: tool name is required");
    /// ```
    #[must_use]
    pub fn new(pointer: impl Into<String>, message: impl fmt::Display) -> Self {
        Self {
            pointer: path::bounded(pointer.into()),
            message: cut_to(&message.to_string(), LONGEST_MESSAGE),
            is_beyond_limit: false,
        }
    }

    /// A problem that makes the error it is part of [`ErrorKind::LimitExceeded`].
    pub(crate) fn beyond_a_limit(pointer: impl Into<String>, message: impl fmt::Display) -> Self {
        Self {
            is_beyond_limit: true,
            ..Self::new(pointer, message)
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", show_path(&self.pointer))?;
        }
        f.write_str(&self.message)
    }
}

/// An error of this crate.
///
/// It is the error of everything that reads, checks and calls tools. The other parts have their own,
/// which have an `Error` as their source if a tool or a schema is at fault:
/// [`ConversionError`](crate::adapter::ConversionError) names the adapter that failed, and
/// [`RegistryError`](crate::adapter::RegistryError) is that or an unknown adapter;
/// [`DocsError`](crate::docs::DocsError) is about documentation, and
/// [`FileProblems`](crate::docs::FileProblems) lists what is wrong with its files, by line;
/// [`IntegerError`](crate::IntegerError) is a number that does not fit.
///
/// ```
/// use toolmodel_runtime::{ErrorKind, ToolId};
///
/// let error = "a:b:c".parse::<ToolId>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidToolId);
/// assert_eq!(error.to_string(), "invalid tool id: `a:b:c` has more than one `:`");
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    /// Whether a retry may succeed.
    passing: bool,
    problems: Vec<Problem>,
    violations: Option<Violations>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error about the whole input, for implementations of traits such as
    /// [`crate::SchemaValidator`].
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl fmt::Display) -> Self {
        Self::at(kind, "", message)
    }

    /// An error about one place, given as a JSON pointer.
    #[must_use]
    pub fn at(kind: ErrorKind, pointer: impl Into<String>, message: impl fmt::Display) -> Self {
        Self::from_problems(kind, [Problem::new(pointer, message)])
    }

    /// An error about several places.
    ///
    /// ```
    /// use toolmodel_runtime::{Error, ErrorKind, Problem};
    ///
    /// let error = Error::from_problems(
    ///     ErrorKind::InvalidTool,
    ///     [Problem::new("/name", "is empty"), Problem::new("/inputSchema", "is missing")],
    /// );
    /// assert_eq!(
    ///     error.to_string(),
    ///     "invalid tool: /name: is empty; /inputSchema: is missing"
    /// );
    /// ```
    #[must_use]
    pub fn from_problems(kind: ErrorKind, problems: impl IntoIterator<Item = Problem>) -> Self {
        let problems: Vec<Problem> = problems.into_iter().collect();
        let is_beyond_limit = problems.iter().any(|problem| problem.is_beyond_limit);
        Self(Box::new(Inner {
            kind: if is_beyond_limit {
                ErrorKind::LimitExceeded
            } else {
                kind
            },
            passing: false,
            problems,
            violations: None,
            source: None,
        }))
    }

    /// `Ok` when nothing is wrong, otherwise an error that lists everything.
    pub(crate) fn check(kind: ErrorKind, problems: Vec<Problem>) -> Result<()> {
        if problems.is_empty() {
            Ok(())
        } else {
            Err(Self::from_problems(kind, problems))
        }
    }

    /// An instance that breaks its schema: [`ErrorKind::InvalidArguments`] for arguments, [`ErrorKind::InvalidOutput`]
    /// for results.
    ///
    /// ```
    /// use toolmodel_runtime::{Error, ErrorKind, Violation, Violations};
    ///
    /// let violations = Violations::new([Violation::new("/a", "type", "is not a string")]);
    /// let error = Error::from_violations(ErrorKind::InvalidArguments, violations);
    /// assert_eq!(error.to_string(), "invalid arguments: /a: is not a string");
    /// ```
    #[must_use]
    pub fn from_violations(kind: ErrorKind, violations: Violations) -> Self {
        let mut error = Self::from_problems(kind, []);
        error.0.violations = Some(violations);
        error
    }

    /// The same error, caused by another.
    #[must_use]
    pub fn with_source(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.0.source = Some(Box::new(source));
        self
    }

    /// The same error, with another kind.
    #[must_use]
    pub fn with_kind(mut self, kind: ErrorKind) -> Self {
        self.0.kind = kind;
        self
    }

    /// The same error, marked as one that may be gone at the next attempt, so that it is not cached.
    pub(crate) fn passing(mut self) -> Self {
        self.0.passing = true;
        self
    }

    pub(crate) fn is_passing(&self) -> bool {
        self.0.passing
    }

    /// Puts every problem below `prefix`, for errors about a part of a larger document.
    pub(crate) fn below(self, prefix: &str) -> Self {
        self.moved(|pointer| format!("{prefix}{pointer}"))
    }

    /// Changes the place of every problem.
    pub(crate) fn moved(mut self, to: impl Fn(&str) -> String) -> Self {
        for problem in &mut self.0.problems {
            problem.pointer = path::bounded(to(&problem.pointer));
        }
        self
    }

    /// The class of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Everything that is wrong with a definition or schema; empty for instances, see
    /// [`Error::violations`].
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.0.problems
    }

    /// The violations, if the error is about an instance.
    #[must_use]
    pub fn violations(&self) -> Option<&Violations> {
        self.0.violations.as_ref()
    }

    /// The error as text for a model: its kind, then one line per problem; at most as long
    /// as [`Violations::to_model_text`] plus that first line.
    #[must_use]
    pub fn to_model_text(&self) -> String {
        let lines = match &self.0.violations {
            Some(violations) => violations.to_model_text(),
            None => violation::model_text(self.0.problems.iter(), false),
        };
        format!("{}:\n{lines}", self.0.kind)
    }

    /// The error as an MCP tool result with `isError: true`, which is how a model learns that its arguments were wrong.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolmodel_runtime::{DefaultValidator, SchemaValidator, Tool};
    ///
    /// let tool = Tool::from_mcp_json(
    ///     r#"{"name": "wait", "inputSchema": {"properties": {"seconds": {"maximum": 60}}}}"#,
    /// )?;
    /// let error = DefaultValidator::shared()
    ///     .validate_input(&tool, &json!({"seconds": 90}))
    ///     .unwrap_err();
    /// assert_eq!(
    ///     error.to_tool_error(),
    ///     json!({
    ///         "content": [{
    ///             "type": "text",
    ///             "text": "invalid arguments:\n- /seconds: `90` is more than the maximum of 60",
    ///         }],
    ///         "isError": true,
    ///     })
    /// );
    /// # Ok::<(), toolmodel_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn to_tool_error(&self) -> serde_json::Value {
        violation::tool_error(&self.to_model_text())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.0.kind)?;
        if let Some(violations) = &self.0.violations {
            return violations.fmt(f);
        }
        join(f, self.0.problems.iter().take(MOST_TOLD), "; ")?;
        match self.0.problems.len().saturating_sub(MOST_TOLD) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

/// The same text as `Display`: this is what `fn main() -> Result` prints.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0
            .source
            .as_deref()
            .map(|source| source as &(dyn StdError + 'static))
    }
}

/// Infallible conversions, such as that of a schema to itself, count as fallible ones.
impl From<std::convert::Infallible> for Error {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}
