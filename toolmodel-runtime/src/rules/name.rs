//! Tool names and namespaces: what they may contain and how long they may be.

/// The longest tool name, in characters.
pub(crate) const MAX_NAME_CHARS: usize = 128;

/// Checks a tool name: 1 to 128 of `[A-Za-z0-9_.-]`.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("name is empty".to_owned());
    }
    let chars = name.chars().count();
    if chars > MAX_NAME_CHARS {
        return Err(format!(
            "name has {chars} characters, at most {MAX_NAME_CHARS} are allowed"
        ));
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
        let shown = invalid.iter().map(|c| format!("`{}`", c.escape_debug()));
        let shown = shown.collect::<Vec<_>>().join(", ");
        Err(format!(
            "name contains {shown}; allowed are A-Z, a-z, 0-9, `_`, `.` and `-`"
        ))
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

/// Checks a namespace: not empty, and no `:`, because an id has at most one.
pub(crate) fn check_namespace(namespace: &str) -> Result<(), &'static str> {
    if namespace.is_empty() {
        Err("namespace is empty")
    } else if namespace.contains(':') {
        Err("namespace contains `:`, which separates namespace and name in an id")
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
        let problem = check_name(&long).unwrap_err();
        assert!(problem.contains("has 129 characters"), "{problem}");
        assert!(!is_name(&long));
        assert_eq!(check_name(""), Err("name is empty".to_owned()));
    }

    #[test]
    fn each_bad_character_is_named_once() {
        let problem = check_name("aa!!bb!!@@").unwrap_err();
        assert!(problem.contains("contains `!`, `@`;"), "{problem}");
        assert!(!is_name("caf\u{e9}"));
        assert!(!is_name(""));
    }

    #[test]
    fn a_namespace_has_no_colon() {
        assert!(check_namespace("a:b").is_err());
        assert!(check_namespace("").is_err());
        assert_eq!(check_namespace("org/repo"), Ok(()));
    }
}
