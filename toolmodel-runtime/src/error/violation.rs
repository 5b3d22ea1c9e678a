//! What an instance violates: one record per broken keyword, in document order.

use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

use super::excerpt::{cut_to, is_secret_text};

/// One keyword of the schema that the instance breaks.
///
/// Messages and hints quote values only in part, and never values that look like secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Violation {
    /// JSON pointer into the instance; empty for the root.
    pub instance_path: String,
    /// JSON pointer into the schema, to the keyword, with references followed.
    pub schema_path: String,
    /// The keyword that is broken; `false` for a schema that accepts nothing.
    pub keyword: String,
    /// What was found and what is accepted, with long values cut.
    pub message: String,
    /// How to mend it, where that is cheap to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// Characters of a path shown at most.
const LONGEST_PATH: usize = 200;

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.instance_path.is_empty() {
            "/".to_owned()
        } else {
            show_path(&self.instance_path)
        };
        write!(f, "{path}: {}", self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

/// A pointer in one line, without names that look like secrets.
fn show_path(path: &str) -> String {
    let tokens = path.split('/').skip(1);
    let shown: String = tokens
        .flat_map(|token| ["/", if is_secret_text(token) { "…" } else { token }])
        .collect();
    cut_to(&shown, LONGEST_PATH)
}

/// Everything an instance violates, in document order, up to a limit.
///
/// `Display` is for people, [`Violations::to_tool_error`] for models, `Serialize` for machines.
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

    /// How many violations are listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.violations.len()
    }

    /// Whether none is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.violations.is_empty()
    }

    /// Whether there were more than the limit allows to list.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// One line per problem, for a model to mend its arguments by.
    #[must_use]
    pub fn to_model_text(&self) -> String {
        let mut lines: Vec<String> = self
            .iter()
            .map(|violation| format!("- {violation}"))
            .collect();
        if self.truncated {
            lines.push("- and more".to_owned());
        }
        lines.join("\n")
    }

    /// The violations as an MCP tool result with `isError: true`.
    #[must_use]
    pub fn to_tool_error(&self) -> Value {
        tool_error(&self.to_model_text())
    }
}

pub(super) fn tool_error(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}], "isError": true})
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
