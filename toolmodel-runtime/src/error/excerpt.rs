//! Shows values of an instance to people and models: cut to a bounded length, and never whole
//! when they look like secrets.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

use serde_json::Value;

pub(crate) use super::secret::{is_secret_name, is_secret_text};
use crate::path::pointer;
use crate::rules::hidden::is_hidden;

/// Most characters of a text that are shown.
const LONGEST: usize = 60;

/// Most characters of a path that are shown.
const LONGEST_PATH: usize = 200;

/// A pointer in one line, without names that look like secrets.
pub(crate) fn show_path(path: &str) -> String {
    cut_to(&without_secrets(path), LONGEST_PATH)
}

/// A pointer without names that look like secrets.
pub(crate) fn without_secrets(path: &str) -> Cow<'_, str> {
    let is_secret = |token: &str| is_secret_text(&pointer::unescaped(token));
    if !path.split('/').any(is_secret) {
        return Cow::Borrowed(path);
    }
    let tokens = path.split('/').skip(1);
    let shown = tokens.flat_map(|token| ["/", if is_secret(token) { "…" } else { token }]);
    Cow::Owned(shown.collect())
}

/// A text in one line, cut to a bounded number of characters.
pub(crate) fn cut(text: &str) -> String {
    cut_to(text, LONGEST)
}

/// A text that is short already, such as a path, in one line.
pub(crate) fn in_one_line(text: &str) -> String {
    cut_to(text, usize::MAX)
}

pub(crate) fn cut_to(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == longest {
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

/// The first `max` characters (Unicode scalar values).
pub(crate) fn truncated(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    match text.char_indices().nth(max) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// The first `max` characters, with a mark where the text was cut.
pub(crate) fn shortened(text: &str, max: usize) -> Cow<'_, str> {
    let shown = truncated(text, max);
    if shown.len() < text.len() {
        Cow::Owned(format!("{shown}…"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The first few names in backticks, and how many more there are.
pub fn first_of(names: impl ExactSizeIterator<Item: Display>, most: usize) -> String {
    let more = names.len().saturating_sub(most);
    let shown: Vec<String> = names.take(most).map(|name| format!("`{name}`")).collect();
    let shown = shown.join(", ");
    if more == 0 {
        return shown;
    }
    format!("{shown} and {more} more")
}

/// A value of an instance: in backticks if it is a scalar and not secret, otherwise its type.
pub(crate) fn show(value: &Value, secret: bool) -> String {
    match value {
        Value::Null | Value::Bool(_) if !secret => format!("`{value}`"),
        Value::Number(number) if !secret => format!("`{number}`"),
        Value::String(text) if !secret && !is_secret_text(text) => format!("`{}`", cut(text)),
        Value::String(text) => format!("a string of {}", count(text.chars().count(), "character")),
        Value::Array(items) => format!("an array of {}", count(items.len(), "item")),
        Value::Object(_) => "an object".to_owned(),
        Value::Number(_) => "a number".to_owned(),
        Value::Bool(_) => "a boolean".to_owned(),
        Value::Null => "null".to_owned(),
    }
}

/// A property name, which may itself be a secret put in the wrong place.
pub(crate) fn show_name(name: &str) -> String {
    if is_secret_text(name) {
        format!("of {}", count(name.chars().count(), "character"))
    } else {
        format!("`{}`", cut(name))
    }
}

pub(crate) fn count(number: usize, unit: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

/// JSON text with its hidden characters escaped; it is the same JSON.
#[must_use]
pub fn visible_json(json: &str) -> String {
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
    use serde_json::json;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(cut(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
        assert_eq!(cut("a\nb"), "a\\nb");
        assert_eq!(show(&json!([1, 2]), false), "an array of 2 items");
    }

    #[test]
    fn characters_are_counted_not_bytes() {
        assert_eq!(truncated("añb", 2), "añ");
        assert_eq!(truncated("añb", 3), "añb");
        assert_eq!(truncated("🦀🦀", 1), "🦀");
        assert_eq!(truncated("abc", 0), "");
    }

    #[test]
    fn paths_are_shown_in_one_line_without_secrets() {
        assert_eq!(show_path("/a\nb/0"), "/a\\nb/0");
        assert_eq!(show_path("/a/ghp_0123456789abcdef/b"), "/a/…/b");
        assert_eq!(without_secrets("/postgres:~1~1u:pw@db"), "/…");
        assert_eq!(without_secrets("/a\nb"), "/a\nb");
        assert!(show_path(&"/a".repeat(1000)).chars().count() <= LONGEST_PATH + 1);
    }
}
