//! What a derived tool validates one side with: a compiled schema, and the plan to read by.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::ride::Plan;
use crate::error::{ErrorKind, Result};
use crate::schema::Schema;
use crate::validate::{CompiledSchema, DefaultValidator, is_accepted};

/// A compiled schema and its plan, made at the first use.
#[derive(Debug)]
pub(super) struct Enforcer(OnceLock<Enforced>);

/// What an [`Enforcer`] has made.
#[derive(Debug)]
pub(super) struct Enforced {
    compiled: Arc<CompiledSchema>,
    /// None when shapes cannot express the schema: the validator then decides first.
    pub(super) plan: Option<Plan>,
}

impl Enforcer {
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// What was made of `schema`, which is the same at every call.
    #[inline]
    pub(super) fn get(&self, schema: &Schema) -> Result<&Enforced> {
        match self.0.get() {
            Some(enforced) => Ok(enforced),
            None => self.make(schema),
        }
    }

    #[cold]
    fn make(&self, schema: &Schema) -> Result<&Enforced> {
        let enforced = Enforced {
            compiled: DefaultValidator::shared().compile(schema)?,
            plan: Plan::of(schema),
        };
        Ok(self.0.get_or_init(|| enforced))
    }
}

impl Enforced {
    /// Validates an instance.
    pub(super) fn check(&self, instance: &Value, kind: ErrorKind) -> Result<()> {
        if is_accepted(instance) {
            return Ok(());
        }
        self.compiled
            .validate(instance)
            .map_err(|error| match error.kind() {
                ErrorKind::InvalidArguments => error.with_kind(kind),
                _ => error,
            })
    }
}
