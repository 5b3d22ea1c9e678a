//! What an instance violates: one record per broken keyword, in document order.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Value, json};

use super::excerpt::{cut_to, show_path, without_secrets};
use super::{LONGEST_MESSAGE, MOST_TOLD, join};
use crate::path;

/// Most bytes of violations as text for a model, and as JSON; what exceeds that is left out, with a
/// note.
const LONGEST_TEXT: usize = 8 << 10;
const LONGEST_JSON: usize = 64 << 10;

/// One keyword of the schema that the instance breaks.
///
/// Messages and hints quote values only in part, and never values that look like secrets. The pointers are bounded like
/// every written path. Texts and JSON show the pointer into the instance without names that look like secrets.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::{DefaultValidator, Schema, SchemaValidator};
///
/// let schema = Schema::try_from(json!({"properties": {"limit": {"maximum": 60}}}))?;
/// let error = DefaultValidator::shared().validate(&schema, &json!({"limit": 90})).unwrap_err();
/// let violation = error.violations().and_then(|all| all.iter().next()).expect("a violation");
/// assert_eq!(violation.instance_path, "/limit");
/// assert_eq!(violation.schema_path, "/properties/limit/maximum");
/// assert_eq!(violation.keyword, "maximum");
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// How to fix it, where that is cheap to say.
    pub hint: Option<String>,
}

impl Violation {
    /// A broken keyword at a place of the instance, for validators outside this crate.
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
            instance_path: path::bounded(instance_path.into()),
            schema_path: String::new(),
            keyword: cut_to(&keyword.into(), LONGEST_KEYWORD),
            message: cut_to(&message.to_string(), LONGEST_MESSAGE),
            hint: None,
        }
    }

    /// Sets the place of the keyword in the schema, as a JSON pointer.
    #[must_use]
    pub fn with_schema_path(mut self, schema_path: impl Into<String>) -> Self {
        self.schema_path = path::bounded(schema_path.into());
        self
    }

    /// Adds how to fix the violation.
    #[must_use]
    pub fn with_hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = Some(cut_to(&hint.to_string(), LONGEST_MESSAGE));
        self
    }
}

/// Most characters of a keyword.
const LONGEST_KEYWORD: usize = 120;

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = 4 + usize::from(self.hint.is_some());
        let mut record = serializer.serialize_struct("Violation", fields)?;
        record.serialize_field("instancePath", &without_secrets(&self.instance_path))?;
        record.serialize_field("schemaPath", &self.schema_path)?;
        record.serialize_field("keyword", &self.keyword)?;
        record.serialize_field("message", &self.message)?;
        if let Some(hint) = &self.hint {
            record.serialize_field("hint", hint)?;
        }
        record.end()
    }
}

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

/// Everything an instance violates, in document order, up to a limit.
///
/// `Display` is for people, [`Violations::to_tool_error`] for models, `Serialize` for machines. Text for models never
/// exceeds 8 KiB, and JSON about 64 KiB.
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// Sets whether there were more violations than the limit allows to list.
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

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.violations.is_empty()
    }

    /// Whether there were more than the limit allows to list.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// One line per problem, from which a model can fix its arguments; at most 8 KiB.
    #[must_use]
    pub fn to_model_text(&self) -> String {
        model_text(self.iter(), self.truncated)
    }

    /// The violations as an MCP tool result with `isError: true`.
    #[must_use]
    pub fn to_tool_error(&self) -> Value {
        tool_error(&self.to_model_text())
    }
}

/// One line for each, and a last one if some are left out.
pub(super) fn model_text<T: fmt::Display>(
    found: impl Iterator<Item = T>,
    mut truncated: bool,
) -> String {
    const MORE: &str = "- and more";
    let mut text = String::new();
    for one in found {
        let line = format!("- {one}\n");
        if text.len() + line.len() + MORE.len() > LONGEST_TEXT {
            truncated = true;
            break;
        }
        text.push_str(&line);
    }
    if truncated {
        text.push_str(MORE);
    } else {
        text.pop();
    }
    text
}

impl Serialize for Violations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut room = LONGEST_JSON - r#"{"violations":[],"truncated":false}"#.len();
        let fitting = self.violations.iter().take_while(|violation| {
            let bytes = serde_json::to_string(violation).map_or(LONGEST_JSON, |json| json.len());
            let fits = bytes < room;
            room = room.saturating_sub(bytes + 1);
            fits
        });
        let shown = &self.violations[..fitting.count()];
        let truncated = self.truncated || shown.len() < self.violations.len();
        let mut record = serializer.serialize_struct("Violations", 2)?;
        record.serialize_field("violations", shown)?;
        record.serialize_field("truncated", &truncated)?;
        record.end()
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
        join(f, self.violations.iter().take(MOST_TOLD), "; ")?;
        if self.truncated || self.violations.len() > MOST_TOLD {
            f.write_str("; and more")?;
        }
        Ok(())
    }
}
