//! Splits a command line into words: quotes and backslashes as in a shell, and nothing else.

/// Splits a command line.
pub(crate) fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                quoted(c, &mut chars, word)?;
            }
            '\\' => match chars.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err("ends with a backslash".to_owned()),
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if words.is_empty() {
        return Err("is empty: expected a command".to_owned());
    }
    Ok(words)
}

fn quoted(quote: char, chars: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), String> {
    while let Some(c) = chars.next() {
        match c {
            c if c == quote => return Ok(()),
            '\\' if quote == '"' => match chars.next() {
                Some(next @ ('"' | '\\' | '$' | '`')) => word.push(next),
                Some(next) => word.extend(['\\', next]),
                None => break,
            },
            c => word.push(c),
        }
    }
    Err(format!("has a quote {quote} that is not closed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let words = |text: &str| split(text).unwrap();
        assert_eq!(words("npx -y  a"), ["npx", "-y", "a"]);
        assert_eq!(
            words(r#"a 'b c' "d \" e"'f' g\ h"#),
            ["a", "b c", "d \" ef", "g h"]
        );
        assert_eq!(words(r#"a '' "\n" "$x""#), ["a", "", "\\n", "$x"]);
    }

    #[test]
    fn what_is_not_closed_is_refused() {
        for text in ["", "  ", "a 'b", "a \"b", "a \\", "a \"b\\"] {
            assert!(split(text).is_err(), "{text}");
        }
    }
}
