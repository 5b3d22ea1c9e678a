//! What an instance violates: one record per broken keyword, in document order.

use std::fmt;

use serde::Serialize;

/// One keyword of the schema that the instance breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Violation {
    /// JSON pointer into the instance; empty for the root.
    pub instance_path: String,
    /// JSON pointer into the schema.
    pub schema_path: String,
    /// The keyword that is broken.
    pub keyword: String,
    /// What was found and what is accepted, with long values cut.
    pub message: String,
    /// How to mend it, where that is cheap to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.instance_path.is_empty() {
            "/"
        } else {
            &self.instance_path
        };
        write!(f, "{place}: {}", self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

/// Everything an instance violates, in document order, up to a limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violations {
    violations: Vec<Violation>,
    /// Whether the limit cut the list.
    truncated: bool,
}

impl Violations {
    pub(crate) fn new(violations: Vec<Violation>, truncated: bool) -> Self {
        Self {
            violations,
            truncated,
        }
    }

    /// The violations, in document order.
    #[must_use]
    pub fn as_slice(&self) -> &[Violation] {
        &self.violations
    }

    /// Iterates in document order.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.violations.iter()
    }

    /// Whether there were more than the limit allows to list.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.violations.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{violation}")?;
        }
        if self.truncated {
            f.write_str("; and more")?;
        }
        Ok(())
    }
}
