//! Which versions of which components are compatible.

use std::fmt;

use super::Version;

/// What a component's version must be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requirement {
    /// The component; names are compared exactly.
    pub component: String,
    /// The oldest version that is accepted.
    pub min: Version,
    /// The newest version that is accepted.
    pub max: Option<Version>,
    /// A message that accepted versions are deprecated, and what to do about it.
    pub deprecated: Option<String>,
}

impl Requirement {
    /// Any version of a component from `min` on.
    #[must_use]
    pub fn new(component: impl Into<String>, min: Version) -> Self {
        Self {
            component: component.into(),
            min,
            max: None,
            deprecated: None,
        }
    }

    /// Sets the newest accepted version.
    #[must_use]
    pub fn with_max(mut self, max: Version) -> Self {
        self.max = Some(max);
        self
    }

    /// Marks accepted versions as deprecated.
    #[must_use]
    pub fn with_deprecation(mut self, message: impl Into<String>) -> Self {
        self.deprecated = Some(message.into());
        self
    }
}

/// What a [`CompatibilityMatrix`] says about a version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compatibility<'a> {
    /// Every requirement holds.
    Compatible,
    /// Every requirement holds, and one of them is deprecated.
    Deprecated {
        /// The message of the first such requirement.
        message: &'a str,
    },
    /// Older than a requirement's minimum.
    BelowMinimum {
        /// The oldest version that is accepted.
        min: &'a Version,
    },
    /// Newer than a requirement's maximum.
    AboveMaximum {
        /// The newest version that is accepted.
        max: &'a Version,
    },
}

impl Compatibility<'_> {
    /// Whether the version may be used.
    #[must_use]
    pub const fn is_compatible(&self) -> bool {
        matches!(self, Self::Compatible | Self::Deprecated { .. })
    }
}

impl fmt::Display for Compatibility<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compatible => f.write_str("compatible"),
            Self::Deprecated { message: "" } => f.write_str("deprecated"),
            Self::Deprecated { message } => write!(f, "deprecated: {message}"),
            Self::BelowMinimum { min } => write!(f, "below the minimum {min}"),
            Self::AboveMaximum { max } => write!(f, "above the maximum {max}"),
        }
    }
}

/// Requirements on components. A component that none names is compatible at any version.
///
/// ```
/// use toolmodel_runtime::version::{CompatibilityMatrix, Requirement, Version};
///
/// let mut matrix = CompatibilityMatrix::new();
/// matrix.require(Requirement::new("api", Version::new(1, 0, 0)).with_max(Version::new(2, 0, 0)));
/// assert!(!matrix.check("api", &Version::new(2, 1, 0)).is_compatible());
///
/// let offered = [Version::new(1, 4, 0), Version::new(1, 9, 0), Version::new(3, 0, 0)];
/// assert_eq!(matrix.negotiate("api", &offered), Some(&offered[1]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompatibilityMatrix {
    requirements: Vec<Requirement>,
}

impl CompatibilityMatrix {
    /// A matrix without requirements.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a requirement; all those of a component must hold.
    pub fn require(&mut self, requirement: Requirement) -> &mut Self {
        self.requirements.push(requirement);
        self
    }

    /// The requirements, in the order they were added.
    #[must_use]
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// Checks a version against every requirement on its component. The first broken one is
    /// reported; a deprecation is reported only if none is broken.
    #[must_use]
    pub fn check(&self, component: &str, version: &Version) -> Compatibility<'_> {
        let mut verdict = Compatibility::Compatible;
        for requirement in &self.requirements {
            if requirement.component != component {
                continue;
            }
            if *version < requirement.min {
                let min = &requirement.min;
                return Compatibility::BelowMinimum { min };
            }
            if let Some(max) = requirement.max.as_ref().filter(|max| version > max) {
                return Compatibility::AboveMaximum { max };
            }
            if let (Compatibility::Compatible, Some(message)) = (&verdict, &requirement.deprecated)
            {
                verdict = Compatibility::Deprecated { message };
            }
        }
        verdict
    }

    /// The newest compatible version among those offered; the first of equal ones.
    #[must_use]
    pub fn negotiate<'v>(
        &self,
        component: &str,
        offered: impl IntoIterator<Item = &'v Version>,
    ) -> Option<&'v Version> {
        let mut best: Option<&Version> = None;
        for version in offered {
            let better = best.is_none_or(|best| version > best);
            if better && self.check(component, version).is_compatible() {
                best = Some(version);
            }
        }
        best
    }
}

impl FromIterator<Requirement> for CompatibilityMatrix {
    fn from_iter<I: IntoIterator<Item = Requirement>>(requirements: I) -> Self {
        Self {
            requirements: requirements.into_iter().collect(),
        }
    }
}
