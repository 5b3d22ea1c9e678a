//! Which characters a reader does not see, or sees in another position.

/// Whether a character has to be spelled out when text from anywhere is shown: it is invisible, or it moves other
/// characters, so that the text could be mistaken for another.
///
/// These are control characters (except line feed and tab), separators of lines and paragraphs that
/// are not line feeds, characters that change the direction of text, and what Unicode calls
/// default-ignorable. Joiners and the variation selectors up to 16 are not hidden, because
/// scripts and emoji need them.
#[inline]
pub(crate) fn is_hidden(c: char) -> bool {
    let is_control = c.is_control() && !matches!(c, '\n' | '\t');
    // Most text is ASCII, where nothing else needs checking.
    is_control || !c.is_ascii() && is_hidden_beyond_ascii(c)
}

fn is_hidden_beyond_ascii(c: char) -> bool {
    let is_separator = matches!(c, '\u{2028}' | '\u{2029}');
    is_separator || turns_text(c) || is_ignorable(c)
}

fn turns_text(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// `Default_Ignorable_Code_Point`, except those named above.
fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::is_hidden;

    #[test]
    fn what_turns_or_hides_text_is_hidden() {
        for c in "\0\r\u{8}\u{85}\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{feff}\u{e0041}"
            .chars()
            .chain('\u{202a}'..='\u{202e}')
            .chain('\u{2066}'..='\u{2069}')
        {
            assert!(is_hidden(c), "{}", c.escape_unicode());
        }
    }

    #[test]
    fn what_text_is_made_of_is_shown() {
        for c in "a é道\n\t\u{200d}\u{200c}\u{fe0f}\u{301}\u{a0}🦀".chars() {
            assert!(!is_hidden(c), "{}", c.escape_unicode());
        }
    }
}
