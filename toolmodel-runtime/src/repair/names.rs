//! Names and listed values, whatever the case and style they are written in.

/// What is left of a name without case, spaces and marks: `userId`, `user_id` and `User ID` are one.
pub(super) fn folded(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The one candidate that is the same as `name` but for its style; none when several are.
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
