//! The canonical tool model.

mod bounded;
mod builder;
mod corpus;
mod deep;
mod differences;
mod go_backend;
mod go_tags;
mod go_tool_id;
mod go_tool_json;
mod go_tool_validate;
mod go_version;
mod headers;
mod list;
mod mcp_schema;
mod properties;
mod record;
mod revision;
mod sdk;
mod version;
