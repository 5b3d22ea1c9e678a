//! All tools of the folder: `ToolCall`, to dispatch by id.

use std::fmt::Write as _;

use toolmodel_runtime::WireNames;

use super::docs;
use crate::ir::ToolTypes;

pub(super) fn render_dispatch(tools: &[ToolTypes], names: WireNames) -> String {
    let mut text = "rt::tool_call! {\n".to_owned();
    if names == WireNames::Prefixed {
        text.push_str("    names = prefixed;\n");
    }
    text.push_str(
        "    /// A call of one of the tools, by the tool's id.\n    \
         #[derive(Clone, Debug, PartialEq)]\n    pub enum ToolCall {\n",
    );
    for tool in tools {
        for line in docs::comment_lines(&docs::code(&tool.id)) {
            let _ = writeln!(text, "        {line}");
        }
        let _ = writeln!(text, "        {}({}),", tool.variant, tool.path());
    }
    text.push_str("    }\n}");
    text
}
