//! Which regular expressions the strict modes cannot compile into a grammar.

use super::profile::Profile;

/// What in a pattern the profile's grammar cannot express, if anything.
pub(crate) fn beyond(profile: Profile, pattern: &str) -> Option<&'static str> {
    let lookaround = ["(?=", "(?!", "(?<=", "(?<!"];
    if lookaround.iter().any(|found| pattern.contains(found)) {
        return Some("lookaround");
    }
    if profile != Profile::AnthropicStrict {
        return None;
    }
    let mut escaped = false;
    for c in pattern.chars() {
        match (escaped, c) {
            (true, '1'..='9' | 'k') => return Some("a back-reference"),
            (true, 'b' | 'B') => return Some("a word boundary"),
            _ => {}
        }
        escaped = !escaped && c == '\\';
    }
    let mut counts = pattern
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'));
    let is_large = |count: &str| count.trim().parse::<u64>().is_ok_and(|count| count > 1000);
    counts
        .any(|(counts, _)| counts.split(',').any(is_large))
        .then_some("a large repetition count")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_grammar_cannot_express_is_found() {
        let strict = Profile::AnthropicStrict;
        assert_eq!(beyond(strict, r"^(?!x)"), Some("lookaround"));
        assert_eq!(beyond(strict, r"(a)\1"), Some("a back-reference"));
        assert_eq!(beyond(strict, r"\bword"), Some("a word boundary"));
        assert_eq!(
            beyond(strict, r"a{1,5000}"),
            Some("a large repetition count")
        );
        assert_eq!(beyond(strict, r"^[A-Z]{3}-\\b[0-9]{4}$"), None);
        assert_eq!(
            beyond(Profile::OpenAiStrict, r"(?<=x)y"),
            Some("lookaround")
        );
        assert_eq!(beyond(Profile::OpenAiStrict, r"\bword"), None);
    }
}
