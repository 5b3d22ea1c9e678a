//! Validation of instances against schemas at run time: the trait, and the default validator.

mod accepted;
mod address;
mod builder;
mod cache;
mod compile;
mod compiled;
mod default;
mod documents;
mod explain;
mod flat;
mod graph;
mod limits;
mod measure;
mod meta;
mod order;
mod pattern;
mod small;
mod stack;
mod survey;

use serde_json::Value;

use crate::error::{ErrorKind, Result};
use crate::model::Tool;
use crate::schema::Schema;

pub(crate) use accepted::{is_accepted, reading_accepted};
pub use builder::ValidatorBuilder;
pub use compiled::CompiledSchema;
pub(crate) use compiled::VALIDATED;
pub use default::DefaultValidator;
pub use limits::Limits;
pub(crate) use order::Positions;
pub(crate) use pattern::Pattern as PatternCost;

/// Validates instances against JSON Schemas.
///
/// Implementations are thread-safe, deterministic and never change their input. Implement it for dialects,
/// format checks or reference resolution that [`DefaultValidator`] does not have.
///
/// ```
/// use serde_json::{Value, json};
/// use toolmodel_runtime::{DefaultValidator, Error, Result, Schema, SchemaValidator};
///
/// /// Counts what it validates, and leaves the work to the default validator.
/// #[derive(Default)]
/// struct Counting(std::sync::atomic::AtomicUsize);
///
/// impl SchemaValidator for Counting {
///     fn validate(&self, schema: &Schema, instance: &Value) -> Result<()> {
///         self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
///         DefaultValidator::shared().validate(schema, instance)
///     }
/// }
///
/// let validator = Counting::default();
/// let schema = Schema::try_from(json!({"type": "array", "maxItems": 2}))?;
/// validator.validate(&schema, &json!([1, 2]))?;
/// assert!(validator.validate(&schema, &json!([1, 2, 3])).is_err());
/// assert_eq!(validator.0.into_inner(), 2);
/// # Ok::<(), Error>(())
/// ```
pub trait SchemaValidator: Send + Sync {
    /// Validates an instance against a schema.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidSchema`], [`ErrorKind::UnsupportedSchema`], [`ErrorKind::ExternalRef`]
    /// or [`ErrorKind::LimitExceeded`] when the schema cannot be used;
    /// [`ErrorKind::InvalidArguments`] with the violations, up to [`Limits::violations`], when the instance breaks it.
    fn validate(&self, schema: &Schema, instance: &Value) -> Result<()>;

    /// Validates arguments against a tool's input schema.
    ///
    /// # Errors
    /// As [`SchemaValidator::validate`].
    fn validate_input(&self, tool: &Tool, arguments: &Value) -> Result<()> {
        self.validate(&tool.input_schema, arguments)
    }

    /// Validates a structured result against a tool's output schema; a tool without one accepts
    /// anything.
    ///
    /// # Errors
    /// As [`SchemaValidator::validate`], with [`ErrorKind::InvalidOutput`] in place of
    /// [`ErrorKind::InvalidArguments`].
    fn validate_output(&self, tool: &Tool, result: &Value) -> Result<()> {
        let Some(schema) = &tool.output_schema else {
            return Ok(());
        };
        self.validate(schema, result)
            .map_err(|error| match error.kind() {
                ErrorKind::InvalidArguments => error.with_kind(ErrorKind::InvalidOutput),
                _ => error,
            })
    }
}
