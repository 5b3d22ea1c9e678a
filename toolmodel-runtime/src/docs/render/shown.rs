//! Text from anywhere, with everything in it visible.

pub(super) use crate::error::excerpt::visible_json;
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
    let shown = visible(text);
    let words: Vec<&str> = shown.split_whitespace().collect();
    words.join(" ")
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
