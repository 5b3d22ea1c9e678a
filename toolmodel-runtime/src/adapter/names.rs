//! Names that a format refuses are mapped to names it accepts, so that they can be mapped back.

use std::collections::{BTreeMap, HashMap, HashSet};

/// Which names a format accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameRule {
    /// The most characters.
    pub(crate) max: usize,
    /// Characters accepted in addition to ASCII letters, digits and `_`.
    pub(crate) punctuation: &'static str,
    /// Whether the first character has to be a letter or `_`.
    pub(crate) letter_first: bool,
}

impl NameRule {
    fn accepts_char(&self, c: char) -> bool {
        c.is_ascii_alphanumeric() || c == '_' || self.punctuation.contains(c)
    }

    pub(crate) fn accepts(&self, name: &str) -> bool {
        // Everything that is accepted is ASCII, and bytes are cheaper to check than characters.
        let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        let others = self.punctuation.as_bytes();
        let first = name.bytes().next();
        name.len() <= self.max
            && first.is_some_and(|byte| !self.letter_first || is_letter(byte))
            && name
                .bytes()
                .all(|byte| is_letter(byte) || byte.is_ascii_digit() || others.contains(&byte))
    }

    /// The pattern, for messages.
    pub(crate) fn pattern(&self) -> String {
        let punctuation = self.punctuation;
        if self.letter_first {
            let rest = self.max - 1;
            format!("^[a-zA-Z_][a-zA-Z0-9_{punctuation}]{{0,{rest}}}$")
        } else {
            format!("^[a-zA-Z0-9_{punctuation}]{{1,{}}}$", self.max)
        }
    }

    /// An accepted name: `name` itself if it is accepted, else `name` with `_` for each run of refused
    /// characters, and a digest of the whole name in place of what is too long.
    pub(crate) fn map(&self, name: &str) -> String {
        if self.accepts(name) {
            return name.to_owned();
        }
        let mut mapped = String::with_capacity(name.len());
        for c in name.chars() {
            if self.accepts_char(c) {
                mapped.push(c);
            } else if !mapped.ends_with('_') {
                mapped.push('_');
            }
        }
        if !mapped.contains(|c: char| c.is_ascii_alphanumeric()) {
            mapped = format!("_{:08x}", digest(name));
        }
        if self.letter_first && !mapped.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            mapped.insert(0, '_');
        }
        if mapped.len() > self.max {
            mapped.truncate(self.max - 9);
            mapped = format!("{mapped}_{:08x}", digest(name));
        }
        mapped
    }

    /// Accepted names for those of `names` that are refused, different from each other and from
    /// all names that are accepted unchanged.
    pub(crate) fn map_all<'a>(
        &self,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> BTreeMap<String, String> {
        let mut mapped = BTreeMap::new();
        if names.clone().all(|name| self.accepts(name)) {
            return mapped;
        }
        let accepted = names.clone().filter(|name| self.accepts(name));
        let mut taken: HashSet<String> = accepted.map(str::to_owned).collect();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for name in names.filter(|name| !self.accepts(name)) {
            let base = self.map(name);
            let mut wire = base.clone();
            while taken.contains(&wire) {
                let number = numbers.entry(base.clone()).or_insert(1);
                *number += 1;
                let suffix = format!("_{number}");
                wire.clone_from(&base);
                wire.truncate(self.max - suffix.len());
                wire.push_str(&suffix);
            }
            taken.insert(wire.clone());
            mapped.insert(name.to_owned(), wire);
        }
        mapped
    }
}

/// FNV-1a: the same on every machine and in every version of Rust.
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GEMINI: NameRule = NameRule {
        max: 64,
        punctuation: "",
        letter_first: true,
    };

    #[test]
    fn refused_names_are_mapped_to_accepted_ones() {
        for name in [
            "a",
            "has space/é",
            "9lives",
            "名",
            "",
            "x-y",
            &"long".repeat(40),
        ] {
            let mapped = GEMINI.map(name);
            assert!(GEMINI.accepts(&mapped), "{name} -> {mapped}");
        }
        assert_eq!(GEMINI.map("Idempotency-Key"), "Idempotency_Key");
        assert_eq!(GEMINI.map("9lives"), "_9lives");
        assert_ne!(GEMINI.map("名"), GEMINI.map("前"));
        assert_ne!(GEMINI.map(&"a".repeat(65)), GEMINI.map(&"a".repeat(66)));
    }

    #[test]
    fn taken_names_get_a_number() {
        let mapped = GEMINI.map_all(["a.b", "a_b", "a_b_2", "a-b"].into_iter());
        let expected = [("a-b", "a_b_4"), ("a.b", "a_b_3")];
        let expected = expected.map(|(name, wire)| (name.to_owned(), wire.to_owned()));
        assert_eq!(mapped, BTreeMap::from(expected));
    }
}
