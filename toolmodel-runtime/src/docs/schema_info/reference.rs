//! Local references: `#`, and `#` with a JSON pointer.

use serde_json::Value;

/// The schema that a local reference names; nothing for any other reference.
pub(super) fn resolve<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let pointer = reference.strip_prefix('#')?;
    if pointer.contains('%') {
        return root.pointer(&percent_decoded(pointer)?);
    }
    root.pointer(pointer)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        bytes.push(u8::try_from(digit()? * 16 + digit()?).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn local_references_are_resolved() {
        let root = json!({"$defs": {"a b/c": 1, "é": 2}});
        assert_eq!(resolve(&root, "#"), Some(&root));
        assert_eq!(resolve(&root, "#/$defs/a%20b~1c"), Some(&json!(1)));
        assert_eq!(resolve(&root, "#/$defs/%C3%A9"), Some(&json!(2)));
        for unknown in [
            "#/$defs/x",
            "#anchor",
            "other.json#/a",
            "#/%",
            "#/%zz",
            "#/%ff",
            "",
        ] {
            assert_eq!(resolve(&root, unknown), None, "{unknown}");
        }
    }
}
