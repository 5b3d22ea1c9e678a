//! Holding an instance to the schema of a derived tool. The one place that names a validator.

use std::sync::OnceLock;

use serde_json::Value;

use crate::error::{Error, ErrorKind, Result, Violation, Violations};
use crate::schema::{Schema, nesting_exceeds};

/// The deepest nesting of an instance; JSON readers stop at half of it.
const MAX_NESTING: usize = 256;

/// The most violations that are listed.
const MAX_VIOLATIONS: usize = 100;

/// A validator, built at the first use.
#[derive(Debug)]
pub(super) struct Enforcer(OnceLock<Option<jsonschema::Validator>>);

impl Enforcer {
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Holds `instance` to `schema`, which is the same at every call.
    pub(super) fn check(&self, schema: &Schema, instance: &Value, kind: ErrorKind) -> Result<()> {
        if nesting_exceeds(instance, MAX_NESTING) {
            let message = format_args!("nested deeper than {MAX_NESTING} levels");
            return Err(Error::new(ErrorKind::LimitExceeded, message));
        }
        let build = || jsonschema::draft202012::new(schema.as_value()).ok();
        let Some(validator) = self.0.get_or_init(build) else {
            let message = "the schema of the derived type is not valid JSON Schema";
            return Err(Error::new(ErrorKind::InvalidSchema, message));
        };
        if validator.is_valid(instance) {
            return Ok(());
        }
        let mut violations: Vec<Violation> = validator
            .iter_errors(instance)
            .take(MAX_VIOLATIONS + 1)
            .map(|error| Violation {
                instance_path: error.instance_path().to_string(),
                schema_path: error.schema_path().to_string(),
                keyword: error.kind().keyword().to_owned(),
                message: error.to_string(),
                hint: None,
            })
            .collect();
        let truncated = violations.len() > MAX_VIOLATIONS;
        violations.truncate(MAX_VIOLATIONS);
        Err(Error::from_violations(
            kind,
            Violations::new(violations, truncated),
        ))
    }
}
