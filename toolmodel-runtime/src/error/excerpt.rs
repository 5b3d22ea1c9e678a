//! Showing values of an instance to people and models: cut to a bounded length, and never whole
//! when they look like secrets.

use serde_json::Value;

/// Characters of a text shown at most.
const LONGEST: usize = 60;

/// A text in one line, cut to a bounded number of characters.
pub(crate) fn cut(text: &str) -> String {
    cut_to(text, LONGEST)
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

/// A value of an instance: in backticks when it is a scalar and no secret, else what it is.
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

/// Parts of property names that say their value is a secret, in lower case and without `-`, `_`.
const SECRET_NAMES: [&str; 17] = [
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "signingkey",
    "authorization",
    "credential",
    "cookie",
    "bearer",
    "jwt",
    "otp",
];

/// Whether a property of this name holds a secret.
pub(crate) fn is_secret_name(name: &str, value: &Value) -> bool {
    let folded: String = name
        .chars()
        .take(128)
        .filter(|c| !matches!(c, '-' | '_' | ' ' | '.'))
        .flat_map(char::to_lowercase)
        .collect();
    // A number of tokens, as in `max_tokens`, is none.
    if value.is_number() && folded.ends_with("tokens") {
        return false;
    }
    SECRET_NAMES.iter().any(|part| match *part {
        "otp" | "pwd" | "jwt" => folded == *part || folded.ends_with(part),
        part => folded.contains(part),
    })
}

/// How well-known keys begin.
const KEY_PREFIXES: [&str; 18] = [
    "sk-",
    "sk_",
    "pk_",
    "rk_",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xox",
    "AKIA",
    "ASIA",
    "AIza",
    "hf_",
    "npm_",
    "eyJ",
];

/// Whether a text is shaped like a key, a web token or a long random string.
pub(crate) fn is_secret_text(text: &str) -> bool {
    if text.contains("-----BEGIN") {
        return true;
    }
    let lower = text.get(..7).map(str::to_ascii_lowercase);
    if matches!(lower.as_deref(), Some("bearer " | "basic a" | "basic z")) {
        return true;
    }
    let in_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '/' | '=');
    text.split(|c: char| !in_key(c))
        .any(|piece| is_key(piece) || is_random(piece))
}

fn is_key(piece: &str) -> bool {
    piece.len() >= 12 && KEY_PREFIXES.iter().any(|prefix| piece.starts_with(prefix))
}

fn is_random(piece: &str) -> bool {
    let bytes = piece.as_bytes();
    let has = |test: fn(&u8) -> bool| bytes.iter().any(test);
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    let mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    let joined = bytes.iter().all(u8::is_ascii_alphanumeric);
    let turns = bytes
        .windows(2)
        .filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        .count();
    match bytes.len() {
        ..16 => false,
        16..20 => digits == bytes.len(),
        length => {
            (digits >= 2 && has(u8::is_ascii_alphabetic))
                || (digits >= 1 && mixed)
                || digits == length
                || (joined && mixed && turns >= 3)
                || (joined && length >= 32)
        }
    }
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
    fn names_of_secrets_are_known() {
        for name in [
            "password",
            "API-Key",
            "access_token",
            "Authorization",
            "clientSecret",
        ] {
            assert!(is_secret_name(name, &json!("x")), "{name}");
        }
        for name in ["query", "compass", "author"] {
            assert!(!is_secret_name(name, &json!("x")), "{name}");
        }
        assert!(!is_secret_name("max_tokens", &json!(5)));
        assert!(is_secret_name("tokens", &json!("x")));
    }

    #[test]
    fn shapes_of_secrets_are_known() {
        for text in [
            "sk-proj-abcdefgh",
            "eyJhbGciOiJIUzI1NiJ9.e30.x",
            "Bearer abc",
            "4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c",
            "AKIAIOSFODNN7EXAMPLE",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "4111111111111111",
        ] {
            assert!(is_secret_text(text), "{text}");
        }
        for text in [
            "hello world",
            "2026-01-31T12:00:00Z",
            "getting-started-with-rust",
            "",
        ] {
            assert!(!is_secret_text(text), "{text}");
        }
    }
}
