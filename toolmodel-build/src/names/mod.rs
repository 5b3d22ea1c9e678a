//! JSON names to Rust names: readable, stable, and unique in each scope.

mod singular;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

pub(crate) use singular::singular;

/// `get-repo`, `getRepo` and `get repo` as `GetRepo`.
pub(crate) fn pascal(name: &str) -> String {
    let mut result = String::new();
    for word in words(name) {
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            result.extend(first.to_uppercase());
            result.push_str(&chars.as_str().to_lowercase());
        }
    }
    // The one keyword that looks like a type, and cannot be raw.
    if result == "Self" {
        result.push_str("Value");
    }
    start_with_letter(result, "Value", 'N')
}

/// `get-repo`, `getRepo` and `GetRepo` as `get_repo`.
pub(crate) fn snake(name: &str) -> String {
    let joined = words(name)
        .iter()
        .map(|word| word.to_lowercase())
        .collect::<Vec<_>>()
        .join("_");
    start_with_letter(joined, "value", 'n')
}

fn start_with_letter(name: String, empty: &str, prefix: char) -> String {
    match name.chars().next() {
        None => empty.to_owned(),
        Some(first) if first.is_alphabetic() => name,
        Some(_) => format!("{prefix}{name}"),
    }
}

/// Longer names are cut: they are unreadable, and names contain other names.
const LONGEST_NAME: usize = 120;

/// Splits at everything that is not a letter or digit, and where case changes.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let chars: Vec<char> = name.chars().take(LONGEST_NAME).collect();
    for (i, &c) in chars.iter().enumerate() {
        if !c.is_ascii_alphanumeric() {
            take(&mut word, &mut words);
            // A dash in front is a sign: `-created` is the reverse order of `created`.
            let is_sign =
                c == '-' && i == 0 && chars.get(1).is_some_and(char::is_ascii_alphanumeric);
            words.extend(if is_sign {
                Some("minus".to_owned())
            } else {
                spelled(c)
            });
            continue;
        }
        let before = i.checked_sub(1).map(|i| chars[i]);
        let after = chars.get(i + 1);
        let lower_to_upper =
            c.is_uppercase() && before.is_some_and(|b| b.is_lowercase() || b.is_numeric());
        // The plural of an acronym, as in `IDs` and `URLsToFetch`, is one word.
        let is_plural =
            after == Some(&'s') && chars.get(i + 2).is_none_or(|c| !c.is_ascii_lowercase());
        let acronym_ends = c.is_uppercase()
            && before.is_some_and(char::is_uppercase)
            && after.is_some_and(|a| a.is_lowercase())
            && !is_plural;
        if lower_to_upper || acronym_ends {
            take(&mut word, &mut words);
        }
        word.push(c);
    }
    take(&mut word, &mut words);
    words
}

/// Symbols with a meaning in enum values such as `>=` and `+1`, and letters beyond ASCII by
/// their number: rustc warns about identifiers that look alike, and nothing inside a module can allow
/// that.
fn spelled(c: char) -> Option<String> {
    let word = match c {
        '<' => "less",
        '>' => "greater",
        '=' => "equal",
        '!' => "not",
        '+' => "plus",
        '*' => "star",
        '%' => "percent",
        '&' => "and",
        '|' => "or",
        '~' => "tilde",
        '^' => "caret",
        '@' => "at",
        '#' => "hash",
        c if c.is_alphanumeric() => return Some(format!("u{:x}", u32::from(c))),
        _ => return None,
    };
    Some(word.to_owned())
}

fn take(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// The names already used in one scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    taken: HashSet<String>,
    /// The next number to try for a name that was taken.
    next: HashMap<String, usize>,
}

impl Scope {
    /// A scope in which some names are taken.
    pub(crate) fn reserving(names: &[&str]) -> Self {
        Self {
            taken: names.iter().map(|name| (*name).to_owned()).collect(),
            next: HashMap::new(),
        }
    }

    /// Whether a name is not taken.
    pub(crate) fn is_free(&self, name: &str) -> bool {
        !self.taken.contains(name)
    }

