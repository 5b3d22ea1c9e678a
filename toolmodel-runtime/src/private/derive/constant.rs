//! Checks of names that the derive cannot see, because they are constants rather than literals.

use crate::rules::name::is_name;

/// Refuses to compile a tool whose name is not 1 to 128 of `[A-Za-z0-9_.-]`.
///
/// # Panics
/// At compile time, when the name breaks the rule.
#[allow(clippy::panic, reason = "evaluated at compile time only")]
pub const fn assert_name(name: &str) {
    assert!(
        is_name(name),
        "a tool name is 1 to 128 of A-Z, a-z, 0-9, `_`, `.` and `-`"
    );
}

/// Refuses to compile a tool whose namespace is empty or contains `:`.
///
/// # Panics
/// At compile time, when the namespace breaks the rule.
#[allow(clippy::panic, reason = "evaluated at compile time only")]
pub const fn assert_namespace(namespace: &str) {
    let bytes = namespace.as_bytes();
    assert!(!bytes.is_empty(), "the namespace of a tool is empty");
    let mut i = 0;
    while i < bytes.len() {
        assert!(
            bytes[i] != b':',
            "the namespace of a tool contains `:`, which separates namespace and name in an id"
        );
        i += 1;
    }
}

/// Refuses to compile a set in which two tools have the same id.
///
/// # Panics
/// At compile time, when `id` is among `earlier`.
#[allow(clippy::panic, reason = "evaluated at compile time only")]
pub const fn assert_new_id(id: &str, earlier: &[&str]) {
    let mut i = 0;
    while i < earlier.len() {
        if equal(id.as_bytes(), earlier[i].as_bytes()) {
            const START: &[u8] = b"an earlier tool of this set has the same id: ";
            let mut message = [b' '; 512];
            let end = copy(&mut message, 0, START);
            let end = copy(&mut message, end, id.as_bytes());
            panic!("{}", text(message.split_at(end).0));
        }
        i += 1;
    }
}

/// Refuses to compile a set in which two tools have the same name; that their ids differ
/// is checked separately.
///
/// # Panics
/// At compile time, when the tool at `index` has the name of one before it.
#[allow(clippy::panic, reason = "evaluated at compile time only")]
pub const fn assert_new_name(index: usize, ids: &[&str], names: &[&str]) {
    let (id, name) = (ids[index], names[index]);
    let mut i = 0;
    while i < index {
        let same = equal(name.as_bytes(), names[i].as_bytes());
        if same && !equal(id.as_bytes(), ids[i].as_bytes()) {
            let parts = [
                "tools of this set are called by one name: ",
                ids[i],
                " and ",
                id,
                " are both ",
                name,
                "; start the set with `names = \"prefixed\";`, or rename one",
            ];
            let mut message = [b' '; 1024];
            let (mut end, mut part) = (0, 0);
            while part < parts.len() {
                end = copy(&mut message, end, parts[part].as_bytes());
                part += 1;
            }
            panic!("{}", text(message.split_at(end).0));
        }
        i += 1;
    }
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Copies what fits and returns where it ends.
const fn copy(to: &mut [u8], at: usize, from: &[u8]) -> usize {
    let mut i = 0;
    while i < from.len() && at + i < to.len() {
        to[at + i] = from[i];
        i += 1;
    }
    at + i
}

/// The length of the id `namespace:name`.
#[must_use]
pub const fn id_len(namespace: &str, name: &str) -> usize {
    namespace.len() + 1 + name.len()
}

/// The bytes of the id `namespace:name`; `N` comes from [`id_len`].
#[must_use]
pub const fn join_id<const N: usize>(namespace: &str, name: &str) -> [u8; N] {
    let mut id = [0; N];
    let end = copy(&mut id, 0, namespace.as_bytes());
    let end = copy(&mut id, end, b":");
    copy(&mut id, end, name.as_bytes());
    id
}

/// Bytes as text; empty when they were cut inside a character.
#[must_use]
pub const fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_joined_at_compile_time() {
        const BYTES: [u8; id_len("gh", "get")] = join_id("gh", "get");
        const ID: &str = text(&BYTES);
        assert_eq!(ID, "gh:get");
    }

    #[test]
    #[should_panic(expected = "an earlier tool of this set has the same id: gh:get")]
    fn the_repeated_id_is_named() {
        assert_new_id("gh:get", &["gh:put", "gh:get"]);
    }

    #[test]
    #[should_panic(expected = "called by one name: a:get and b:get are both get; start")]
    fn the_repeated_name_is_told_with_both_ids() {
        assert_new_name(1, &["a:get", "b:get"], &["get", "get"]);
    }

    #[test]
    #[should_panic(expected = "a tool name is 1 to 128")]
    fn a_bad_constant_name_is_refused() {
        assert_name("bad name");
    }

    #[test]
    #[should_panic(expected = "contains `:`")]
    fn a_bad_constant_namespace_is_refused() {
        assert_namespace("a:b");
    }
}
