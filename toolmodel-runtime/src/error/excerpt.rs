//! User text in messages: one line, cut to a bounded length.

/// Characters of a text shown at most.
const LONGEST: usize = 60;

/// A text in one line, cut to a bounded number of characters.
pub(crate) fn cut(text: &str) -> String {
    let mut shown = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == LONGEST {
            shown.push('…');
            break;
        }
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(cut(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
        assert_eq!(cut("a\nb"), "a\\nb");
    }
}
