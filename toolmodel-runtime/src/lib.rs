//! What a *tool* is, once, for Rust: the canonical model, and a validator for foreign tools.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exhaustive_enums,
    clippy::exhaustive_structs
)]

pub mod adapter;
pub mod docs;
mod error;
mod model;
mod private;
mod rules;
mod schema;
mod typed;
mod validate;

pub use error::{Error, ErrorKind, Problem, Result, Violation, Violations};
pub use model::{
    Icon, IconTheme, MAX_TAG_LEN, MAX_TAGS, Revision, TaskSupport, Tool, ToolAnnotations,
    ToolExecution, ToolId, normalize_tag, normalize_tags,
};
pub use schema::{Dialect, MAX_NESTING, Schema};
#[cfg(feature = "derive")]
pub use toolmodel_macros::Tool;
pub use typed::{ToolHandler, TypedTool};
pub use validate::SchemaValidator;

#[doc(hidden)]
pub mod __private {
    pub use crate::private::*;
}
