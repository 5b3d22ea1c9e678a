//! Text from anywhere as part of an HTML page.

use std::fmt::Write as _;

use super::blocks::{Block, Piece, blocks, pieces};
use super::shown::{visible, visible_json};

/// Text with everything escaped that has a meaning in HTML, in text and in attributes.
pub(super) fn escaped(text: &str) -> String {
    markup_escaped(&visible(text))
}

/// JSON text, escaped likewise; it remains the same JSON.
pub(super) fn escaped_json(json: &str) -> String {
    markup_escaped(&visible_json(json))
}

fn markup_escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + text.len() / 16);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Text that may be Markdown: code blocks and code spans are shown as such, paragraphs keep their
/// line breaks, and everything else is plain text.
pub(super) fn body(text: &str) -> String {
    let mut html = String::new();
    for block in blocks(text) {
        match block {
            Block::Code(_, lines) => {
                html.push_str("<pre tabindex=\"0\"><code>");
                html.push_str(&escaped(&lines.join("\n")));
                html.push_str("</code></pre>\n");
            }
            Block::Text(lines) => {
                for paragraph in lines.split(|line| line.is_empty()) {
                    if !paragraph.is_empty() {
                        let _ = writeln!(html, "<p>{}</p>", spans(&paragraph.join("\n")));
                    }
                }
            }
        }
    }
    html
}

/// Text with its code spans.
pub(super) fn spans(text: &str) -> String {
    let mut html = String::new();
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            html.push('\n');
        }
        for piece in pieces(line, false) {
            match piece {
                Piece::Text(text) => html.push_str(&escaped(text)),
                Piece::Code(code) => {
                    let _ = write!(html, "<code>{}</code>", escaped(code.trim()));
                }
            }
        }
    }
    html
}

/// An id for an element: letters, digits, `_`, `.` and `-` are kept, everything else is written as its code.
pub(super) fn element_id(text: &str) -> String {
    let mut id = String::from("tool-");
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') {
            id.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(id, "~{:x}~", u32::from(c));
        }
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_escaped() {
        assert_eq!(
            escaped("<a b='c' d=\"e\">&"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;"
        );
        assert_eq!(
            body("a `<b>`\n<c> ` d\n\n```js\n</code><x>\n"),
            "<p>a <code>&lt;b&gt;</code>\n&lt;c&gt; ` d</p>\n\
             <pre tabindex=\"0\"><code>&lt;/code&gt;&lt;x&gt;</code></pre>\n"
        );
    }

    #[test]
    fn element_ids_are_safe_and_distinct() {
        assert_eq!(element_id("gh:get_repo"), "tool-gh~3a~get_repo");
        assert_ne!(element_id("a:b"), element_id("a~3a~b"));
        assert_eq!(element_id("\" onclick=é"), "tool-~22~~20~onclick~3d~~e9~");
    }
}
