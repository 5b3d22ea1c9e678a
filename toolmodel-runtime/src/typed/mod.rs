//! Tools as Rust types: what `#[derive(Tool)]` and the generator of `toolmodel-build` implement.

mod definition;
mod examples;
mod handler;
mod integer;
mod register;
mod set;

use serde::Serialize;
use serde_json::Value;

use crate::docs::DocEntry;
use crate::error::{Problem, Result};
use crate::model::Tool;

pub use definition::DefinitionRules;
pub(crate) use definition::{definition_problems, definition_warnings};
pub(crate) use examples::broken_examples;
pub use handler::ToolHandler;
pub use integer::{Integer, IntegerError};
pub use set::{ToolEntry, ToolSet};

/// A tool whose arguments are a Rust type.
///
/// What [`TypedTool::definition`] advertises is exactly what [`TypedTool::parse`] enforces: it
/// succeeds if and only if the input schema accepts the arguments.
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

    /// The structured result; [`Value`] when the tool has no output schema.
    type Output;

    /// The definition that clients see.
    fn definition() -> &'static Tool;

    /// Reads arguments and validates them against the input schema.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArguments`], listing every violation.
    fn parse(arguments: &Value) -> Result<Self>;

    /// Reads arguments from JSON bytes and validates them against the input schema.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArguments`], listing every violation, also when the bytes are
    /// not JSON.
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
    /// [`crate::ErrorKind::InvalidArguments`], listing every violation.
    fn check(&self) -> Result<()>;

    /// Reads a structured result and validates it against the output schema.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOutput`], listing every violation.
    fn parse_output(result: &Value) -> Result<Self::Output>;

    /// Reads a structured result from JSON bytes and validates it against the output schema.
    ///
    /// # Errors
    /// As [`TypedTool::parse_output`].
    fn output_from_slice(result: &[u8]) -> Result<Self::Output>;

    /// Validates a result that was built by hand against the output schema.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOutput`], listing every violation.
    fn check_output(output: &Self::Output) -> Result<()>;

    /// Validates the tool's examples against its input schema; call it from a test.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArguments`], listing everything that is wrong with them.
    fn check_examples() -> Result<()> {
        examples::check_examples(Self::definition(), Self::docs().examples)
    }

    /// Checks the definition before anybody calls the tool: call it from a test.
    ///
    /// Wrong is what makes calls fail or mislead: a pattern that is none, bounds that no value can
    /// meet, a default or an example that the schema refuses, and whatever the revision of MCP does
    /// not take. What could be better comes back as warnings, or is wrong too where the rules say so:
    /// a tool without a description.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidTool`], listing everything that is wrong, with its place.
    fn check_definition(rules: &DefinitionRules) -> Result<Vec<Problem>> {
        definition::check(Self::definition(), Self::docs().examples, rules)
    }

    /// What the tool's author says about it beyond the definition, for a docs store.
    #[must_use]
    fn docs() -> DocEntry {
        DocEntry::default()
    }
}
