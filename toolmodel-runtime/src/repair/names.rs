//! Names and listed values compared regardless of case and style.

/// A name without case, spaces and punctuation: `userId`, `user_id` and `User ID` are equal.
pub(super) fn folded(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// How many steps of a meter that takes.
pub(super) fn folding(name: &str) -> usize {
    1 + name.len() / 16
}

/// The only candidate that equals `name` apart from its style; `None` if there are several.
pub(super) fn only_match<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let wanted = folded(name);
    if wanted.is_empty() {
        return None;
    }
    let mut fitting = candidates
        .into_iter()
        .filter(|candidate| folded(candidate) == wanted);
    let first = fitting.next()?;
    fitting.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_makes_no_difference() {
        for name in [
            "userId", "user_id", "user-id", "User ID", "USER_ID", "userID",
        ] {
            assert_eq!(folded(name), "userid", "{name}");
        }
        assert_eq!(only_match("Open", ["open", "closed"]), Some("open"));
    }

    #[test]
    fn what_is_not_clear_is_not_guessed() {
        assert_eq!(only_match("A-B", ["a_b", "ab"]), None);
        assert_eq!(only_match("<", [">", "<="]), None);
        assert_eq!(only_match("opened", ["open", "closed"]), None);
    }
}
