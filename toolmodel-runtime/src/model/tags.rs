//! Tags for discovery, normalised so that equal ones compare equal.

use crate::rules::tag;

/// The longest tag, in characters.
pub const MAX_TAG_LEN: usize = tag::MAX_TAG_CHARS;

/// The most tags of one tool.
pub const MAX_TAGS: usize = tag::MAX_TAGS;

/// One tag: lowercased, trimmed, white space turned into `-`, other characters than
/// `[a-z0-9-_.]` removed, cut to [`MAX_TAG_LEN`]. `None` when nothing is left.
#[must_use]
pub fn normalize_tag(tag: &str) -> Option<String> {
    tag::normalize_tag(tag)
}

/// Normalises each tag, removes empty ones and repetitions, and keeps the first [`MAX_TAGS`].
///
/// ```
/// use toolmodel_runtime::normalize_tags;
///
/// assert_eq!(normalize_tags(["Repos", "git hub", "repos"]), ["repos", "git-hub"]);
/// ```
#[must_use]
pub fn normalize_tags<I>(tags: I) -> Vec<String>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    tag::normalize_tags(tags)
}
