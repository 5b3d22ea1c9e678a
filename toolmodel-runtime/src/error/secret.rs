//! What must not be quoted: decides what looks like a secret, by the name of a
//! property or by the text itself.

use serde_json::Value;

use super::excerpt::truncated;

/// Parts of property names that mark their value as a secret, in lower case and without `-`, `_`.
const PARTS: [&str; 27] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "authkey",
    "privatekey",
    "sharedkey",
    "masterkey",
    "signingkey",
    "encryptionkey",
    "accountkey",
    "authorization",
    "credential",
    "cookie",
    "bearer",
    "sessionid",
    "connectionstring",
    "mnemonic",
    "seedphrase",
    "recoverycode",
    "cardnumber",
    "accountnumber",
    "securitycode",
];

/// Whole words of property names that do the same; within longer words they mean nothing.
const WORDS: [&str; 20] = [
    "auth", "oauth", "pin", "pins", "otp", "totp", "mfa", "pass", "pwd", "pw", "jwt", "cvv",
    "cvv2", "cvc", "ssn", "iban", "dsn", "creds", "csrf", "sid",
];

/// Most characters of a name or a text that are examined; far fewer are ever shown.
const LOOKED_AT: usize = 4096;

/// Whether a property of this name holds a secret.
pub(crate) fn is_secret_name(name: &str, value: &Value) -> bool {
    // `max_tokens` is a count, not a secret.
    let counts = value.is_number() && folded(name).ends_with("tokens");
    !counts && is_name(name)
}

fn is_name(name: &str) -> bool {
    let folded = folded(name);
    PARTS.iter().any(|part| folded.contains(part)) || words(name).any(|word| is_word(&word))
}

fn is_word(word: &str) -> bool {
    WORDS.contains(&word)
}

fn folded(name: &str) -> String {
    let letters = name.chars().take(LOOKED_AT);
    letters
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The words of a name in lower case: `dbPin`, `db-pin` and `DB_PIN` have two.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars().take(LOOKED_AT) {
        let begins = !c.is_alphanumeric() || (before.is_lowercase() && c.is_uppercase());
        if begins && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.into_iter()
}

/// Prefixes of well-known keys.
const KEY_PREFIXES: [&str; 50] = [
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
    "gldt-",
    "glrt-",
    "xox",
    "xapp-",
    "AKIA",
    "ASIA",
    "AIza",
    "ya29.",
    "hf_",
    "npm_",
    "pypi-",
    "eyJ",
    "SG.",
    "key-",
    "shpat_",
    "shpss_",
    "dop_v1_",
    "dckr_pat_",
    "ATATT",
    "lin_api_",
    "ntn_",
    "secret_",
    "figd_",
    "glsa_",
    "hvs.",
    "hvb.",
    "sbp_",
    "sntrys_",
    "whsec_",
    "PMAK-",
    "r8_",
    "gsk_",
    "xai-",
    "pplx-",
    "nvapi-",
    "EAAC",
    "rubygems_",
    "tskey-",
    "AGE-SECRET-KEY-",
];

/// Whether a text is or contains something that looks like a key, a web token, a long random string, an address with
/// a password, or the name of a secret with its value.
pub(crate) fn is_secret_text(text: &str) -> bool {
    let text = truncated(text, LOOKED_AT);
    if text.contains("-----BEGIN") {
        return true;
    }
    let lower = text.get(..7).map(str::to_ascii_lowercase);
    if matches!(lower.as_deref(), Some("bearer " | "basic a" | "basic z")) {
        return true;
    }
    let in_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '/' | '=');
    let keys = text.split(|c: char| !in_key(c) && c != '.').any(is_key);
    keys || text.split(|c: char| !in_key(c)).any(is_random)
        || text.split(char::is_whitespace).any(has_password)
        || names_a_secret(text)
}

fn is_key(piece: &str) -> bool {
    // In an address, a key comes after the slash, as in those of webhooks.
    piece
        .split(['/', '='])
        .any(|piece| piece.len() >= 8 && KEY_PREFIXES.iter().any(|key| piece.starts_with(key)))
}

/// `scheme://user:password@host`, or any part of it that still has the password.
fn has_password(word: &str) -> bool {
    let Some((before, _)) = word.rsplit_once('@') else {
        return false;
    };
    let user = match before.split_once("://") {
        Some((_, rest)) if !rest.contains(['/', '?']) => return !rest.is_empty(),
        Some((_, rest)) => rest,
        None => before,
    };
    let scheme = user.split_once(':').map(|(first, _)| first);
    scheme.is_some_and(|first| !matches!(first, "mailto" | "acct" | "sip" | "sips" | "xmpp"))
}

/// `password=…`, `"token": …`, `Authorization: …`.
fn names_a_secret(text: &str) -> bool {
    text.match_indices(['=', ':']).any(|(at, _)| {
        let before = text[..at].trim_end_matches(['"', '\'', ' ', '\\']);
        let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let name = before.rsplit(|c: char| !in_name(c)).next();
        name.is_some_and(|name| !name.is_empty() && is_name(name)) && at + 1 < text.len()
    })
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
    fn names_of_secrets_are_known() {
        for name in [
            "password",
            "API-Key",
            "access_token",
            "Authorization",
            "clientSecret",
            "auth",
            "basicAuth",
            "PIN",
            "card_pin",
            "dbPass",
            "cvv",
            "connection_string",
            "MFA-code",
        ] {
            assert!(is_secret_name(name, &json!("x")), "{name}");
        }
        for name in [
            "query",
            "compass",
            "author",
            "authority",
            "spinner",
            "opinion",
            "passenger",
            "side",
        ] {
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
            "postgres://u:pw@db",
            "postgres://u:p/w@db/x",
            "https://user:pass@host/path",
            "see https://token@host/x for it",
            "u:pw@db:5432",
            "Server=db;User Id=u;Password=pw",
            r#"{"token": "x"}"#,
            "X-Api-Key: abc",
            "https://host/x?access_token=abc",
            "SG.abcdefgh",
            "hvs.CAESIJ",
        ] {
            assert!(is_secret_text(text), "{text}");
        }
        for text in [
            "hello world",
            "2026-01-31T12:00:00Z",
            "getting-started-with-rust",
            "",
            "mailto:someone@example.com",
            "someone@example.com",
            "git@github.com:org/repo.git",
            "https://example.com/@user/post",
            "https://example.com:8080/a?b=c",
            "a: b",
        ] {
            assert!(!is_secret_text(text), "{text}");
        }
    }
}
