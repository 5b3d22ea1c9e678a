//! What an adapter is, and what the other tools of a request require of it.

use serde_json::Value;

use super::canonical::CanonicalTool;
use super::converted::ConvertedTool;
use super::error::ConversionError;
use super::facts::Facts;
use super::feature::SchemaFeature;
use super::profile::Target;

/// Converts between a wire format and [`CanonicalTool`]. Conversions are pure: the same input gives
/// the same bytes.
///
/// ```
/// use serde_json::{Value, json};
/// use toolmodel_runtime::adapter::{
///     Adapter, CanonicalTool, ConversionError, ConvertedTool, Mcp, Registry, SchemaFeature, Wish,
/// };
///
/// /// `{"call": name, "with": schema}`.
/// struct Plain;
///
/// impl Adapter for Plain {
///     fn name(&self) -> &str {
///         "plain"
///     }
///     fn to_canonical(&self, tool: Value) -> Result<CanonicalTool, ConversionError> {
///         Mcp::new().to_canonical(json!({"name": tool["call"], "inputSchema": tool["with"]}))
///     }
///     fn from_canonical_as(&self, tool: &CanonicalTool, wish: &Wish) -> Result<ConvertedTool, ConversionError> {
///         let name = wish.name.as_ref().unwrap_or(&tool.name);
///         let schema = tool.input_schema.as_ref().map(|schema| schema.to_value());
///         Ok(ConvertedTool::new(json!({"call": name, "with": schema}), name, Vec::new()))
///     }
///     fn supports(&self, _: SchemaFeature) -> bool {
///         true
///     }
/// }
///
/// let mut registry = Registry::default();
/// registry.register(Plain)?;
/// let tool = json!({"name": "ping", "inputSchema": {"type": "object"}});
/// let plain = registry.convert(tool, "mcp", "plain")?;
/// assert_eq!(plain.to_value(), json!({"call": "ping", "with": {"type": "object"}}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(
    clippy::wrong_self_convention,
    reason = "the two directions are named after what the adapter converts to and from"
)]
pub trait Adapter: Send + Sync {
    /// The name to register under, such as `openai`.
    fn name(&self) -> &str;

    /// Reads a wire tool.
    ///
    /// # Errors
    /// [`ConversionError`] when it is not a tool of this format; everything wrong is listed.
    fn to_canonical(&self, tool: Value) -> Result<CanonicalTool, ConversionError>;

    /// Writes a tool.
    ///
    /// # Errors
    /// [`ConversionError`] when the tool has no name, or its schema is malformed.
    fn from_canonical(&self, tool: &CanonicalTool) -> Result<ConvertedTool, ConversionError> {
        self.from_canonical_as(tool, &Wish::default())
    }

    /// Writes a tool under the constraints of the list it belongs to.
    ///
    /// # Errors
    /// As [`Adapter::from_canonical`].
    fn from_canonical_as(
        &self,
        tool: &CanonicalTool,
        wish: &Wish,
    ) -> Result<ConvertedTool, ConversionError>;

    /// Whether the format accepts a keyword in subschemas.
    fn supports(&self, feature: SchemaFeature) -> bool;

    /// The dated table of what the provider accepts, for formats that have one.
    fn facts(&self) -> Option<&'static Facts> {
        None
    }

    /// The wire format, for the checks of [`super::lint`](mod@super::lint) and the budgets of
    /// [`Registry::convert_all`](super::Registry::convert_all).
    fn target(&self) -> Option<Target> {
        None
    }
}

/// What the other tools of a request require of the conversion of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wish {
    /// A name in place of the tool's own, which another tool has.
    pub name: Option<String>,
    /// Why the tool may not be strict: the strict ones before it use up the budget of the request.
    pub not_strict: Option<String>,
}

/// Whether tools are sent as strict ones.
///
/// ```
/// use toolmodel_runtime::Schema;
/// use toolmodel_runtime::adapter::{Adapter, CanonicalTool, OpenAi, Strictness};
///
/// let tool = CanonicalTool::new("ping", Schema::no_params());
/// assert!(!OpenAi::chat().from_canonical(&tool)?.strict);
/// assert!(OpenAi::chat().with_strictness(Strictness::On).from_canonical(&tool)?.strict);
/// # Ok::<(), toolmodel_runtime::adapter::ConversionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strictness {
    /// As the source's own `strict`; not strict without it.
    #[default]
    AsSource,
    /// Strict, unless strict mode cannot express the schema.
    On,
    /// Not strict.
    Off,
}

impl Strictness {
    /// Whether to try it for a tool.
    pub(crate) fn wants(self, tool: &CanonicalTool) -> bool {
        match self {
            Self::AsSource => tool.source_meta.get("strict") == Some(&Value::Bool(true)),
            Self::On => true,
            Self::Off => false,
        }
    }
}
