//! Repairing arguments that a model got nearly right. Nothing here runs unless it is called.
//!
//! Models send `"5"` for a number, `5` for a string, an object as a string of JSON, one value where a list is wanted,
//! `null` for a property that may be left out, `Open` for `open`, `userId` for `user_id`. In each case it is clear what
//! was meant, and the schema says what it should have been.
//!
//! Four laws hold for any input:
//!
//! - Arguments that the schema accepts are never touched.
//! - What comes back repaired is accepted by the schema.
//! - Every change is listed, with its place.
//! - What cannot be made valid comes back unchanged, with the violations.
//!
//! ```
//! use serde_json::json;
//! use toolmodel_runtime::{Tool, repair};
//!
//! let tool = Tool::from_json(r#"{
//!     "name": "search",
//!     "inputSchema": {
//!         "type": "object",
//!         "properties": {
//!             "user_id": {"type": "integer"},
//!             "tags": {"type": "array", "items": {"type": "string"}},
//!             "order": {"enum": ["newest", "oldest"]},
//!             "cursor": {"type": "string"}
//!         },
//!         "required": ["user_id"],
//!         "additionalProperties": false
//!     }
//! }"#)?;
//! let sent = json!({"userId": "5", "tags": "rust", "order": "Newest", "cursor": null});
//! let repaired = repair::arguments(&tool, sent)?;
//! assert_eq!(
//!     repaired.arguments,
//!     json!({"user_id": 5, "tags": ["rust"], "order": "newest"})
//! );
//! assert_eq!(repaired.changes.len(), 5);
//! assert_eq!(
//!     repaired.changes[0].to_string(),
//!     "/user_id: the property `userId` is called `user_id`"
//! );
//! # Ok::<(), toolmodel_runtime::Error>(())
//! ```
//!
//! The work is bounded: arguments that would take more than a million steps to repair are returned unchanged.

mod change;
mod mend;
mod names;
mod object;
mod rule;

use std::fmt;

use serde_json::Value;

pub use change::{Change, Mistake};

use crate::error::Error;
use crate::model::Tool;
use crate::schema::Schema;
use crate::validate::{DefaultValidator, SchemaValidator};

/// Arguments that the schema accepts, and the changes made to achieve that.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Repaired {
    /// The arguments.
    pub arguments: Value,
    /// Every change, in the order of the arguments; empty when they were valid.
    pub changes: Vec<Change>,
}

/// Arguments that could not be repaired.
#[derive(Debug)]
#[non_exhaustive]
pub struct Unrepaired {
    /// The arguments, unchanged.
    pub arguments: Value,
    /// The validator's error about them.
    pub error: Error,
}

impl fmt::Display for Unrepaired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Unrepaired {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl From<Unrepaired> for Error {
    fn from(unrepaired: Unrepaired) -> Self {
        unrepaired.error
    }
}

/// Repairs the arguments of a call, so that the tool's input schema accepts them.
///
/// # Errors
/// The arguments as they were, and their violations, when they cannot be repaired.
pub fn arguments(tool: &Tool, arguments: Value) -> Result<Repaired, Unrepaired> {
    instance(&tool.input_schema, DefaultValidator::shared(), arguments)
}

/// Repairs a value, so that the schema accepts it according to a validator.
///
/// # Errors
/// As [`arguments`].
pub fn instance(
    schema: &Schema,
    validator: &dyn SchemaValidator,
    instance: Value,
) -> Result<Repaired, Unrepaired> {
    let Err(error) = validator.validate(schema, &instance) else {
        return Ok(Repaired {
            arguments: instance,
            changes: Vec::new(),
        });
    };
    // Only violations of the schema can be repaired; an invalid schema, or a value that is too
    // large, cannot.
    if error.violations().is_some()
        && let Some(repaired) = mend::mend(schema, &instance)
        && validator.validate(schema, &repaired.arguments).is_ok()
    {
        return Ok(repaired);
    }
    Err(Unrepaired {
        arguments: instance,
        error,
    })
}
