//! All tools of the folder: `TOOLS`, and `ToolCall` to dispatch by id.

use std::fmt::Write as _;

use super::docs;
use crate::ir::ToolTypes;

pub(super) fn render_dispatch(tools: &[ToolTypes]) -> String {
    if tools.is_empty() {
        return "/// The definitions of all tools: none.\n\
                pub static TOOLS: ::std::sync::LazyLock<[&'static rt::Tool; 0]> =\n    \
                ::std::sync::LazyLock::new(|| []);"
            .to_owned();
    }
    let mut text = "rt::tool_call! {\n".to_owned();
    for tool in tools {
        let (id, variant, path) = (&tool.id, &tool.variant, tool.path());
        let doc = if docs::is_plain(id) {
            String::new()
        } else {
            format!(" ({:?})", docs::code(id))
        };
        let _ = writeln!(text, "    {id:?} => {variant}({path}){doc},");
    }
    text.push('}');
    text
}
