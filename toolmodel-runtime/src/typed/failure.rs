//! What a handler returns when it has no result.

use std::error::Error as StdError;
use std::fmt;

/// The longest text of a failure, in bytes.
const MAX_TEXT: usize = 4096;

/// Why a handler has no result, in words for the caller of the tool.
///
/// Any error becomes one with `?`: its message, then those of its sources. So do strings. It does not implement
/// [`std::error::Error`] itself, for the same reason `anyhow::Error` does not implement it.
///
/// ```
/// use toolmodel_runtime::ToolFailure;
///
/// fn port(text: &str) -> Result<u16, ToolFailure> {
///     let port = text.parse()?;
///     if port == 0 { Err("port 0 cannot be used")? }
///     Ok(port)
/// }
///
/// assert_eq!(port("x").unwrap_err().to_string(), "invalid digit found in string");
/// assert_eq!(port("0").unwrap_err().to_string(), "port 0 cannot be used");
/// ```
pub struct ToolFailure {
    text: String,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl ToolFailure {
    /// A failure with this text.
    #[must_use]
    pub fn new(text: impl fmt::Display) -> Self {
        Self {
            text: cut(text.to_string()),
            source: None,
        }
    }

    /// The text for the caller: at most 4096 bytes.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The error that it was created from, for logs.
    #[must_use]
    pub fn source(&self) -> Option<&(dyn StdError + Send + Sync + 'static)> {
        self.source.as_deref()
    }
}

impl fmt::Display for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("ToolFailure");
        debug.field("text", &self.text);
        debug.field("source", &self.source).finish()
    }
}

impl<E: Into<Box<dyn StdError + Send + Sync>>> From<E> for ToolFailure {
    fn from(error: E) -> Self {
        let error = error.into();
        Self {
            text: cut(chain(&*error)),
            source: Some(error),
        }
    }
}

/// An error and its sources. Many errors repeat their source in their own message; it is not
/// repeated then.
fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next
        && text.len() <= MAX_TEXT
    {
        let said = source.to_string();
        if !text.contains(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        next = source.source();
    }
    text
}

fn cut(mut text: String) -> String {
    if text.len() > MAX_TEXT {
        let mut end = MAX_TEXT - '\u{2026}'.len_utf8();
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('\u{2026}');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Outer(std::io::Error, bool);

    impl fmt::Display for Outer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("reading the index")?;
            if self.1 {
                write!(f, " failed: {}", self.0)
            } else {
                Ok(())
            }
        }
    }

    impl StdError for Outer {
        fn source(&self) -> Option<&(dyn StdError + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn sources_are_told_once() {
        let silent = ToolFailure::from(Outer(std::io::Error::other("disk full"), false));
        assert_eq!(silent.to_string(), "reading the index: disk full");
        let chatty = ToolFailure::from(Outer(std::io::Error::other("disk full"), true));
        assert_eq!(chatty.to_string(), "reading the index failed: disk full");
        assert!(chatty.source().is_some());
    }

    #[test]
    fn long_texts_are_cut_at_a_character() {
        let failure = ToolFailure::new("\u{e9}".repeat(MAX_TEXT));
        assert!(failure.text().len() <= MAX_TEXT);
        assert!(failure.text().ends_with("\u{e9}\u{2026}"));
    }
}
