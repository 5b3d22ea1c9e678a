//! One operator and one version that others are compared with.

use std::fmt;

use super::Version;
use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Result, as_text};

/// How a [`Constraint`] compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operator {
    /// `=`, or nothing: the same version.
    Equal,
    /// `>`: a newer version.
    Greater,
    /// `>=`: the same version or a newer one.
    GreaterOrEqual,
    /// `<`: an older version.
    Less,
    /// `<=`: the same version or an older one.
    LessOrEqual,
    /// `^`: not older, and the same up to the first number that is not zero.
    Compatible,
    /// `~`: not older, and the same major and minor number.
    Approximate,
}

impl Operator {
    /// Longer spellings come before their prefixes.
    const ALL: [Self; 7] = [
        Self::GreaterOrEqual,
        Self::LessOrEqual,
        Self::Greater,
        Self::Less,
        Self::Equal,
        Self::Compatible,
        Self::Approximate,
    ];

    /// The operator as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Compatible => "^",
            Self::Approximate => "~",
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A version constraint: one operator and one whole version, such as `^1.2.0` or `>= v2.0.0`.
///
/// Pre-releases are ordered like any other version, so `>=1.0.0` accepts `2.0.0-alpha`; `^` and `~` never include a
/// pre-release of the version that ends their range.
///
/// ```
/// use toolmodel_runtime::version::{Constraint, Version};
///
/// let constraint: Constraint = "^1.2.0".parse()?;
/// assert!(constraint.matches(&Version::new(1, 9, 0)));
/// assert!(!constraint.matches(&Version::new(2, 0, 0)));
/// assert_eq!(constraint.to_string(), "^v1.2.0");
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    operator: Operator,
    version: Version,
}

impl Constraint {
    /// A constraint from its parts.
    #[must_use]
    pub const fn new(operator: Operator, version: Version) -> Self {
        Self { operator, version }
    }

    /// Reads an operator and a version, with white space around either.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidVersion`] when the operator is unknown or the version is incomplete.
    pub fn parse(text: &str) -> Result<Self> {
        let trimmed = text.trim();
        let found = Operator::ALL
            .into_iter()
            .find_map(|operator| Some((operator, trimmed.strip_prefix(operator.as_str())?)));
        let (operator, version) = found.unwrap_or((Operator::Equal, trimmed));
        let version = Version::parse(version.trim_start()).map_err(|error| {
            let message = format!(
                "`{}` is not a version constraint; write one of `=`, `>`, `>=`, `<`, `<=`, `^` \
                 and `~`, or none, and a version such as `1.2.3`",
                cut(text)
            );
            Error::new(ErrorKind::InvalidVersion, message).with_source(error)
        })?;
        Ok(Self { operator, version })
    }

    /// How versions are compared.
    #[must_use]
    pub const fn operator(&self) -> Operator {
        self.operator
    }

    /// The version that others are compared with.
    #[must_use]
    pub const fn version(&self) -> &Version {
        &self.version
    }

    /// Whether a version satisfies the constraint.
    #[must_use]
    pub fn matches(&self, version: &Version) -> bool {
        match self.operator {
            Operator::Equal => *version == self.version,
            Operator::Greater => *version > self.version,
            Operator::GreaterOrEqual => *version >= self.version,
            Operator::Less => *version < self.version,
            Operator::LessOrEqual => *version <= self.version,
            Operator::Compatible => self.is_in_range(version, semver::Op::Caret),
            Operator::Approximate => self.is_in_range(version, semver::Op::Tilde),
        }
    }

    /// Whether a version is not older by precedence, and its three numbers are within the range of a caret or
    /// tilde. The `semver` crate would also exclude most pre-releases, so only the numbers are compared with it.
    fn is_in_range(&self, version: &Version, op: semver::Op) -> bool {
        let base = self.version.as_semver();
        let range = semver::Comparator {
            op,
            major: base.major,
            minor: Some(base.minor),
            patch: Some(base.patch),
            pre: semver::Prerelease::EMPTY,
        };
        let numbers = semver::Version::new(version.major(), version.minor(), version.patch());
        *version >= self.version && range.matches(&numbers)
    }
}

/// An equal version is written without an operator.
impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.operator != Operator::Equal {
            write!(f, "{}", self.operator)?;
        }
        write!(f, "{}", self.version)
    }
}

as_text!(Constraint);
