//! Turns JSON tool files into typed Rust in build.rs: exact argument and result structs, one module
//! per namespace, and an enum to dispatch calls.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), toolmodel_build::Errors> {
//!     toolmodel_build::generate("tools/")?;
//!     Ok(())
//! }
//! ```
//!
//! ```ignore
//! // src/lib.rs
//! toolmodel_runtime::include_tools!();
//! ```
//!
//! The generated `parse` accepts an instance if and only if the tool's schema does.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exhaustive_enums,
    clippy::exhaustive_structs
)]

mod assemble;
mod config;
mod cycles;
mod error;
mod ir;
mod lint;
mod load;
mod lower;
mod names;
mod output;
mod render;
mod report;
mod schema;

use std::path::Path;

pub use config::{Config, NamespaceFrom};
pub use error::{Error, Errors};
pub use report::{Enforcement, Reason, Report, ToolReport, Warning};

/// Generates the tools of a file, or of every `*.json` below a folder, into `OUT_DIR/tools.rs`.
///
/// # Errors
/// Everything that is wrong with the files, each with file, line, column and JSON pointer.
pub fn generate(path: impl AsRef<Path>) -> Result<Report, Errors> {
    Config::new().generate(path)
}

/// Checks a schema as the runtime will.
fn check_schema(schema: &toolmodel_runtime::Schema) -> toolmodel_runtime::Result<()> {
    toolmodel_runtime::__private::parse::check_schema(schema)
}
