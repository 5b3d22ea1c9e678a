//! Regular expressions as JSON Schema means them (ECMA-262), compiled once.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use fancy_regex::Regex;

use super::steps::Steps;

/// A pattern of a schema, for a `static` of generated code.
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Matcher>,
}

/// What decides a pattern.
pub(crate) enum Matcher {
    /// A row of character classes, without an engine.
    Steps(Steps),
    /// Any other pattern.
    Engine(Box<Regex>),
    /// The pattern means nothing to the engine.
    Nothing,
}

impl Pattern {
    /// A pattern that is compiled when it is first asked.
    #[must_use]
    pub const fn new(source: &'static str) -> Self {
        Self {
            source,
            compiled: OnceLock::new(),
        }
    }

    /// Whether the pattern is found in `text`. An engine that gives up says no; the validator
    /// then has the last word.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        let matcher = self.compiled.get_or_init(|| Matcher::new(self.source));
        matcher.is_match(text)
    }
}

/// [`Pattern::is_match`] for a pattern that is asked once.
#[must_use]
pub fn pattern_matches(source: &str, text: &str) -> bool {
    Matcher::new(source).is_match(text)
}

impl Matcher {
    pub(crate) fn new(source: &str) -> Self {
        if let Some(steps) = Steps::new(source) {
            return Self::Steps(steps);
        }
        let translated = jsonschema_regex::to_rust_regex(source).ok();
        let regex = translated.and_then(|translated| Regex::new(&translated).ok());
        regex.map_or(Self::Nothing, |regex| Self::Engine(Box::new(regex)))
    }

    /// Whether the pattern means something to the engine.
    pub(crate) fn is_usable(&self) -> bool {
        !matches!(self, Self::Nothing)
    }

    /// Whether the pattern is found in `text`, as [`Pattern::is_match`].
    #[inline]
    pub(crate) fn is_match(&self, text: &str) -> bool {
        match self {
            Self::Steps(steps) => steps.is_match(text),
            Self::Engine(regex) => found_in(regex, text),
            Self::Nothing => false,
        }
    }
}

fn found_in(regex: &Regex, text: &str) -> bool {
    // The engine panics on some patterns: https://github.com/rust-lang/regex/issues/1344
    matches!(
        catch_unwind(AssertUnwindSafe(|| regex.is_match(text))),
        Ok(Ok(true))
    )
}

impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps(_) => "Steps",
            Self::Engine(_) => "Engine",
            Self::Nothing => "Nothing",
        })
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.source).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_searched_not_anchored() {
        static PATTERN: Pattern = Pattern::new("^[a-z]+\\d$");
        static BROKEN: Pattern = Pattern::new("(");
        assert!(PATTERN.is_match("abc1"));
        assert!(!PATTERN.is_match("abc\u{0661}"));
        assert!(!BROKEN.is_match("("));
    }
}
