//! JSON pointers (RFC 6901) as text. Reference tokens are escaped, unescaped and percent-decoded here and nowhere
//! else in this workspace; some callers split a pointer at `/` and pass on its tokens.

use std::borrow::Cow;

use serde_json::Value;

use super::Step;

/// Appends one reference token.
pub(crate) fn push(pointer: &mut String, token: &str) {
    pointer.push('/');
    for c in token.chars() {
        push_char(pointer, c);
    }
}

/// Appends one character of a reference token.
pub(super) fn push_char(pointer: &mut String, c: char) {
    match c {
        '~' => pointer.push_str("~0"),
        '/' => pointer.push_str("~1"),
        c => pointer.push(c),
    }
}

/// `pointer` with one more reference token.
#[must_use]
pub fn join(pointer: &str, token: &str) -> String {
    let mut joined = pointer.to_owned();
    push(&mut joined, token);
    joined
}

/// The key that a reference token encodes.
pub(crate) fn unescaped(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}

/// The key that a reference token of a URI fragment encodes; the token itself if it is not UTF-8.
pub(crate) fn decoded(token: &str) -> Cow<'_, str> {
    match fragment(token) {
        Some(Cow::Borrowed(token)) => unescaped(token),
        Some(Cow::Owned(token)) => Cow::Owned(unescaped(&token).into_owned()),
        None => Cow::Borrowed(token),
    }
}

/// The keys that the reference tokens of a pointer encode.
pub(crate) fn tokens(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(unescaped)
}

/// A URI fragment without its percent-encoding; `None` when the bytes are not UTF-8.
pub(crate) fn fragment(text: &str) -> Option<Cow<'_, str>> {
    percent_encoding::percent_decode_str(text)
        .decode_utf8()
        .ok()
}

/// A JSON pointer as the fragment of a URI.
#[must_use]
pub(crate) fn as_fragment(pointer: &str) -> String {
    const KEPT: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'~')
        .remove(b'-')
        .remove(b'.')
        .remove(b'_')
        .remove(b'$');
    percent_encoding::utf8_percent_encode(pointer, KEPT).to_string()
}

/// The target of a pointer, with the steps to it: the keys are those of the document.
pub(crate) fn follow<'a>(root: &'a Value, pointer: &str) -> Option<(Vec<Step<'a>>, &'a Value)> {
    if !pointer.is_empty() && !pointer.starts_with('/') {
        return None;
    }
    let mut steps = Vec::new();
    let mut here = root;
    for token in tokens(pointer) {
        let (step, below) = match here {
            Value::Object(map) => {
                let (key, below) = map.get_key_value(token.as_ref())?;
                (Step::Key(key), below)
            }
            Value::Array(items) => {
                let index = index(&token)?;
                (Step::Index(index), items.get(index)?)
            }
            _ => return None,
        };
        steps.push(step);
        here = below;
    }
    Some((steps, here))
}

/// The index that a token encodes: digits without a leading zero.
fn index(token: &str) -> Option<usize> {
    let is_plain = token.bytes().all(|byte| byte.is_ascii_digit())
        && (token.len() == 1 || !token.starts_with('0'));
    is_plain.then(|| token.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tokens_are_escaped_and_come_back() {
        for token in ["", "a", "a/b", "~1", "~", "m~n", "~01"] {
            let pointer = join("/x", token);
            let read: Vec<_> = tokens(&pointer).collect();
            assert_eq!(read, ["x", token]);
        }
    }

    #[test]
    fn pointers_are_followed_as_serde_json_follows_them() {
        let root = json!({"a b/c": [{"é": 1}, 2], "": {"~": 3}, "0": 4});
        for pointer in [
            "",
            "/",
            "//~0",
            "/a b~1c/0/é",
            "/a b~1c/1",
            "/a b~1c/01",
            "/a b~1c/+1",
            "/a b~1c/-",
            "/a b~1c/2",
            "/0",
            "0",
            "/nope",
            "/0/x",
        ] {
            let found = follow(&root, pointer);
            assert_eq!(
                found.as_ref().map(|(_, value)| *value),
                root.pointer(pointer),
                "{pointer}"
            );
            if let Some((steps, _)) = found {
                assert_eq!(crate::path::written(&steps), pointer);
            }
        }
    }
}
