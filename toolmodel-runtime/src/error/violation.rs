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

impl Violation {
    /// A keyword that is broken at a place of the instance, for validators outside this crate.
    ///
    /// ```
    /// use toolmodel_runtime::Violation;
    ///
    /// let violation = Violation::new("/limit", "maximum", "`90` is more than 60")
    ///     .with_schema_path("/properties/limit/maximum")
    ///     .with_hint("ask for fewer");
    /// assert_eq!(violation.to_string(), "/limit: `90` is more than 60 (ask for fewer)");
    /// ```
    #[must_use]
    pub fn new(
        instance_path: impl Into<String>,
        keyword: impl Into<String>,
        message: impl fmt::Display,
    ) -> Self {
        Self {
            instance_path: instance_path.into(),
            schema_path: String::new(),
            keyword: keyword.into(),
            message: message.to_string(),
            hint: None,
        }
    }

    /// The violation with the place of the keyword in the schema, as a JSON pointer.
    #[must_use]
    pub fn with_schema_path(mut self, schema_path: impl Into<String>) -> Self {
        self.schema_path = schema_path.into();
        self
    }

    /// The violation with a word on how to mend it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = Some(hint.to_string());
        self
    }
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
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::{DefaultValidator, Schema, SchemaValidator};
///
/// let schema = Schema::try_from(json!({
///     "type": "object",
///     "properties": {"limit": {"type": "integer", "maximum": 60}},
///     "required": ["query"]
/// }))?;
/// let error = DefaultValidator::shared().validate(&schema, &json!({"limit": 90})).unwrap_err();
/// let violations = error.violations().expect("what the arguments violate");
/// let keywords: Vec<&str> = violations.iter().map(|violation| &*violation.keyword).collect();
/// assert_eq!(keywords, ["required", "maximum"]);
/// assert_eq!(violations.to_tool_error()["isError"], true);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violations {
    violations: Vec<Violation>,
    /// Whether the limit cut the list.
    truncated: bool,
}

impl Violations {
    /// All violations of an instance, in document order, for validators outside this crate; see
    /// [`Error::from_violations`](crate::Error::from_violations).
    ///
    /// ```
    /// use toolmodel_runtime::{Violation, Violations};
    ///
    /// let found = [Violation::new("/a", "type", "is not a string")];
    /// let violations = Violations::new(found).with_truncated(true);
    /// assert_eq!(violations.to_model_text(), "- /a: is not a string\n- and more");
    /// ```
    #[must_use]
    pub fn new(violations: impl IntoIterator<Item = Violation>) -> Self {
        Self {
            violations: violations.into_iter().collect(),
            truncated: false,
        }
    }

    /// The violations, of which there were more than the limit allows to list, or not.
    #[must_use]
    pub fn with_truncated(mut self, truncated: bool) -> Self {
        self.truncated = truncated;
        self
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
