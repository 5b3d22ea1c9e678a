//! Sets of tools: what `tool_set!` and the `ToolCall` of generated tools implement.

use std::fmt;

use serde_json::Value;

use super::{DefinitionRules, TypedTool};
use crate::adapter::{ConvertedTools, Registry, RegistryError};
use crate::docs::DocEntry;
use crate::error::{Problem, Result};
use crate::model::Tool;

/// A call of one tool of a set: an enum with a variant for each tool.
///
/// `tool_set!` and generated tools implement it, with inherent functions of the same names, so
/// that only code for sets of any kind needs the trait:
///
/// ```
/// use toolmodel_runtime::ToolSet;
///
/// fn ids<S: ToolSet>() -> Vec<&'static str> {
///     S::TOOLS.iter().map(|tool| tool.id()).collect()
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of tools",
    label = "not a set of tools",
    note = "name tools in `tool_set![...]`, or generate them with toolmodel_build: both make an \
            enum `ToolCall`"
)]
pub trait ToolSet: Sized {
    /// The tools of the set, in its order: as declared for `tool_set!`, sorted by id for generated
    /// tools.
    const TOOLS: &'static [ToolEntry];

    /// The definitions of all tools, in the order of [`ToolSet::TOOLS`].
    #[must_use]
    fn definitions() -> &'static [&'static Tool];

    /// Converts all tools for a provider, under the names that they have in the set; calls of the provider's model are
    /// read by `ToolCall::try_from(&call)`.
    ///
    /// # Errors
    /// As [`Registry::convert_tools`].
    fn convert(registry: &Registry, to: &str) -> Result<ConvertedTools, RegistryError> {
        let tools = Self::TOOLS.iter();
        let named = tools.map(|tool| (tool.definition(), tool.wire_name()));
        registry.convert_named(named, to)
    }

    /// Reads the arguments of a call of the tool with this id.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownTool`] when no tool of the set has the id, else as
    /// [`TypedTool::parse`].
    fn parse(id: &str, arguments: &Value) -> Result<Self>;

    /// Reads the arguments of a call of the tool with this id from JSON bytes.
    ///
    /// # Errors
    /// As [`ToolSet::parse`], also when the bytes are not JSON.
    fn from_slice(id: &str, arguments: &[u8]) -> Result<Self>;

    /// Reads the arguments of a call of the tool with this name on the wire.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownTool`] when no tool of the set has the name, otherwise as
    /// [`TypedTool::parse`].
    fn parse_named(name: &str, arguments: &Value) -> Result<Self>;

    /// The id of the called tool.
    #[must_use]
    fn id(&self) -> &'static str;

    /// The name that the called tool has on the wire.
    #[must_use]
    fn wire_name(&self) -> &'static str;

    /// The definition of the called tool.
    #[must_use]
    fn definition(&self) -> &'static Tool;

    /// Validates a call that was built by hand against the tool's schema.
    ///
    /// # Errors
    /// As [`TypedTool::check`].
    fn check(&self) -> Result<()>;

    /// The arguments of the call as JSON, validated against the tool's schema.
    ///
    /// # Errors
    /// As [`TypedTool::check`].
    fn arguments(&self) -> Result<Value>;
}

/// A tool of a set, whatever its type.
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// use toolmodel_runtime::{Tool, tool_set};
///
/// /// Say hello.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// struct Hello { name: String }
///
/// tool_set![Hello];
///
/// let [hello] = ToolCall::TOOLS else { unreachable!() };
/// assert_eq!(hello.id(), "hello");
/// assert_eq!(hello.definition().description.as_deref(), Some("Say hello."));
/// ```
#[derive(Clone, Copy)]
pub struct ToolEntry {
    pub(crate) id: &'static str,
    pub(crate) wire_name: &'static str,
    pub(crate) definition: fn() -> &'static Tool,
    pub(crate) docs: fn() -> DocEntry,
    pub(crate) check_examples: fn() -> Result<()>,
    pub(crate) check_definition: fn(&DefinitionRules) -> Result<Vec<Problem>>,
}

impl ToolEntry {
    /// The entry of a tool under its own name.
    #[must_use]
    pub const fn of<T: TypedTool>() -> Self {
        Self {
            id: T::ID,
            wire_name: T::NAME,
            definition: T::definition,
            docs: T::docs,
            check_examples: T::check_examples,
            check_definition: T::check_definition,
        }
    }

    /// The same tool under another name on the wire.
    #[doc(hidden)]
    #[must_use]
    pub const fn called(mut self, wire_name: &'static str) -> Self {
        self.wire_name = wire_name;
        self
    }

    /// The tool's id: `namespace:name`, or `name`.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The name of the tool in this set: its own, or with its namespace in front (see
    /// [`WireNames`](crate::WireNames)).
    #[must_use]
    pub const fn wire_name(&self) -> &'static str {
        self.wire_name
    }

    /// The definition that clients see.
    #[must_use]
    pub fn definition(&self) -> &'static Tool {
        (self.definition)()
    }

    /// What the tool's author says about it beyond the definition, for a docs store.
    #[must_use]
    pub fn docs(&self) -> DocEntry {
        (self.docs)()
    }

    /// Validates the tool's examples against its input schema; call it from a test.
    ///
    /// # Errors
    /// As [`TypedTool::check_examples`].
    pub fn check_examples(&self) -> Result<()> {
        (self.check_examples)()
    }

    /// Checks the tool's definition; call it from a test.
    ///
    /// # Errors
    /// As [`TypedTool::check_definition`].
    pub fn check_definition(&self, rules: &DefinitionRules) -> Result<Vec<Problem>> {
        (self.check_definition)(rules)
    }
}

impl fmt::Debug for ToolEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolEntry").field(&self.id).finish()
    }
}
