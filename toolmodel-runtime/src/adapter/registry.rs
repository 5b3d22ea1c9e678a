//! Adapters by name, and conversions between any two.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::a2a::A2a;
use super::anthropic::Anthropic;
use super::canonical::CanonicalTool;
use super::converted::ConvertedTool;
use super::error::{ConversionError, RegistryError};
use super::facts::Facts;
use super::feature::SchemaFeature;
use super::gemini::Gemini;
use super::lint::Target;
use super::mcp::{self, Mcp};
use super::openai::OpenAi;
use crate::model::Tool;

/// Converts between a wire format and [`CanonicalTool`]. Conversions are pure: the same input gives
/// the same bytes.
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

    /// Writes a tool as the list it stands in needs it.
    ///
    /// # Errors
    /// As [`Adapter::from_canonical`].
    fn from_canonical_as(
        &self,
        tool: &CanonicalTool,
        wish: &Wish,
    ) -> Result<ConvertedTool, ConversionError>;

    /// Whether the format takes a keyword in subschemas.
    fn supports(&self, feature: SchemaFeature) -> bool;

    /// The dated table of what the provider accepts, for formats that have one.
    fn facts(&self) -> Option<&'static Facts> {
        None
    }

    /// The wire format, for the checks of [`super::lint`](mod@super::lint) and the budgets of
    /// [`Registry::convert_all`].
    fn target(&self) -> Option<Target> {
        None
    }
}

/// What the list that a tool stands in asks of its conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wish {
    /// A name in place of the tool's own, which another tool has.
    pub name: Option<String>,
    /// Why the tool may not be strict: the strict ones before it use up what a request may have.
    pub not_strict: Option<String>,
}

impl Wish {
    pub(crate) fn named(name: Option<String>) -> Self {
        Self {
            name,
            not_strict: None,
        }
    }
}

/// Whether tools go out as strict ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strictness {
    /// As the source says in its own `strict`; else not.
    #[default]
    AsSource,
    /// Strict, unless the schema is beyond the mode.
    On,
    /// Not strict.
    Off,
}

impl Strictness {
    /// Whether to try, for a tool.
    pub(crate) fn wants(self, tool: &CanonicalTool) -> bool {
        match self {
            Self::AsSource => tool.source_meta.get("strict") == Some(&Value::Bool(true)),
            Self::On => true,
            Self::Off => false,
        }
    }
}

/// Adapters by name.
///
/// [`Registry::default`] follows what the providers take today. Its adapters are `mcp`; `openai`,
/// `openai-strict`, `openai-responses` and `openai-responses-strict`; `anthropic` and
/// `anthropic-strict`; `gemini` (the OpenAPI subset of `parameters`) and `gemini-json-schema`;
/// `a2a`. Those without `-strict` are strict when the source tool is.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::Registry;
///
/// let registry = Registry::default();
/// let tool = json!({"name": "now", "inputSchema": {"type": "object"}});
/// let converted = registry.convert(tool, "mcp", "anthropic")?;
/// assert_eq!(
///     converted.to_value(),
///     json!({"name": "now", "input_schema": {"type": "object"}})
/// );
/// assert!(registry.get("anthropic").is_some());
/// # Ok::<(), toolmodel_runtime::adapter::RegistryError>(())
/// ```
#[derive(Clone)]
pub struct Registry {
    adapters: BTreeMap<String, Arc<dyn Adapter>>,
}

impl Registry {
    /// A registry without adapters.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            adapters: BTreeMap::new(),
        }
    }

    /// A registry that follows the original feature matrix row by row: a keyword that the matrix
    /// does not have for a format is left out and warned about, and nothing is rewritten. Its
    /// adapters are `a2a`, `anthropic`, `gemini`, `mcp` and `openai`.
    #[must_use]
    pub fn baseline() -> Self {
        Self::of([
            Arc::new(A2a::baseline()),
            Arc::new(Anthropic::baseline()),
            Arc::new(Gemini::baseline()),
            Arc::new(Mcp::new()),
            Arc::new(OpenAi::baseline()),
        ])
    }

    fn of<const N: usize>(adapters: [Arc<dyn Adapter>; N]) -> Self {
        let named = adapters
            .into_iter()
            .map(|adapter| (adapter.name().to_owned(), adapter));
        Self {
            adapters: named.collect(),
        }
    }

    /// Adds an adapter.
    ///
    /// # Errors
    /// [`RegistryError::AlreadyRegistered`] when there is one of that name.
    pub fn register(&mut self, adapter: impl Adapter + 'static) -> Result<(), RegistryError> {
        let name = adapter.name().to_owned();
        if self.adapters.contains_key(&name) {
            return Err(RegistryError::AlreadyRegistered(name));
        }
        self.adapters.insert(name, Arc::new(adapter));
        Ok(())
    }

    /// Removes an adapter.
    pub fn unregister(&mut self, name: &str) -> Option<Arc<dyn Adapter>> {
        self.adapters.remove(name)
    }

    /// The adapter of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&dyn Adapter> {
        self.adapters.get(name).map(AsRef::as_ref)
    }

    /// The names of the adapters, sorted.
    #[must_use]
    pub fn list(&self) -> Vec<&str> {
        self.adapters.keys().map(String::as_str).collect()
    }

    pub(crate) fn find(&self, name: &str) -> Result<&dyn Adapter, RegistryError> {
        self.get(name).ok_or_else(|| RegistryError::NotFound {
            name: name.to_owned(),
            known: self.adapters.keys().cloned().collect(),
        })
    }

    /// Converts a wire tool from one format to another.
    ///
    /// # Errors
    /// [`RegistryError::NotFound`] when there is no such adapter (the source is looked up first),
    /// [`RegistryError::Conversion`] when one of them fails.
    pub fn convert(
        &self,
        tool: impl Into<Value>,
        from: &str,
        to: &str,
    ) -> Result<ConvertedTool, RegistryError> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        let canonical = from.to_canonical(tool.into())?;
        Ok(to.from_canonical(&canonical)?)
    }

    /// Converts a tool of the model.
    ///
    /// # Errors
    /// As [`Registry::convert`].
    pub fn convert_tool(&self, tool: &Tool, to: &str) -> Result<ConvertedTool, RegistryError> {
        let to = self.find(to)?;
        Ok(to.from_canonical(&mcp::canonical(tool.clone()))?)
    }
}

/// What the providers take today.
impl Default for Registry {
    fn default() -> Self {
        use Strictness::On;
        Self::of([
            Arc::new(A2a::new()),
            Arc::new(Anthropic::new()),
            Arc::new(Anthropic::new().strict(On).named("anthropic-strict")),
            Arc::new(Gemini::new()),
            Arc::new(Gemini::json_schema().named("gemini-json-schema")),
            Arc::new(Mcp::new()),
            Arc::new(OpenAi::chat()),
            Arc::new(OpenAi::chat().strict(On).named("openai-strict")),
            Arc::new(OpenAi::responses().named("openai-responses")),
            Arc::new(
                OpenAi::responses()
                    .strict(On)
                    .named("openai-responses-strict"),
            ),
        ])
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registry").field(&self.list()).finish()
    }
}
