//! What can go wrong: a tool that cannot be converted, or an adapter that does not exist.

use std::error::Error as StdError;
use std::fmt;

use crate::error::{Error, ErrorKind, Problem, in_words};

/// The direction of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Direction {
    /// From the wire to a [`super::CanonicalTool`].
    ToCanonical,
    /// From a [`super::CanonicalTool`] to the wire.
    FromCanonical,
    /// From the wire to a [`super::CanonicalProvider`].
    ToCanonicalProvider,
    /// From a [`super::CanonicalProvider`] to the wire.
    FromCanonicalProvider,
}

in_words! {
    Direction {
        ToCanonical => "to_canonical",
        FromCanonical => "from_canonical",
        ToCanonicalProvider => "to_canonical_provider",
        FromCanonicalProvider => "from_canonical_provider",
    }
}

/// A tool that an adapter could not read or write.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::{Adapter, Mcp};
///
/// let error = Mcp::new().to_canonical(json!({"name": ""})).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "mcp adapter to_canonical: invalid tool: /name: tool name is required; \
///      /inputSchema: is required"
/// );
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct ConversionError {
    /// The adapter.
    pub adapter: String,
    /// The direction.
    pub direction: Direction,
    /// What was wrong; a [`crate::Error`] from the adapters of this crate.
    pub cause: Box<dyn StdError + Send + Sync>,
}

impl ConversionError {
    /// An error of an adapter, for adapters outside this crate.
    #[must_use]
    pub fn new(
        adapter: impl Into<String>,
        direction: Direction,
        cause: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self {
            adapter: adapter.into(),
            direction,
            cause: cause.into(),
        }
    }

    /// Everything that was wrong with the tool, and where; empty for causes from elsewhere.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        self.cause
            .downcast_ref::<Error>()
            .map_or(&[], Error::problems)
    }

    pub(crate) fn of(adapter: &str, direction: Direction, problems: Vec<Problem>) -> Self {
        Self::new(
            adapter,
            direction,
            Error::from_problems(ErrorKind::InvalidTool, problems),
        )
    }

    pub(crate) fn at(
        adapter: &str,
        direction: Direction,
        pointer: &str,
        message: impl fmt::Display,
    ) -> Self {
        Self::of(adapter, direction, vec![Problem::new(pointer, message)])
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} adapter {}: {}",
            self.adapter, self.direction, self.cause
        )
    }
}

impl StdError for ConversionError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(self.cause.as_ref())
    }
}

/// Why a [`super::Registry`] could not do what was requested.
#[derive(Debug)]
#[non_exhaustive]
pub enum RegistryError {
    /// No adapter has this name.
    NotFound {
        /// The requested name.
        name: String,
        /// The registered names.
        known: Vec<String>,
    },
    /// An adapter of this name is already registered.
    AlreadyRegistered(String),
    /// An adapter could not read or write the tool.
    Conversion(ConversionError),
}

impl RegistryError {
    /// The conversion that failed, if one did.
    #[must_use]
    pub fn conversion(&self) -> Option<&ConversionError> {
        match self {
            Self::Conversion(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { name, known } => {
                write!(
                    f,
                    "adapter not found: `{name}`; known are {}",
                    known.join(", ")
                )
            }
            Self::AlreadyRegistered(name) => write!(f, "adapter already registered: `{name}`"),
            Self::Conversion(error) => error.fmt(f),
        }
    }
}

impl StdError for RegistryError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Conversion(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ConversionError> for RegistryError {
    fn from(error: ConversionError) -> Self {
        Self::Conversion(error)
    }
}
