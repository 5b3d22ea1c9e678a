//! The names that the tools of a set have on the wire.

use crate::rules::name::{MAX_NAME_CHARS, is_name, is_name_char};

/// How the tools of a set are named on the wire. A tool's own name and id do not change.
///
/// MCP knows no namespaces: a server offers `get_repo`, not `gh:get_repo`. Where tools of several
/// namespaces share a name, namespaces go in front.
///
/// ```
/// use toolmodel_runtime::WireNames;
///
/// assert_eq!(WireNames::Plain.of(Some("gh"), "get_repo"), "get_repo");
/// assert_eq!(WireNames::Prefixed.of(Some("gh"), "get_repo"), "gh_get_repo");
/// assert_eq!(WireNames::Prefixed.of(Some("my/hub"), "get_repo"), "my_hub_get_repo");
/// assert_eq!(WireNames::Prefixed.of(None, "get_repo"), "get_repo");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WireNames {
    /// The tool's name.
    #[default]
    Plain,
    /// Namespace, `_` and name. Characters of the namespace that a name may not contain become `_`, too.
    Prefixed,
}

impl WireNames {
    /// The name of a tool on the wire.
    #[must_use]
    pub fn of(self, namespace: Option<&str>, name: &str) -> String {
        match (self, namespace) {
            (Self::Prefixed, Some(namespace)) => {
                let mut text = String::with_capacity(namespace.len() + 1 + name.len());
                text.extend(
                    namespace
                        .chars()
                        .map(|c| if is_name_char(c) { c } else { '_' }),
                );
                text + "_" + name
            }
            (Self::Plain, _) | (Self::Prefixed, None) => name.to_owned(),
        }
    }
}

/// [`WireNames::Prefixed`] for constants.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Prefixed {
    text: [u8; MAX_NAME_CHARS],
    end: usize,
}

impl Prefixed {
    /// Joins namespace and name.
    ///
    /// # Panics
    /// At compile time, when the result is not a tool name.
    #[must_use]
    pub const fn new(namespace: Option<&str>, name: &str) -> Self {
        let mut joined = Self {
            text: [0; MAX_NAME_CHARS],
            end: 0,
        };
        if let Some(namespace) = namespace {
            let bytes = namespace.as_bytes();
            let mut i = 0;
            while i < bytes.len() {
                // A character of several bytes is one `_`.
                if bytes[i] & 0b1100_0000 != 0b1000_0000 {
                    let byte = bytes[i];
                    joined.push(if is_name_char(byte as char) {
                        byte
                    } else {
                        b'_'
                    });
                }
                i += 1;
            }
            joined.push(b'_');
        }
        let bytes = name.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            joined.push(bytes[i]);
            i += 1;
        }
        assert!(
            is_name(joined.as_str()),
            "with its namespace in front the name of a tool is not 1 to 128 of A-Z, a-z, 0-9, `_`, `.` and `-`"
        );
        joined
    }

    const fn push(&mut self, byte: u8) {
        assert!(
            self.end < MAX_NAME_CHARS,
            "with its namespace in front the name of a tool is longer than 128 characters"
        );
        self.text[self.end] = byte;
        self.end += 1;
    }

    /// The name.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.text.split_at(self.end).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_named_as_text_is() {
        let long = "n".repeat(120);
        for (namespace, name) in [
            (None, "a"),
            (Some("gh"), "get_repo"),
            (Some("a/b c"), "x"),
            (Some("caf\u{e9}\u{1f600}"), "x"),
            (Some("1234567"), long.as_str()),
        ] {
            let constant = Prefixed::new(namespace, name);
            assert_eq!(constant.as_str(), WireNames::Prefixed.of(namespace, name));
        }
    }

    #[test]
    #[should_panic(expected = "longer than 128 characters")]
    fn a_name_that_is_too_long_is_refused() {
        let _ = Prefixed::new(Some("namespace"), &"n".repeat(120));
    }
}
