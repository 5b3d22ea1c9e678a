//! How much of a tool's documentation is requested.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::DocsError;

/// How much of a tool's documentation is requested; each level contains the one before.
///
/// ```
/// use toolmodel_runtime::docs::{DetailLevel, DocsError};
///
/// assert_eq!("schema".parse::<DetailLevel>()?, DetailLevel::Schema);
/// assert!(DetailLevel::Summary < DetailLevel::Full);
/// assert!("Schema".parse::<DetailLevel>().is_err());
/// # Ok::<(), DocsError>(())
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DetailLevel {
    /// One short paragraph, and hints about the tool's behaviour.
    #[default]
    Summary,
    /// Also the definition of the tool, and what its input schema says about each property.
    Schema,
    /// Also notes, examples and references.
    Full,
}

impl DetailLevel {
    /// Every level, least detail first.
    pub const ALL: [Self; 3] = [Self::Summary, Self::Schema, Self::Full];

    /// The name of the level: `summary`, `schema` or `full`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Schema => "schema",
            Self::Full => "full",
        }
    }

    /// The next level with less detail.
    #[must_use]
    pub fn lower(self) -> Option<Self> {
        match self {
            Self::Summary => None,
            Self::Schema => Some(Self::Summary),
            Self::Full => Some(Self::Schema),
        }
    }
}

impl fmt::Display for DetailLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Reads `summary`, `schema` or `full`, in exactly this spelling.
impl FromStr for DetailLevel {
    type Err = DocsError;

    fn from_str(text: &str) -> Result<Self, DocsError> {
        Self::ALL
            .into_iter()
            .find(|level| level.as_str() == text)
            .ok_or_else(|| DocsError::InvalidDetail {
                found: text.to_owned(),
            })
    }
}
