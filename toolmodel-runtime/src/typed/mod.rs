//! Tools as Rust types: what `#[derive(Tool)]` and the generator of `toolmodel-build` implement.

mod answer;
mod definition;
mod examples;
mod failure;
mod handler;
mod integer;
mod names;
mod register;
mod set;

use serde::Serialize;
use serde_json::Value;

use crate::docs::DocEntry;
use crate::error::{Problem, Result};
use crate::model::Tool;
use crate::validate::{SchemaValidator, reading_accepted};

pub use answer::{Answer, Reply};
pub use definition::DefinitionRules;
pub(crate) use definition::{check as check_definition, definition_problems, definition_warnings};
pub(crate) use examples::{broken_examples, check_examples};
pub use failure::ToolFailure;
pub use handler::{ContextHandler, Dispatch, Handler, SyncHandler};
pub use integer::{Integer, IntegerError};
pub use names::{Prefixed, WireNames};
pub use set::{ToolEntry, ToolSet};

/// A tool whose arguments are a Rust type.
///
/// What [`TypedTool::definition`] advertises is exactly what [`TypedTool::parse`] enforces: it
/// succeeds if and only if the input schema accepts the arguments, or says that they exceed a limit.
///
/// Errors list up to 32 violations, as [`Limits::violations`](crate::Limits) says. Of arguments at the edge of a limit
/// one way of reading may exceed it where another does not: each counts what it does itself.
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
/// use serde_json::json;
/// use toolmodel_runtime::{Tool, TypedTool};
///
/// /// Set how bright a lamp is.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// #[tool(namespace = "home")]
/// struct DimLamp {
///     #[schemars(range(max = 100))]
///     percent: u8,
/// }
///
/// assert_eq!(DimLamp::ID, "home:dim_lamp");
/// assert_eq!(DimLamp::parse(&json!({"percent": 40.0}))?.percent, 40);
/// let error = DimLamp::parse(&json!({"percent": 140})).err().expect("too bright");
/// assert_eq!(error.violations().expect("of the schema").iter().count(), 1);
/// DimLamp { percent: 40 }.check()?;
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "add `#[derive(Tool, Serialize, Deserialize, JsonSchema)]` to `{Self}`, with `Tool` of \
            toolmodel_runtime and `JsonSchema` of schemars 1",
    note = "or generate it from a JSON tool file with toolmodel_build"
)]
pub trait TypedTool: Serialize + Sized {
    /// The tool's id: `namespace:name`, or `name`.
    const ID: &'static str;
    /// The tool's name.
    const NAME: &'static str;
    /// The tool's namespace.
    const NAMESPACE: Option<&'static str>;

    // One name to resolve for each tool of a set; its parts would be five.
    #[doc(hidden)]
    const ENTRY: ToolEntry = ToolEntry::of::<Self>();

    /// The structured result; [`Value`] when the tool has no output schema.
    type Output;

    /// The definition that clients see.
    fn definition() -> &'static Tool;

    /// Reads arguments and validates them against the input schema.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArguments`], listing the violations; [`crate::ErrorKind::LimitExceeded`] when that
    /// costs more than is allowed.
    fn parse(arguments: &Value) -> Result<Self>;

    /// Reads arguments validated by another validator than the shared one: one that asserts formats, has other limits
    /// or supports other dialects.
    ///
    #[cfg_attr(feature = "derive", doc = "```")]
    #[cfg_attr(not(feature = "derive"), doc = "```ignore")]
    /// use serde_json::json;
    /// use toolmodel_runtime::{DefaultValidator, Tool, TypedTool};
    ///
    /// /// Lists what is new.
    /// #[derive(Tool, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    /// struct News {
    ///     #[schemars(extend("format" = "date"))]
    ///     since: String,
    /// }
    ///
    /// let strict = DefaultValidator::builder().formats(true).build()?;
    /// let arguments = json!({"since": "yesterday"});
    /// assert!(News::parse(&arguments).is_ok());
    /// assert!(News::parse_with(&strict, &arguments).is_err());
    /// # Ok::<(), toolmodel_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// What the validator says, or that the type cannot hold what it accepts.
    fn parse_with(validator: &dyn SchemaValidator, arguments: &Value) -> Result<Self> {
        validator.validate_input(Self::definition(), arguments)?;
        reading_accepted(arguments, Self::parse)
    }

    /// Reads a structured result validated by another validator than the shared one.
    ///
    /// # Errors
    /// As [`TypedTool::parse_with`].
    fn parse_output_with(validator: &dyn SchemaValidator, result: &Value) -> Result<Self::Output> {
        validator.validate_output(Self::definition(), result)?;
        reading_accepted(result, Self::parse_output)
    }

    /// Reads arguments from JSON bytes and validates them against the input schema.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArguments`], listing the violations, also when the bytes are
    /// not JSON; [`crate::ErrorKind::LimitExceeded`] when validating them costs more than is allowed. Reading the type
    /// with `serde_json` directly gives no such guarantee.
    fn from_slice(arguments: &[u8]) -> Result<Self>;

    /// Reads arguments from JSON text and validates them against the input schema.
    ///
    /// # Errors
    /// As [`TypedTool::from_slice`].
    fn from_str(arguments: &str) -> Result<Self> {
        Self::from_slice(arguments.as_bytes())
    }

    /// Validates a value that was built by hand against the input schema.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArguments`], listing the violations; [`crate::ErrorKind::LimitExceeded`] when that
    /// costs more than is allowed.
    fn check(&self) -> Result<()>;

    /// Reads a structured result and validates it against the output schema.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOutput`], listing the violations; [`crate::ErrorKind::LimitExceeded`] when that
    /// costs more than is allowed.
    fn parse_output(result: &Value) -> Result<Self::Output>;

    /// Reads a structured result from JSON bytes and validates it against the output schema.
    ///
    /// # Errors
    /// As [`TypedTool::parse_output`].
    fn output_from_slice(result: &[u8]) -> Result<Self::Output>;

    /// Validates a result that was built by hand against the output schema.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOutput`], listing the violations; [`crate::ErrorKind::LimitExceeded`] when that
    /// costs more than is allowed.
    fn check_output(output: &Self::Output) -> Result<()>;

    /// Validates the tool's examples against its input schema; call it from a test.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArguments`], listing everything that is wrong with them.
    fn check_examples() -> Result<()> {
        check_examples(Self::definition, Self::docs)
    }

    /// Checks the definition before anybody calls the tool: call it from a test.
    ///
    /// Errors are what makes calls fail or mislead: an invalid pattern, bounds that no value can satisfy, a default or
    /// an example that the schema rejects, and whatever the revision of MCP does not allow. Possible improvements, such
    /// as a missing description, are returned as warnings, or are errors too if the rules say so.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidTool`], listing everything that is wrong, with its place.
    fn check_definition(rules: &DefinitionRules) -> Result<Vec<Problem>> {
        check_definition(Self::definition, Self::docs, rules)
    }

    /// What the tool's author says about it beyond the definition, for a docs store.
    #[must_use]
    fn docs() -> DocEntry {
        DocEntry::default()
    }
}
