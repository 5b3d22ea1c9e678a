//! Descriptions as doc comments that never turn into doctests, links or broken comments.

use proc_macro2::TokenStream;
use quote::quote;

/// The doc attributes of a description.
pub(super) fn render_doc(description: Option<&str>) -> TokenStream {
    let Some(text) = description else {
        return TokenStream::new();
    };
    let lines = doc_lines(text);
    let lines = lines.iter().map(|line| match line.as_str() {
        "" => String::new(),
        line => format!(" {line}"),
    });
    quote!(#(#[doc = #lines])*)
}

/// One line of doc.
pub(super) fn line(text: &str) -> TokenStream {
    render_doc(Some(text))
}

/// The lines of a description, harmless: code blocks are plain text, and nothing is indented into
/// one by accident.
fn doc_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.trim_end().lines() {
        let line = visible(line);
        let trimmed = line.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => {
                fence = Some(mark);
                lines.push(format!("{mark}text"));
            }
            (Some(open), Some(mark)) if open == mark => {
                fence = None;
                lines.push(mark.to_owned());
            }
            (Some(_), _) => lines.push(line.trim_end().to_owned()),
            (None, None) => lines.push(outside(&line)),
        }
    }
    if let Some(mark) = fence {
        lines.push(mark.to_owned());
    }
    while lines.first().is_some_and(String::is_empty) {
        lines.remove(0);
    }
    lines
}

/// A line outside code blocks: at most three spaces deep, brackets not links, tags not HTML.
fn outside(line: &str) -> String {
    let trimmed = line.trim();
    let indent = line.len() - line.trim_start().len();
    let mut result = " ".repeat(indent.min(2));
    if trimmed.is_empty() {
        result.clear();
    }
    let mut code = false;
    for c in trimmed.chars() {
        match c {
            '`' => code = !code,
            '[' | ']' | '<' | '>' if !code => result.push('\\'),
            _ => {}
        }
        result.push(c);
    }
    result
}

/// Control characters, and those that change the direction of text, spelled out.
fn visible(line: &str) -> String {
    let mut result = String::with_capacity(line.len());
    for c in line.chars() {
        let hidden = matches!(
            c,
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}'
        );
        if c == '\t' {
            result.push_str("  ");
        } else if hidden || c.is_control() {
            result.extend(c.escape_unicode());
        } else {
            result.push(c);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_never_becomes_a_doctest() {
        let lines = doc_lines("Use:\n\n    let x = 1;\n\n```rust\npanic!()\n```\ndone */");
        assert_eq!(
            lines,
            [
                "Use:",
                "",
                "  let x = 1;",
                "",
                "```text",
                "panic!()",
                "```",
                "done */"
            ]
        );
        assert_eq!(doc_lines("a\n```\nb"), ["a", "```text", "b", "```"]);
        assert_eq!(
            doc_lines("see [x] <b> `a<b>`"),
            ["see \\[x\\] \\<b\\> `a<b>`"]
        );
        assert_eq!(doc_lines("a\u{202e}b"), ["a\\u{202e}b"]);
        assert_eq!(doc_lines("\n\n"), Vec::<String>::new());
    }
}
