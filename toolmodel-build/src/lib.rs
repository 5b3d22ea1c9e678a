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
//! The generated `parse` accepts an instance if and only if the tool's schema does, or says that a limit is exceeded.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exhaustive_enums,
    clippy::exhaustive_structs
)]

mod authoring;
mod awaited;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod config;
mod cycles;
mod error;
mod generate;
mod identify;
mod ir;
mod lint;
mod load;
mod lower;
mod names;
mod number;
mod problems;
mod prose;
mod render;
mod report;
mod schema;
mod source;
mod tool_names;
mod types;
#[cfg(feature = "typify")]
mod typify;
mod unused;
mod write;

use std::path::Path;

pub use config::{Config, NamespaceFrom};
pub use error::{Error, Errors};
pub use report::{
    Declarations, Enforcement, Generated, Reason, Report, SharedType, ToolReport, Warning,
};
pub use toolmodel_runtime::WireNames;

/// Generates the tools of a file, or of every `*.json` below a folder, into `OUT_DIR/tools.rs`.
///
/// # Errors
/// Everything that is wrong with the files, each with file, line, column and JSON pointer.
pub fn generate(path: impl AsRef<Path>) -> Result<Report, Errors> {
    Config::new().generate(path)
}
