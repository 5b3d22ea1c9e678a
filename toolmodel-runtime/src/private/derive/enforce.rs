//! Holding an instance to the schema of a derived tool. The one place that names a validator.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::error::{ErrorKind, Result};
use crate::schema::Schema;
use crate::validate::{CompiledSchema, DefaultValidator};

/// A compiled schema, made at the first use.
#[derive(Debug)]
pub(super) struct Enforcer(OnceLock<Arc<CompiledSchema>>);

impl Enforcer {
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Holds `instance` to `schema`, which is the same at every call.
    pub(super) fn check(&self, schema: &Schema, instance: &Value, kind: ErrorKind) -> Result<()> {
        let compiled = if let Some(compiled) = self.0.get() {
            compiled
        } else {
            let compiled = DefaultValidator::shared().compile(schema)?;
            self.0.get_or_init(|| compiled)
        };
        compiled
            .validate(instance)
            .map_err(|error| match error.kind() {
                ErrorKind::InvalidArguments => error.with_kind(kind),
                _ => error,
            })
    }
}
