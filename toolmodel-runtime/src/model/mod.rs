//! What a tool is: the MCP tool record, three additions, and its rules.

mod annotations;
mod backend;
mod builder;
mod execution;
mod headers;
mod icon;
mod id;
mod list;
mod named;
mod read;
pub(crate) mod record;
mod revision;
#[cfg(feature = "rmcp")]
mod sdk;
mod tags;
mod tool;

pub use annotations::ToolAnnotations;
pub use backend::{BackendBinding, LocalBackend, McpBackend, ProviderBackend, ToolBackend};
pub use builder::ToolBuilder;
pub use execution::{TaskSupport, ToolExecution};
pub use icon::{Icon, IconTheme};
pub use id::ToolId;
pub use list::ToolList;
pub use revision::Revision;
#[cfg(feature = "rmcp")]
pub use sdk::SdkTool;
pub use tags::{MAX_TAG_LEN, MAX_TAGS, normalize_tag, normalize_tags};
pub use tool::Tool;
