//! Tool docs in tiers: summary, schema, full.
//!
//! A model first gets a line about each tool, and full documentation of the few it wants to call.
//! [`InMemoryDocs`] holds what was registered, [`FileDocs`] reads a folder, and [`DocStore`] is the
//! trait for sources of your own. The tools themselves remain authoritative about their schemas: docs only add to them.
//! A [`Catalogue`] renders Markdown or one HTML page.

mod budget;
mod caps;
mod entry;
mod error;
mod file;
mod file_problem;
mod indented;
mod info_cache;
mod json_start;
mod level;
mod memory;
mod paragraphs;
mod record;
mod render;
mod schema_info;
mod source;
mod store;
mod tool_doc;

pub use budget::{Budget, FittedDocs, estimate_tokens};
pub use caps::{
    ArgsSize, MAX_ARGS_DEPTH, MAX_ARGS_KEYS, MAX_DESCRIPTION_LEN, MAX_EXAMPLES, MAX_NOTES_LEN,
    MAX_REFERENCES, MAX_RESULT_HINT_LEN, MAX_SUMMARY_LEN,
};
pub use entry::{DocEntry, ToolExample};
pub use error::{BoxError, DocsError, OversizedArgs};
pub use file::{FileDocs, MAX_FILE_BYTES};
pub use file_problem::{FileProblem, FileProblems};
pub use level::DetailLevel;
pub use memory::InMemoryDocs;
pub use render::Catalogue;
pub use schema_info::{Bounds, SchemaInfo};
pub use source::{ToolIndex, ToolResolver};
pub use store::DocStore;
pub use tool_doc::ToolDoc;
