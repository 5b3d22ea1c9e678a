//! User text in messages: escaped, and cut when long.

/// The most characters of user text that a message repeats.
const LONGEST: usize = 80;

/// `text` as a message shows it.
pub(crate) fn excerpt(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(LONGEST)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_and_control_characters_are_escaped() {
        assert_eq!(excerpt("a\nb"), "a\\nb");
        assert_eq!(excerpt(&"\u{e9}".repeat(80)), "\u{e9}".repeat(80));
        assert_eq!(excerpt(&"x".repeat(81)), format!("{}...", "x".repeat(80)));
    }
}
