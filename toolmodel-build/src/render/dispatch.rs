//! All tools of the folder: `ToolCall`, to dispatch by id.

use std::fmt::Write as _;

use super::docs;
use super::tool::root_name;
use crate::ir::ToolTypes;
use crate::names::ident_text;

pub(super) fn render_dispatch(tools: &[ToolTypes]) -> String {
    let mut text = "rt::tool_call! {\n    /// A call of one of the tools, by the tool's id.\n    \
                    #[derive(Clone, Debug, PartialEq)]\n    pub enum ToolCall {\n"
        .to_owned();
    for tool in tools {
        for line in docs::comment(Some(&docs::code(&tool.id))) {
            let _ = writeln!(text, "        {line}");
        }
        let _ = writeln!(text, "        {}({}),", tool.variant, path(tool));
    }
    text.push_str("    }\n}");
    text
}

/// The path of a tool's type from the top of the generated file.
pub(crate) fn path(tool: &ToolTypes) -> String {
    let name = root_name(&tool.input);
    match &tool.namespace {
        Some(namespace) => format!("{}::{name}", ident_text(namespace)),
        None => name.to_owned(),
    }
}
