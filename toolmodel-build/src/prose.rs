//! Descriptions as lines of documentation that never turn into doctests, links or broken comments.

use toolmodel_runtime::__private::is_hidden;

/// The lines of a description, harmless: code blocks are plain text, and nothing is accidentally indented
/// into one.
pub(crate) fn doc_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.trim_end().lines() {
        let line = visible(line);
        let (marker, content) = after_list_markers(line.trim_start());
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| content.starts_with(mark) && is_fence(content));
        match (fence, mark) {
            (None, Some(mark)) => {
                fence = Some(mark);
                // A fence that opens inside a list item is put on a line of its own.
                if !marker.is_empty() {
                    lines.push(marker.trim_end().to_owned());
                }
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

/// Splits the markers of list items from what they hold.
fn after_list_markers(line: &str) -> (&str, &str) {
    let mut rest = line;
    loop {
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = (digits.len() < rest.len()).then(|| digits.strip_prefix(['.', ')']));
        let item = numbered
            .flatten()
            .or_else(|| rest.strip_prefix(['-', '*', '+']));
        match item {
            Some(item) if item.starts_with(' ') => rest = item.trim_start(),
            _ => return (&line[..line.len() - rest.len()], rest),
        }
    }
}

/// Backticks are a fence unless more of them follow on the line, as in inline code.
fn is_fence(content: &str) -> bool {
    !content.trim_start_matches('`').contains('`') || !content.starts_with('`')
}

/// A line outside code blocks: at most two spaces deep, brackets not links, tags not HTML, and
/// only pairs of backticks make code.
fn outside(line: &str) -> String {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return String::new();
    }
    let indent = line.len() - line.trim_start().len();
    let mut result = " ".repeat(indent.min(2));
    let mut rest = trimmed;
    while let Some(c) = rest.chars().next() {
        match c {
            '`' => {
                let after = rest.trim_start_matches('`');
                let (run, _) = rest.split_at(rest.len() - after.len());
                if let Some(span) = code_span(run, after) {
                    result.push_str(&rest[..run.len() + span]);
                    rest = &after[span..];
                } else {
                    result.push_str(&"\\`".repeat(run.len()));
                    rest = after;
                }
                continue;
            }
            // Many spaces after the marker of a list item would make a code block.
            ' ' => {
                result.push(' ');
                rest = rest.trim_start_matches(' ');
                continue;
            }
            '\\' if rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) => {
                result.push_str("\\\\");
            }
            '[' | ']' | '<' | '>' => {
                result.push('\\');
                result.push(c);
            }
            c => result.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    result
}

/// The length of a code span after the opening backticks, closing ones included.
fn code_span(run: &str, after: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(start) = after[at..].find('`') {
        let start = at + start;
        let end = after.len() - after[start..].trim_start_matches('`').len();
        if end - start == run.len() {
            return Some(end);
        }
        at = end;
    }
    None
}

/// Spells out characters that are hidden or change the direction of text.
fn visible(line: &str) -> String {
    let mut result = String::with_capacity(line.len());
    for c in line.chars() {
        if c == '\t' {
            result.push_str("  ");
        } else if is_hidden(c) {
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

    #[test]
    fn lists_hide_no_code_block() {
        assert_eq!(
            doc_lines("- ```rust\n  x!();\n  ```\n1.      y!();"),
            ["-", "```text", "  x!();", "```", "1. y!();"]
        );
        assert_eq!(doc_lines("- - ~~~\nx"), ["- -", "~~~text", "x", "~~~"]);
        assert_eq!(doc_lines("```a``` b"), ["```a``` b"]);
    }

    #[test]
    fn only_pairs_of_backticks_make_code() {
        assert_eq!(doc_lines("a ` <b>"), ["a \\` \\<b\\>"]);
        assert_eq!(doc_lines("a ``` <b> `"), ["a \\`\\`\\` \\<b\\> \\`"]);
        assert_eq!(doc_lines("``a ` <b>`` c"), ["``a ` <b>`` c"]);
        assert_eq!(doc_lines("\\`<b>`"), ["\\\\`<b>`"]);
        assert_eq!(doc_lines("C:\\dir"), ["C:\\dir"]);
    }
}
