//! How much of a model's context the definitions take.

use toolmodel_runtime::docs::estimate_tokens;

use crate::cli::finding::{Finding, Level};
use crate::cli::input::Input;
use crate::identify::Identified;

/// A definition with more tokens than this is worth a look.
const LARGE: usize = 4_000;

/// Bytes of the definitions, and their approximate number of tokens.
pub(super) struct Size {
    pub(super) bytes: usize,
    pub(super) tokens: usize,
}

fn size(tool: &Identified) -> Size {
    let text = tool.loaded.tool.to_mcp_json();
    Size {
        bytes: text.len(),
        tokens: estimate_tokens(&text),
    }
}

pub(super) fn total(input: &Input) -> Size {
    let none = Size {
        bytes: 0,
        tokens: 0,
    };
    input.tools.iter().map(size).fold(none, |sum, one| Size {
        bytes: sum.bytes + one.bytes,
        tokens: sum.tokens + one.tokens,
    })
}

pub(super) fn check(input: &Input, tool: &Identified, findings: &mut Vec<Finding>) {
    let Size { bytes, tokens } = size(tool);
    if tokens > LARGE {
        let message = format!("`{}` is {bytes} bytes, about {tokens} tokens", tool.id);
        let finding = Finding::new("large-tool", Level::Warning, message)
            .help("shorten descriptions and enums, or split the tool: every request pays for it");
        findings.push(input.finding(tool, "", finding));
    }
}
