//! Which JSON Schema dialect a document is written in.

use serde_json::Value;

use super::kind_of;
use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Result, in_words};

/// A JSON Schema dialect this crate supports.
///
/// ```
/// use toolmodel_runtime::{Dialect, Schema};
///
/// let old: Schema = r#"{"$schema": "http://json-schema.org/draft-07/schema#"}"#.parse()?;
/// assert_eq!(old.dialect()?, Dialect::Draft07);
/// assert_eq!(Schema::no_params().dialect()?, Dialect::Draft202012);
/// assert_eq!(Dialect::from_uri("https://json-schema.org/draft/2019-09/schema"), None);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// JSON Schema draft 2020-12, the default of MCP.
    #[default]
    Draft202012,
    /// JSON Schema draft-07.
    Draft07,
}

impl Dialect {
    /// The URI of the dialect's meta-schema.
    #[must_use]
    pub fn uri(self) -> &'static str {
        match self {
            Self::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
            Self::Draft07 => "http://json-schema.org/draft-07/schema#",
        }
    }

    /// The dialect of a `$schema` URI: `http` or `https`, with or without an empty fragment.
    #[must_use]
    pub fn from_uri(uri: &str) -> Option<Self> {
        let rest = uri
            .strip_prefix("https://")
            .or_else(|| uri.strip_prefix("http://"))?;
        match rest.strip_suffix('#').unwrap_or(rest) {
            "json-schema.org/draft/2020-12/schema" => Some(Self::Draft202012),
            "json-schema.org/draft-07/schema" => Some(Self::Draft07),
            _ => None,
        }
    }
}

in_words! {
    Dialect {
        Draft202012 => "2020-12",
        Draft07 => "draft-07",
    }
}

/// The dialect that the root of a schema declares.
pub(super) fn of(schema: &Value) -> Result<Dialect> {
    match schema.get("$schema") {
        None => Ok(Dialect::default()),
        Some(Value::String(uri)) => Dialect::from_uri(uri).ok_or_else(|| {
            Error::at(
                ErrorKind::UnsupportedSchema,
                "/$schema",
                format_args!("`{}` is not supported; use 2020-12 or draft-07", cut(uri)),
            )
        }),
        Some(other) => Err(Error::at(
            ErrorKind::InvalidSchema,
            "/$schema",
            format_args!("expected a string, found {}", kind_of(other)),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_both_dialects_are_known() {
        for scheme in ["http", "https"] {
            for end in ["", "#"] {
                let new = format!("{scheme}://json-schema.org/draft/2020-12/schema{end}");
                assert_eq!(Dialect::from_uri(&new), Some(Dialect::Draft202012));
                let old = format!("{scheme}://json-schema.org/draft-07/schema{end}");
                assert_eq!(Dialect::from_uri(&old), Some(Dialect::Draft07));
            }
        }
        assert_eq!(
            Dialect::from_uri("http://json-schema.org/draft-04/schema#"),
            None
        );
        assert_eq!(Dialect::from_uri("json-schema.org/draft-07/schema"), None);
    }
}
