#![cfg_attr(feature = "derive", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "derive"), doc = "What a *tool* is, once, for Rust.")]
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
mod meter;
mod model;
mod path;
mod private;
pub mod repair;
mod rules;
mod schema;
mod typed;
mod validate;
pub mod version;

pub use error::{Error, ErrorKind, Problem, Result, Violation, Violations};
#[cfg(feature = "rmcp")]
pub use model::SdkTool;
pub use model::{
    BackendBinding, Icon, IconTheme, LocalBackend, MAX_TAG_LEN, MAX_TAGS, McpBackend,
    ProviderBackend, Revision, TaskSupport, Tool, ToolAnnotations, ToolBackend, ToolBuilder,
    ToolExecution, ToolId, ToolList, normalize_tag, normalize_tags,
};
pub use schema::{Dialect, MAX_NESTING, Schema, SchemaBuilder};
#[cfg(feature = "derive")]
pub use toolmodel_macros::Tool;
pub use typed::{
    DefinitionRules, Integer, IntegerError, ToolEntry, ToolHandler, ToolSet, TypedTool,
};
pub use validate::{CompiledSchema, DefaultValidator, Limits, SchemaValidator, ValidatorBuilder};

#[doc(hidden)]
pub mod __private {
    pub use crate::private::*;
}

/// Includes what `toolmodel_build::generate` wrote: the tools' types, and `ToolCall`.
///
/// ```ignore
/// // build.rs
/// fn main() -> Result<(), toolmodel_build::Errors> {
///     toolmodel_build::generate("tools/").map(drop)
/// }
///
/// // src/lib.rs
/// toolmodel_runtime::include_tools!();
/// ```
#[macro_export]
macro_rules! include_tools {
    () => {
        $crate::include_tools!("tools.rs");
    };
    ($file:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $file));
    };
}
