//! What a tool is: the MCP tool record, three additions, and the rules it keeps.

mod annotations;
mod execution;
mod icon;
mod id;
pub(crate) mod record;
mod revision;
mod tags;
mod tool;

pub use annotations::ToolAnnotations;
pub use execution::{TaskSupport, ToolExecution};
pub use icon::{Icon, IconTheme};
pub use id::ToolId;
pub use revision::Revision;
pub use tags::{MAX_TAG_LEN, MAX_TAGS, normalize_tag, normalize_tags};
pub use tool::Tool;
