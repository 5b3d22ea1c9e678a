//! Valid values made from a schema, for people, documentation and tests.
//!
//! A value is made from the shapes of the schema and then validated against it: the result is always accepted, or
//! `None` if no acceptable value was found.
//!
//! ```
//! use toolmodel_runtime::{Schema, example};
//!
//! let schema: Schema = r#"{
//!     "type": "object",
//!     "properties": {
//!         "owner": {"type": "string", "pattern": "^[a-z]{3,}$"},
//!         "since": {"type": "string", "format": "date"},
//!         "limit": {"type": "integer", "minimum": 10}
//!     },
//!     "required": ["owner"]
//! }"#.parse()?;
//! assert_eq!(
//!     example::minimal(&schema)?.map(|value| value.to_string()),
//!     Some(r#"{"owner":"text"}"#.to_owned()),
//! );
//! assert_eq!(
//!     example::full(&schema)?.map(|value| value.to_string()),
//!     Some(r#"{"owner":"text","since":"2026-01-31","limit":10}"#.to_owned()),
//! );
//! # Ok::<(), toolmodel_runtime::Error>(())
//! ```

mod array;
pub(crate) mod maker;
pub(crate) mod number;
mod object;
pub(crate) mod patterns;
mod scalar;
pub(crate) mod text;

use serde_json::Value;

use crate::error::Result;
use crate::meter::{Allowance, Meter};
use crate::model::Tool;
use crate::schema::Schema;
use crate::schema::shape::Document;
use crate::validate::{DefaultValidator, VALIDATED};
use maker::{Maker, Style, Wish};
use patterns::Patterns;

/// What making one value may cost.
const ALLOWANCE: Allowance = Allowance {
    work: 2_000_000,
    depth: 200,
    bytes: usize::MAX,
};

/// Most ways of making a schema's choices that are tried.
const MOST_VARIANTS: usize = 48;

/// A value with no more than the schema requires.
///
/// # Errors
/// As [`DefaultValidator::compile`] for a schema that cannot be used, and
/// [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded) when making a value costs too much.
/// `None` means that no accepted value was found, not that there is none.
pub fn minimal(schema: &Schema) -> Result<Option<Value>> {
    make(schema, false, false)
}

/// A value with every property that the schema declares, as far as they are compatible; values that
/// the schema suggests (`examples`, `default`) come first.
///
/// # Errors
/// As [`minimal`].
pub fn full(schema: &Schema) -> Result<Option<Value>> {
    make(schema, true, false)
}

/// Arguments that a tool accepts, with every property that its input schema declares as far as they are compatible,
/// otherwise with only the required ones.
///
/// ```
/// use toolmodel_runtime::{Tool, example};
///
/// let tool = Tool::from_mcp_json(
///     r#"{"name": "add", "inputSchema": {
///         "type": "object",
///         "properties": {"a": {"type": "number"}, "b": {"type": "number", "examples": [7]}},
///         "required": ["a", "b"]
///     }}"#,
/// )?;
/// let arguments = example::arguments(&tool)?;
/// assert_eq!(arguments, Some(serde_json::json!({"a": 1, "b": 7})));
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
///
/// # Errors
/// As [`minimal`].
pub fn arguments(tool: &Tool) -> Result<Option<Value>> {
    match make(&tool.input_schema, true, true)? {
        Some(value) => Ok(Some(value)),
        None => make(&tool.input_schema, false, true),
    }
}

fn make(schema: &Schema, full: bool, object: bool) -> Result<Option<Value>> {
    let compiled = DefaultValidator::shared().compile(schema)?;
    let mut document = Document::new(schema, schema.dialect()?);
    let root = vec![document.root()];
    let patterns = Patterns::default();
    let meter = Meter::new(ALLOWANCE);
    for variant in 0..MOST_VARIANTS {
        for suggested in [true, false] {
            let style = Style {
                full,
                suggested: suggested && full,
                variant,
            };
            let mut maker = Maker::new(&mut document, &patterns, &meter, style);
            let wish = if object {
                Wish::SomeObject
            } else {
                Wish::Anything
            };
            let made = maker.make(&root, &[], &wish)?;
            if let Some(value) = made {
                if compiled.is_valid(&value)? {
                    return Ok(Some(value));
                }
                meter.work(compiled.steps(&value) / VALIDATED)?;
            }
        }
    }
    Ok(None)
}
