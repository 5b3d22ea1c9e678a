//! The default validator: both dialects, no network, limits, and a cache.

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde_json::Value;

use super::SchemaValidator;
use super::builder::ValidatorBuilder;
use super::cache::Cache;
use super::compile::Settings;
use super::compiled::CompiledSchema;
use super::limits::Limits;
use super::survey::check_size;
use crate::error::Result;
use crate::schema::Schema;

/// Validates instances against JSON Schemas of draft 2020-12 and draft-07, safely: schemas and
/// instances may come from anyone.
///
/// - The dialect is the one `$schema` declares, or 2020-12 without it; any other is refused.
/// - Schemas are checked against their meta-schema. Every problem is listed with its pointer.
/// - Nothing is fetched. A `$ref` to a document that was not supplied is refused.
/// - `format` is an annotation unless switched on; `contentEncoding`, `contentMediaType` and
///   `contentSchema` always are.
/// - [`Limits`] bound time and memory, whatever comes in.
/// - Compiled schemas are cached by content, so a second call costs one lookup. The cache is bounded in number
///   and in memory, and a schema that many threads need at once is compiled once.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::{DefaultValidator, ErrorKind, SchemaValidator, Tool};
///
/// let tool = Tool::from_mcp_json(
///     r#"{"name": "search", "inputSchema": {
///         "type": "object",
///         "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
///         "required": ["query"],
///         "additionalProperties": false
///     }}"#,
/// )?;
/// let validator = DefaultValidator::shared();
/// validator.validate_input(&tool, &json!({"query": "rust", "limit": 5.0}))?;
///
/// let error = validator
///     .validate_input(&tool, &json!({"query": "rust", "limti": 5}))
///     .unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidArguments);
/// assert_eq!(
///     error.to_string(),
///     "invalid arguments: /: unexpected property `limti` (did you mean `limit`)"
/// );
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
pub struct DefaultValidator {
    settings: Arc<Settings>,
    cache: Cache,
}

impl DefaultValidator {
    /// A validator with the default limits and a cache of its own.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Settings::default(), Cache::default())
    }

    /// The validator shared by the whole process, with the default limits; its cache serves all callers.
    #[must_use]
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<DefaultValidator> = LazyLock::new(DefaultValidator::new);
        &SHARED
    }

    /// The validator of tools that assert formats, shared likewise.
    pub(crate) fn shared_with_formats() -> &'static Self {
        static SHARED: LazyLock<DefaultValidator> = LazyLock::new(|| {
            let settings = Settings {
                formats: true,
                ..Settings::default()
            };
            DefaultValidator::with(settings, Cache::default())
        });
        &SHARED
    }

    /// Sets limits, formats, documents and the size of the cache.
    pub fn builder() -> ValidatorBuilder {
        ValidatorBuilder::default()
    }

    pub(super) fn with(settings: Settings, cache: Cache) -> Self {
        Self {
            settings: Arc::new(settings),
            cache,
        }
    }

    /// The limits in force.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.settings.limits
    }

    /// How many schemas the cache holds.
    #[must_use]
    pub fn cached(&self) -> usize {
        self.cache.len()
    }

    /// Checks and compiles a schema, or finds it in the cache.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidSchema`](crate::ErrorKind::InvalidSchema),
    /// [`ErrorKind::UnsupportedSchema`](crate::ErrorKind::UnsupportedSchema),
    /// [`ErrorKind::ExternalRef`](crate::ErrorKind::ExternalRef) or
    /// [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded), with a pointer to each
    /// problem.
    #[inline]
    pub fn compile(&self, schema: &Schema) -> Result<Arc<CompiledSchema>> {
        match schema.made::<CompiledSchema>() {
            Some(compiled) if compiled.is_by(&self.settings) => {
                compiled.note_use();
                Ok(compiled)
            }
            _ => self.find(schema),
        }
    }

    /// Looks for a schema by its content.
    #[inline(never)]
    fn find(&self, schema: &Schema) -> Result<Arc<CompiledSchema>> {
        if schema.has_fingerprint()
            && let Some(result) = self.cache.get(schema)
        {
            return result;
        }
        let compiled = self.compile_new(schema)?;
        schema.note_made(&compiled);
        Ok(compiled)
    }

    fn compile_new(&self, schema: &Schema) -> Result<Arc<CompiledSchema>> {
        // A schema that is too large anyway need not be read to look it up in the cache.
        let size = check_size(schema.as_value(), &self.settings.limits)?;
        if let Some(result) = self.cache.get(schema) {
            return result;
        }
        self.cache
            .make(schema, || CompiledSchema::new(schema, size, &self.settings))
    }

    /// Checks a schema without an instance.
    ///
    /// # Errors
    /// As [`DefaultValidator::compile`].
    pub fn check_schema(&self, schema: &Schema) -> Result<()> {
        self.compile(schema).map(|_| ())
    }
}

impl SchemaValidator for DefaultValidator {
    fn validate(&self, schema: &Schema, instance: &Value) -> Result<()> {
        let compiled = self.compile(schema)?;
        let result = compiled.validate(instance);
        if compiled.is_heavy() {
            self.cache.forget(schema);
        }
        result
    }
}

impl Default for DefaultValidator {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for DefaultValidator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DefaultValidator")
            .field("limits", &self.settings.limits)
            .field("formats", &self.settings.formats)
            .field("cached", &self.cached())
            .finish_non_exhaustive()
    }
}
