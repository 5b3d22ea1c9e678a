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
pub mod compare;
pub mod docs;
mod error;
pub mod example;
mod meter;
mod model;
mod path;
mod private;
pub mod repair;
#[cfg(any(feature = "rmcp-server", feature = "rmcp-client"))]
pub mod rmcp;
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
pub use schema::{AdditionalProperties, Dialect, MAX_NESTING, Schema, SchemaBuilder, SchemaView};
/// The derive:
///
/// ```
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
/// use toolmodel_runtime::{Tool, TypedTool};
///
/// #[derive(Serialize, Deserialize, JsonSchema)]
/// struct Repo {
///     stars: u64,
/// }
///
/// /// Fetch repository metadata.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// #[tool(namespace = "gh", version = "1.2.0", tags("Repos"), read_only, output = Repo)]
/// struct GetRepo {
///     /// Who owns it.
///     owner: String,
///     #[tool(example = "rust")]
///     repo: String,
/// }
///
/// let tool = GetRepo::definition();
/// assert_eq!(tool.description.as_deref(), Some("Fetch repository metadata."));
/// assert_eq!(tool.tags, ["repos"]);
/// assert_eq!(tool.input_schema.as_value()["required"], serde_json::json!(["owner", "repo"]));
/// ```
#[cfg(feature = "derive")]
pub use toolmodel_macros::Tool;
pub use typed::{
    Answer, ContextHandler, DefinitionRules, Dispatch, Handler, Integer, IntegerError, Reply,
    SyncHandler, ToolEntry, ToolFailure, ToolSet, TypedTool, WireNames,
};
pub use validate::{CompiledSchema, DefaultValidator, Limits, SchemaValidator, ValidatorBuilder};

#[doc(hidden)]
pub mod __private {
    pub use crate::private::*;
}

/// Includes the output of `toolmodel_build::generate`: the tools' types, and `ToolCall`.
///
/// A doctest has no build script; `examples/bin/generated.rs` in the repository is compiled and run by its tests.
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