    /// The name itself, or the first free one of `name2`, `name3`, ...
    pub(crate) fn claim(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let separator = if name.ends_with(|c: char| c.is_ascii_digit()) {
            "_"
        } else {
            ""
        };
        let next = self.next.entry(name.to_owned()).or_insert(2);
        loop {
            let candidate = format!("{name}{separator}{next}");
            *next += 1;
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}

/// A warning that something has a different name than expected, because that name is taken.
pub(crate) fn changed(what: &str, wanted: &str, name: &str) -> Option<String> {
    let message = || format!("{what} is called `{name}` in Rust, because `{wanted}` is taken");
    (wanted != name).then(message)
}

/// What can be done about it.
pub(crate) const RENAME: &str = "; `Config::rename` can give it another name";

/// Names that a generated module must not have: those that every generated module imports, the
/// primitive types, and crates that the user's own code names. Generated items are imported into
/// the user's module, where a module with such a name would make every path to the crate ambiguous.
pub(crate) const RESERVED_MODULES: &[&str] = &[
    "rt",
    "de",
    "toolmodel_generated",
    "alloc",
    "core",
    "proc_macro",
    "serde",
    "serde_json",
    "std",
    "test",
    "toolmodel_build",
    "toolmodel_macros",
    "toolmodel_runtime",
    "bool",
    "char",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "str",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
];

/// Names of the prelude and of generated code that a generated type must not shadow.
pub(crate) const RESERVED_TYPES: &[&str] = &[
    "Self",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "String",
    "Vec",
    "Box",
    "Value",
    "Tool",
    "ToolCall",
    "TypedTool",
    "Integer",
    "Default",
    "Clone",
    "Debug",
    "PartialEq",
    "Serialize",
    "Deserialize",
    "Send",
    "Sync",
    "Copy",
    "Drop",
    "Fn",
    "From",
    "Into",
    "Iterator",
    "ToString",
    "ToOwned",
    "AsRef",
    "AsMut",
    "Eq",
    "Ord",
    "PartialOrd",
    "Extend",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "FnMut",
    "FnOnce",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "FromIterator",
    "Future",
    "IntoFuture",
    "IntoIterator",
    "Sized",
    "TryFrom",
    "TryInto",
    "Unpin",
];

/// A type name given by the user: unchanged if it looks like one.
pub(crate) fn type_name(name: &str) -> String {
    let looks_right = name.starts_with(|c: char| c.is_uppercase()) && !name.contains('_');
    if looks_right && name != "Self" {
        name.to_owned()
    } else {
        pascal(name)
    }
}

/// A field name given by the user.
pub(crate) fn field_name(name: &str) -> String {
    if name.contains(char::is_uppercase) {
        snake(name)
    } else {
        name.to_owned()
    }
}

/// A name as it appears in code: keywords are raw, and those that cannot be get an underscore.
pub(crate) fn ident_text(name: &str) -> Cow<'_, str> {
    match name {
        "self" | "Self" | "super" | "crate" | "_" => format!("{name}_").into(),
        _ if KEYWORDS.contains(&name) => format!("r#{name}").into(),
        _ => name.into(),
    }
}

/// Strict and reserved keywords of all editions, except those that cannot be raw.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_every_spelling() {
        for name in [
            "get_repo", "get-repo", "getRepo", "GetRepo", "get repo", "get.repo",
        ] {
            assert_eq!(pascal(name), "GetRepo", "{name}");
            assert_eq!(snake(name), "get_repo", "{name}");
        }
        assert_eq!(snake("HTTPServer"), "http_server");
        assert_eq!(snake("taskIDs"), "task_ids");
        assert_eq!(snake("URLsToFetch"), "urls_to_fetch");
        assert_eq!(snake("ASet"), "a_set");
        assert_eq!(snake("StartTime<"), "start_time_less");
        assert_eq!(snake("$ref"), "ref");
        assert_eq!(pascal("self"), "SelfValue");
        assert_eq!(pascal(""), "Value");
        assert_eq!(pascal("---"), "Value");
        assert_eq!(pascal("2d"), "N2d");
        assert_eq!(pascal(">="), "GreaterEqual");
        assert_eq!(pascal("\u{5de5}\u{5177}"), "U5de5U5177");
        assert_eq!(pascal("\u{1f980}"), "Value");
    }

    #[test]
    fn a_scope_gives_each_name_once() {
        let mut scope = Scope::default();
        assert_eq!(scope.claim("sum"), "sum");
        assert_eq!(scope.claim("sum"), "sum2");
        assert_eq!(scope.claim("sum2"), "sum2_2");
        assert_eq!(scope.claim("sum"), "sum3");
    }

    #[test]
    fn names_of_the_user_get_the_case_of_their_place() {
        assert_eq!(type_name("HTTPMode"), "HTTPMode");
        assert_eq!(type_name("kind"), "Kind");
        assert_eq!(field_name("kind"), "kind");
        assert_eq!(field_name("_kind"), "_kind");
        assert_eq!(field_name("HTTPMode"), "http_mode");
    }

    #[test]
    fn keywords_become_raw_identifiers() {
        assert_eq!(ident_text("type"), "r#type");
        assert_eq!(ident_text("self"), "self_");
        assert_eq!(ident_text("owner"), "owner");
    }
}
