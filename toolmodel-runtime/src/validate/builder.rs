//! Settings of a validator: limits, formats, documents by URI, the size of the cache.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::cache::{self, Cache};
use super::compile::Settings;
use super::default::DefaultValidator;
use super::documents::normalize;
use super::limits::Limits;
use crate::error::Result;
use crate::schema::Schema;

/// Builds a [`DefaultValidator`].
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::{DefaultValidator, Schema, SchemaValidator};
///
/// let validator = DefaultValidator::builder()
///     .formats(true)
///     .document("https://example.com/id", json!({"type": "integer"}))
///     .build()?;
/// let schema: Schema = r#"{"$ref": "https://example.com/id"}"#.parse()?;
/// validator.validate(&schema, &json!(5))?;
/// assert!(validator.validate(&schema, &json!("five")).is_err());
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct ValidatorBuilder {
    limits: Limits,
    formats: bool,
    documents: Vec<(String, Value)>,
    cache_capacity: usize,
    cache_bytes: usize,
}

impl Default for ValidatorBuilder {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            formats: false,
            documents: Vec::new(),
            cache_capacity: cache::CAPACITY,
            cache_bytes: cache::BYTES,
        }
    }
}

impl ValidatorBuilder {
    /// Sets how large, deep and costly schemas and instances may be.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether `format` is checked; an unknown format accepts anything. Off by default.
    pub fn formats(mut self, checked: bool) -> Self {
        self.formats = checked;
        self
    }

    /// Supplies the document that references to `uri` lead to.
    pub fn document(mut self, uri: impl Into<String>, document: Value) -> Self {
        self.documents.push((uri.into(), document));
        self
    }

    /// How many compiled schemas are kept: 1024 by default; 0 keeps none.
    pub fn cache_capacity(mut self, schemas: usize) -> Self {
        self.cache_capacity = schemas;
        self
    }

    /// Roughly how much memory the compiled schemas that are kept may take: 32 MiB by default.
    pub fn cache_bytes(mut self, bytes: usize) -> Self {
        self.cache_bytes = bytes;
        self
    }

    /// Builds the validator.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidSchema`](crate::ErrorKind::InvalidSchema) when a document is not a
    /// schema or its URI is not absolute,
    /// [`ErrorKind::UnsupportedSchema`](crate::ErrorKind::UnsupportedSchema) when a document
    /// declares a dialect other than 2020-12 and draft-07.
    pub fn build(self) -> Result<DefaultValidator> {
        let mut documents = BTreeMap::new();
        for (uri, document) in self.documents {
            let key = normalize(&uri)?;
            let schema = Schema::try_from(document)?;
            schema.dialect()?;
            documents.insert(key, Value::from(schema));
        }
        let settings = Settings {
            limits: self.limits,
            formats: self.formats,
            documents: Arc::new(documents),
        };
        let cache = Cache::new(self.cache_capacity, self.cache_bytes);
        Ok(DefaultValidator::with(settings, cache))
    }
}
