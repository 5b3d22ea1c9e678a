//! Adapters by name, and conversions between any two.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::a2a::A2a;
use super::anthropic::Anthropic;
use super::bedrock::Bedrock;
use super::contract::{Adapter, Strictness};
use super::converted::ConvertedTool;
use super::error::RegistryError;
use super::gemini::Gemini;
use super::mcp::{self, Mcp};
use super::openai::OpenAi;
use crate::model::Tool;

/// Adapters by name.
///
/// [`Registry::default`] follows what the providers accept today. Its adapters are `mcp`; `openai`,
/// `openai-strict`, `openai-responses` and `openai-responses-strict`; `anthropic` and
/// `anthropic-strict`; `gemini` (the OpenAPI subset of `parameters`) and `gemini-json-schema`;
/// `vertex`; `azure` and `azure-strict`; `bedrock`; `mistral`; `a2a`. Those of providers with strict
/// tools but without `-strict` in their name are strict when the source tool is.
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
    /// does not have for a format is left out and reported, and nothing is rewritten. Its
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

    /// The adapter with this name.
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
        Ok(to.from_canonical(&mcp::measured(tool)?)?)
    }
}

/// The adapters for what the providers accept today.
impl Default for Registry {
    fn default() -> Self {
        use Strictness::On;
        let strict = |adapter: OpenAi, name: &str| -> Arc<dyn Adapter> {
            Arc::new(adapter.with_strictness(On).with_name(name))
        };
        Self::of([
            Arc::new(A2a::new()),
            Arc::new(Anthropic::new()),
            Arc::new(
                Anthropic::new()
                    .with_strictness(On)
                    .with_name("anthropic-strict"),
            ),
            Arc::new(Bedrock::new()),
            Arc::new(OpenAi::chat().on_azure().with_name("azure")),
            strict(OpenAi::chat().on_azure(), "azure-strict"),
            Arc::new(OpenAi::mistral()),
            Arc::new(Gemini::vertex()),
            Arc::new(Gemini::new()),
            Arc::new(Gemini::json_schema().with_name("gemini-json-schema")),
            Arc::new(Mcp::new()),
            Arc::new(OpenAi::chat()),
            strict(OpenAi::chat(), "openai-strict"),
            Arc::new(OpenAi::responses().with_name("openai-responses")),
            strict(OpenAi::responses(), "openai-responses-strict"),
        ])
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registry").field(&self.list()).finish()
    }
}
