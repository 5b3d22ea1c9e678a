//! Keys of `_meta`: an optional prefix of labels, a slash, and a name (MCP basic "_meta").

/// Checks the grammar `[label *("." label) "/"] [name]`.
pub(crate) fn check_meta_key(key: &str) -> Result<(), String> {
    let name = match key.split_once('/') {
        Some((prefix, name)) => {
            if let Some(label) = prefix.split('.').find(|label| !is_label(label)) {
                return Err(format!(
                    "prefix label `{}` must start with a letter, end with a letter or digit, and \
                     have only letters, digits and `-` between",
                    label.escape_debug()
                ));
            }
            name
        }
        None => key,
    };
    if is_meta_name(name) {
        Ok(())
    } else {
        Err(format!(
            "name `{}` must begin and end with a letter or digit and have only letters, digits, \
             `-`, `_` and `.` between",
            name.escape_debug()
        ))
    }
}

/// Whether the prefix belongs to the protocol: its second label is `mcp` or `modelcontextprotocol`.
#[allow(dead_code, reason = "the derive needs it, the runtime does not")]
pub(crate) fn is_reserved(key: &str) -> bool {
    key.split_once('/').is_some_and(|(prefix, _)| {
        matches!(
            prefix.split('.').nth(1),
            Some("mcp" | "modelcontextprotocol")
        )
    })
}

fn is_label(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.ends_with(|c: char| c.is_ascii_alphanumeric())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn is_meta_name(name: &str) -> bool {
    name.is_empty()
        || (name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.ends_with(|c: char| c.is_ascii_alphanumeric())
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_follow_the_grammar() {
        for key in [
            "",
            "a",
            "a-b_c.d",
            "com.example/",
            "com.ex-ample/key",
            "io.mcp/x",
        ] {
            assert_eq!(check_meta_key(key), Ok(()), "{key}");
        }
        for (key, found) in [
            ("1a.b/x", "label `1a`"),
            ("/x", "label ``"),
            ("a/b/c", "name `b/c`"),
            ("-a", "name `-a`"),
        ] {
            let problem = check_meta_key(key).unwrap_err();
            assert!(problem.contains(found), "{problem}");
        }
    }

    #[test]
    fn the_second_label_decides_who_owns_a_prefix() {
        assert!(is_reserved("io.modelcontextprotocol/x"));
        assert!(is_reserved("com.mcp.tools/"));
        assert!(!is_reserved("com.example.mcp/x"));
        assert!(!is_reserved("mcp"));
    }
}
