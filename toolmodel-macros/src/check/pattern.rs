//! Patterns that are certainly not valid regular expressions. What an engine may or may not accept is left to
//! `check_definition`, which tries one.

/// What is obviously wrong with a pattern, if anything.
pub(super) fn problem_of(pattern: &str) -> Option<&'static str> {
    let mut groups = 0usize;
    let mut may_repeat = false;
    let mut characters = pattern.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                if characters.next().is_none() {
                    return Some("a `\\` at the end escapes nothing");
                }
                may_repeat = true;
            }
            '[' => {
                if !skip_class(&mut characters) {
                    return Some("a `[` is never closed");
                }
                may_repeat = true;
            }
            '(' => {
                groups += 1;
                may_repeat = false;
                if characters.peek() == Some(&'?') {
                    characters.next();
                }
            }
            ')' => {
                groups = match groups.checked_sub(1) {
                    Some(groups) => groups,
                    None => return Some("a `)` closes nothing"),
                };
                may_repeat = true;
            }
            '*' | '+' | '?' if !may_repeat => return Some("there is nothing to repeat"),
            '|' | '^' => may_repeat = false,
            _ => may_repeat = true,
        }
    }
    (groups > 0).then_some("a `(` is never closed")
}

/// Skips to after the `]` of a character class; returns whether there is one.
fn skip_class(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                characters.next();
            }
            ']' => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plainly_broken_is_found() {
        for pattern in ["(", "a)", "[a", "[a\\]", "*a", "(+)", "a|*", "a\\"] {
            assert!(problem_of(pattern).is_some(), "{pattern}");
        }
    }

    #[test]
    fn what_may_be_fine_passes() {
        for pattern in [
            "",
            "^$",
            "^[a-z]+/[a-z]+$",
            "(?:a|b)*",
            "(?=x)y",
            "(?<n>a)+?",
            "[()*+?]",
            "\\(",
            "[\\]]",
            "a{2,3}?",
            "x|",
            "(|a)",
            "\\d+\\.\\d*",
            "]",
            "{",
            "[^]a]",
        ] {
            assert_eq!(problem_of(pattern), None, "{pattern}");
        }
    }
}
