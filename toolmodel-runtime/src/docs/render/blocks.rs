//! The Markdown that both renderers recognise in text from anywhere: fenced code and code spans.

use std::collections::HashMap;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Block<'a> {
    /// The lines of a fenced code block, and the word after its fence.
    Code(&'a str, Vec<&'a str>),
    /// Lines of anything else.
    Text(Vec<&'a str>),
}

/// The blocks of a text. A code block that is never closed continues to the end.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Fence<'_>> = None;
    for line in text.lines().map(str::trim_end) {
        match &open {
            Some(fence) if fence.is_closed_by(line) => open = None,
            Some(fence) => {
                if let Some(Block::Code(_, lines)) = blocks.last_mut() {
                    lines.push(fence.dedented(line));
                }
            }
            None => match (Fence::opened_by(line), blocks.last_mut()) {
                (Some(fence), _) => {
                    blocks.push(Block::Code(fence.info, Vec::new()));
                    open = Some(fence);
                }
                (None, Some(Block::Text(lines))) => lines.push(line),
                (None, _) => blocks.push(Block::Text(vec![line])),
            },
        }
    }
    blocks
}

/// The line that opens a code block.
struct Fence<'a> {
    indent: usize,
    marks: &'a str,
    info: &'a str,
}

impl<'a> Fence<'a> {
    fn opened_by(line: &'a str) -> Option<Self> {
        let start = line.trim_start();
        let mark = start.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let info = start.trim_start_matches(mark);
        let marks = &start[..start.len() - info.len()];
        let is_fence = marks.len() >= 3 && !(mark == '`' && info.contains('`'));
        is_fence.then(|| Self {
            indent: line.len() - start.len(),
            marks,
            info: info.trim(),
        })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let start = line.trim_start();
        start.starts_with(self.marks) && start.bytes().all(|byte| byte == self.marks.as_bytes()[0])
    }

    /// A line of the block without the indentation that its fence has.
    fn dedented<'l>(&self, line: &'l str) -> &'l str {
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        &line[blank.min(self.indent)..]
    }
}

/// A part of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// The text between the backticks of a code span.
    Code(&'a str),
    /// Anything else.
    Text(&'a str),
}

/// The pieces of a line. With `escapes`, a backslash before backticks keeps them from opening a
/// code span, as it does in Markdown. Nor does a code span start inside a web address, because renderers that turn the
/// address into a link treat the backticks as part of it.
pub(super) fn pieces(line: &str, escapes: bool) -> Vec<Piece<'_>> {
    let runs = runs(line);
    // Looking for the closing run from each opening one would be quadratic.
    let mut closing = vec![None; runs.len()];
    let mut next_of_length = HashMap::new();
    for (i, (_, length)) in runs.iter().enumerate().rev() {
        closing[i] = next_of_length.insert(*length, i);
    }
    let mut pieces = Vec::new();
    let mut text_start = 0;
    let mut i = 0;
    while let Some(&(start, length)) = runs.get(i) {
        let before = &line[text_start..start];
        let is_escaped = escapes && is_escaped(before);
        match closing[i].filter(|_| !is_escaped) {
            Some(_) if ends_in_address(before) => {
                let rest = &line[start..];
                let end = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
                i += runs[i..].partition_point(|(start, _)| *start < end);
            }
            Some(close) => {
                let (end, _) = runs[close];
                pieces.push(Piece::Text(&line[text_start..start]));
                pieces.push(Piece::Code(&line[start + length..end]));
                text_start = end + length;
                i = close + 1;
            }
            None => i += 1,
        }
    }
    pieces.push(Piece::Text(&line[text_start..]));
    pieces.retain(|piece| *piece != Piece::Text(""));
    pieces
}

fn is_escaped(before: &str) -> bool {
    let backslashes = before.bytes().rev().take_while(|byte| *byte == b'\\');
    backslashes.count() % 2 == 1
}

/// Whether the last word contains what a renderer may take as the start of a web address.
fn ends_in_address(text: &str) -> bool {
    let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    word.contains("://")
        || ["www.", "mailto:", "xmpp:"]
            .iter()
            .any(|start| word.to_ascii_lowercase().contains(start))
}

/// Where runs of backticks start, and how long they are.
fn runs(line: &str) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in line.match_indices('`') {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_found_at_any_indentation() {
        let text = "a\n  ```js x\n    b\n c\n```` \nd\n~~~\n```\n";
        assert_eq!(
            blocks(text),
            [
                Block::Text(vec!["a"]),
                Block::Code("js x", vec!["  b", "c"]),
                Block::Text(vec!["d"]),
                Block::Code("", vec!["```"]),
            ]
        );
        assert_eq!(blocks("```a``` b"), [Block::Text(vec!["```a``` b"])]);
    }

    #[test]
    fn code_spans_close_with_as_many_backticks() {
        assert_eq!(
            pieces("a `b` ``c`d`` ` ```", false),
            [
                Piece::Text("a "),
                Piece::Code("b"),
                Piece::Text(" "),
                Piece::Code("c`d"),
                Piece::Text(" ` ```"),
            ]
        );
        assert_eq!(
            pieces("\\`a` b`", true),
            [Piece::Text("\\`a"), Piece::Code(" b")]
        );
        assert_eq!(pieces("\\\\`a`", true).len(), 2);
        assert_eq!(pieces("", false), []);
    }

    #[test]
    fn web_addresses_hold_no_code() {
        for address in ["https://a/`b`c`d`", "x(WWW.a`b`", "mailto:`a`"] {
            assert_eq!(pieces(address, false), [Piece::Text(address)]);
        }
        let after = "https://a `b` c:`d`";
        assert_eq!(pieces(after, false).len(), 4);
    }
}
