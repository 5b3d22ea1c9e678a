//! Semantic versions of tools: parsing, ordering, constraints, and compatibility between
//! components, on top of the `semver` crate.

mod constraint;
mod matrix;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Result, as_text};

pub use constraint::{Constraint, Operator};
pub use matrix::{Compatibility, CompatibilityMatrix, Requirement};

/// A version according to Semantic Versioning 2.0; a leading `v` is accepted and written.
///
/// Comparison uses precedence alone: versions that differ only in build metadata are equal.
///
/// ```
/// use toolmodel_runtime::version::Version;
///
/// let version: Version = "1.2.3-rc.10".parse()?;
/// assert_eq!(version.to_string(), "v1.2.3-rc.10");
/// assert!(version > "v1.2.3-rc.9".parse()?);
/// assert!(version < "v1.2.3".parse()?);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Version(semver::Version);

impl Version {
    /// A released version without build metadata.
    #[must_use]
    pub const fn new(major: u64, minor: u64, patch: u64) -> Self {
        Self(semver::Version::new(major, minor, patch))
    }

    /// Reads `1.2.3` or `v1.2.3`, with pre-release and build metadata.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidVersion`] when the text is not Semantic Versioning 2.0.
    pub fn parse(text: &str) -> Result<Self> {
        let number = text.strip_prefix('v').unwrap_or(text);
        semver::Version::parse(number).map(Self).map_err(|error| {
            let message = format!("`{}` is not a semantic version: {error}", cut(text));
            Error::new(ErrorKind::InvalidVersion, message).with_source(error)
        })
    }

    /// The first number: it rises when something breaks.
    #[must_use]
    pub fn major(&self) -> u64 {
        self.0.major
    }

    /// The second number: it rises when something is added.
    #[must_use]
    pub fn minor(&self) -> u64 {
        self.0.minor
    }

    /// The third number: it rises when something is fixed.
    #[must_use]
    pub fn patch(&self) -> u64 {
        self.0.patch
    }

    /// What follows `-`; empty for a release.
    #[must_use]
    pub fn prerelease(&self) -> &str {
        self.0.pre.as_str()
    }

    /// What follows `+`; it does not affect comparisons.
    #[must_use]
    pub fn build(&self) -> &str {
        self.0.build.as_str()
    }

    /// Whether this version can replace `required`: it is not older, and nothing broke in between.
    /// Before 1.0.0 each minor version may break.
    ///
    /// ```
    /// use toolmodel_runtime::version::Version;
    ///
    /// assert!(Version::new(1, 4, 0).is_compatible_with(&Version::new(1, 2, 3)));
    /// assert!(!Version::new(2, 0, 0).is_compatible_with(&Version::new(1, 2, 3)));
    /// assert!(!Version::new(0, 3, 0).is_compatible_with(&Version::new(0, 2, 0)));
    /// ```
    #[must_use]
    pub fn is_compatible_with(&self, required: &Self) -> bool {
        Constraint::new(Operator::Compatible, required.clone()).matches(self)
    }

    /// The version as the `semver` crate has it.
    #[must_use]
    pub fn as_semver(&self) -> &semver::Version {
        &self.0
    }
}

impl From<semver::Version> for Version {
    fn from(version: semver::Version) -> Self {
        Self(version)
    }
}

impl From<Version> for semver::Version {
    fn from(version: Version) -> Self {
        version.0
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp_precedence(&other.0)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Version {}

impl Hash for Version {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.major, self.0.minor, self.0.patch, &self.0.pre).hash(state);
    }
}

/// With a leading `v`.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

as_text!(Version);
