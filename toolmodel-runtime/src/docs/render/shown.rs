//! Text from anywhere, with everything in it visible.

use std::fmt::Write as _;

use crate::rules::hidden::is_hidden;

/// Text with its hidden characters spelled out, and line feeds for all line breaks.
pub(super) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' => shown.push('\n'),
            c if is_hidden(c) => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// Visible text on one line, with one space for each run of them.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in visible(text).split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// JSON text with its hidden characters escaped; it is the same JSON.
pub(super) fn visible_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        // In JSON, a hidden character can only be in strings.
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_spelled_out() {
        assert_eq!(visible("a\u{202e}b\0c\r\n\td"), "a\\u{202e}b\\u{0}c\n\td");
        assert_eq!(visible("\u{61c}\r"), "\\u{61c}\n");
        assert_eq!(one_line(" a\n\u{a0} b\u{61c} "), "a b\\u{61c}");
    }

    #[test]
    fn json_stays_the_same() {
        let json = "{\n  \"a\u{202e}\": \"\u{e0041}\"\n}";
        let shown = visible_json(json);
        assert_eq!(shown, "{\n  \"a\\u202e\": \"\\udb40\\udc41\"\n}");
        let parse = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap();
        assert_eq!(parse(&shown), parse(json));
    }
}
