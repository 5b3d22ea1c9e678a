//! Whether callers of a schema, a tool or a list of tools still work with its new version.
//!
//! The answer is never a guess. *Compatible* is proven: everything that may be sent is accepted.
//! *Breaking* comes with an instance that the one validator accepts and the other refuses. Whatever is
//! neither is *undecided*.
//!
//! Who sends and who reads depends on the [`Side`]: callers of the old version send arguments that
//! the new one reads, and the new version sends results that callers of the old one read.
//!
//! What counts is what the sender's schema *declares*. An object schema that says nothing about
//! other properties formally accepts any of them, so that a new optional property would break
//! whoever has sent something else under its name. That is reported separately, as [`SchemaChange::undeclared`], and
//! does not make a change breaking.
//!
//! ```
//! use toolmodel_runtime::Schema;
//! use toolmodel_runtime::compare::{self, Side, Verdict};
//!
//! let old: Schema = r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#.parse()?;
//! let new: Schema = r#"{"type": "object", "properties": {
//!     "a": {"type": ["integer", "null"]}, "b": {"type": "string"}}}"#.parse()?;
//! // Arguments may be more than before; results may now be what nobody expects.
//! let input = compare::schemas(&old, &new, Side::Input);
//! assert_eq!(input.verdict, Verdict::Compatible);
//! assert_eq!(input.undeclared.len(), 1);
//! let output = compare::schemas(&old, &new, Side::Output);
//! assert_eq!(
//!     output.to_string(),
//!     "breaking\n  breaking: /properties/a: null may be sent, and is not accepted; \
//!      for example {\"a\":null}",
//! );
//! # Ok::<(), toolmodel_runtime::Error>(())
//! ```

mod annotations;
mod covers;
mod display;
mod include;
mod language;
mod lists;
mod prints;
mod record;
mod report;
mod same;
mod schemas;
mod search;
mod tools;

pub use lists::lists;
pub use report::{
    Bump, Detail, Fate, Finding, ListChange, SchemaChange, Side, ToolChange, Verdict, What,
};
pub use schemas::schemas;
pub use tools::tools;
