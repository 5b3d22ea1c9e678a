//! All tools of the folder: `ToolCall`, to dispatch by id.

use std::fmt::Write as _;

use toolmodel_runtime::WireNames;

use super::docs;
use crate::ir::ToolTypes;

pub(super) fn render_dispatch(tools: &[ToolTypes], names: WireNames) -> String {
    let mut text = "rt::tool_call! {\n    /// A call of one of the tools, by the tool's id.\n    \
         #[derive(Clone, Debug, PartialEq)]\n    pub enum ToolCall {\n"
        .to_owned();
    for tool in tools {
        for line in docs::comment_lines(&docs::code(&tool.id)) {
            let _ = writeln!(text, "        {line}");
        }
        let _ = write!(text, "        {}({})", tool.variant, tool.path());
        // Written out, because it would take the compiler longer to compose a name.
        if names == WireNames::Prefixed {
            let name = names.of(tool.tool.namespace.as_deref(), &tool.tool.name);
            let _ = write!(text, " = {name:?}");
        }
        text.push_str(",\n");
    }
    text.push_str("    }\n}");
    text
}
