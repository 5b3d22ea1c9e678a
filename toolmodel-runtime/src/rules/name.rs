//! Tool names and namespaces: what they may contain and how long they may be.

use std::fmt;

/// The longest tool name, in characters.
pub(crate) const MAX_NAME_CHARS: usize = 128;

/// What is wrong with a tool name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NameProblem {
    Empty,
    TooLong { chars: usize },
    InvalidChars(Vec<char>),
}

impl fmt::Display for NameProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("name is empty"),
            Self::TooLong { chars } => {
                write!(
                    f,
                    "name has {chars} characters, at most {MAX_NAME_CHARS} are allowed"
                )
            }
            Self::InvalidChars(chars) => {
                f.write_str("name contains ")?;
                for (i, c) in chars.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(f, "{comma}`{}`", c.escape_debug())?;
                }
                f.write_str("; allowed are A-Z, a-z, 0-9, `_`, `.` and `-`")
            }
        }
    }
}

/// Checks a tool name: 1 to 128 of `[A-Za-z0-9_.-]`.
pub(crate) fn check_name(name: &str) -> Result<(), NameProblem> {
    if name.is_empty() {
        return Err(NameProblem::Empty);
    }
    let chars = name.chars().count();
    if chars > MAX_NAME_CHARS {
        return Err(NameProblem::TooLong { chars });
    }
    let mut invalid = Vec::new();
    for c in name.chars() {
        if !is_name_char(c) && !invalid.contains(&c) {
            invalid.push(c);
        }
    }
    if invalid.is_empty() {
        Ok(())
    } else {
        Err(NameProblem::InvalidChars(invalid))
    }
}

pub(crate) const fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// [`check_name`] for constants.
pub(crate) const fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > MAX_NAME_CHARS {
        return false;
    }
    let mut i = 0;
    while i < bytes.len() {
        if !is_name_char(bytes[i] as char) {
            return false;
        }
        i += 1;
    }
    true
}

/// What is wrong with a namespace.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NamespaceProblem {
    Empty,
    Colon,
}

impl fmt::Display for NamespaceProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "namespace is empty",
            Self::Colon => "namespace contains `:`, which separates namespace and name in an id",
        })
    }
}

/// Checks a namespace: not empty, and no `:`, because an id has at most one.
pub(crate) fn check_namespace(namespace: &str) -> Result<(), NamespaceProblem> {
    if namespace.is_empty() {
        Err(NamespaceProblem::Empty)
    } else if namespace.contains(':') {
        Err(NamespaceProblem::Colon)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_allowed_characters_pass() {
        for name in ["a", "A-Z_0.9", "_", "-", ".", "0"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
            assert!(is_name(name), "{name}");
        }
        assert_eq!(check_name(&"a".repeat(128)), Ok(()));
    }

    #[test]
    fn length_is_reported_before_characters() {
        let long = "!".repeat(129);
        assert_eq!(check_name(&long), Err(NameProblem::TooLong { chars: 129 }));
        assert!(!is_name(&long));
        assert_eq!(check_name(""), Err(NameProblem::Empty));
    }

    #[test]
    fn each_bad_character_is_named_once() {
        assert_eq!(
            check_name("aa!!bb!!@@"),
            Err(NameProblem::InvalidChars(vec!['!', '@']))
        );
        assert!(!is_name("caf\u{e9}"));
        assert!(!is_name(""));
    }

    #[test]
    fn a_namespace_has_no_colon() {
        assert_eq!(check_namespace("a:b"), Err(NamespaceProblem::Colon));
        assert_eq!(check_namespace(""), Err(NamespaceProblem::Empty));
        assert_eq!(check_namespace("org/repo"), Ok(()));
    }
}
