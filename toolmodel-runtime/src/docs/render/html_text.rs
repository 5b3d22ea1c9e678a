//! Text from anywhere as part of an HTML page.

use std::fmt::Write as _;

use super::prose::visible;

/// Text with everything escaped that means something in HTML, in text and in attributes.
pub(super) fn escaped(text: &str) -> String {
    let text = visible(text);
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
    let mut paragraph: Vec<&str> = Vec::new();
    let mut code: Option<Vec<&str>> = None;
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        match (&mut code, is_fence) {
            (None, true) => {
                flush(&mut paragraph, &mut html);
                code = Some(Vec::new());
            }
            (Some(lines), true) => {
                push_code(lines, &mut html);
                code = None;
            }
            (Some(lines), false) => lines.push(line),
            (None, false) if line.trim().is_empty() => flush(&mut paragraph, &mut html),
            (None, false) => paragraph.push(line),
        }
    }
    flush(&mut paragraph, &mut html);
    if let Some(lines) = code {
        push_code(&lines, &mut html);
    }
    html
}

fn push_code(lines: &[&str], html: &mut String) {
    html.push_str("<pre tabindex=\"0\"><code>");
    html.push_str(&escaped(&lines.join("\n")));
    html.push_str("</code></pre>\n");
}

fn flush(paragraph: &mut Vec<&str>, html: &mut String) {
    if paragraph.is_empty() {
        return;
    }
    html.push_str("<p>");
    html.push_str(&spans(&paragraph.join("\n")));
    html.push_str("</p>\n");
    paragraph.clear();
}

/// Text with its code spans.
pub(super) fn spans(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        let span = after.split_once('`').filter(|(span, _)| !span.is_empty());
        let Some((span, after)) = span.filter(|(span, _)| !span.contains('\n')) else {
            html.push_str(&escaped(before));
            html.push('`');
            rest = after;
            continue;
        };
        html.push_str(&escaped(before));
        html.push_str("<code>");
        html.push_str(&escaped(span));
        html.push_str("</code>");
        rest = after;
    }
    html.push_str(&escaped(rest));
    html
}

/// An id for an element: letters, digits, `_`, `.` and `-` stay, all else is written as its code.
pub(super) fn element_id(text: &str) -> String {
    let mut id = String::from("tool-");
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') {
            id.push(c);
        } else {
            // Writing to a string has no way to fail.
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
