//! Tags: how they are normalised, and how many a tool may have.

/// The longest tag, in characters.
pub(crate) const MAX_TAG_CHARS: usize = 64;

/// The most tags of one tool.
pub(crate) const MAX_TAGS: usize = 20;

/// Lowercases, trims, turns runs of white space into one `-`, drops everything except `[a-z0-9-_.]` and
/// cuts to [`MAX_TAG_CHARS`]. `None` when nothing is left.
pub(crate) fn normalize_tag(tag: &str) -> Option<String> {
    let joined = tag
        .to_lowercase()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join("-");
    let kept: String = joined
        .chars()
        .filter(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_' | '.'))
        .take(MAX_TAG_CHARS)
        .collect();
    (!kept.is_empty()).then_some(kept)
}

/// Normalises each tag, drops empty ones and duplicates, keeps the first [`MAX_TAGS`].
pub(crate) fn normalize_tags<T: AsRef<str>>(tags: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut normalized = Vec::new();
    for tag in tags {
        if normalized.len() == MAX_TAGS {
            break;
        }
        if let Some(tag) = normalize_tag(tag.as_ref())
            && !normalized.contains(&tag)
        {
            normalized.push(tag);
        }
    }
    normalized
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_lowered_trimmed_and_joined() {
        assert_eq!(normalize_tag("  Git \t Hub "), Some("git-hub".to_owned()));
        assert_eq!(normalize_tag("C++ & Go!"), Some("c--go".to_owned()));
        assert_eq!(normalize_tag("\u{5de5}"), None);
        assert_eq!(
            normalize_tag(&"x".repeat(80)).map(|t| t.len()),
            Some(MAX_TAG_CHARS)
        );
    }

    #[test]
    fn tags_are_unique_and_bounded() {
        assert_eq!(normalize_tags(["B", "a", "b", " ", "a"]), ["b", "a"]);
        let many: Vec<String> = (0..30).map(|i| format!("t{i}")).collect();
        assert_eq!(normalize_tags(&many).len(), MAX_TAGS);
    }
}
