//! What a tool's author says about it beyond its definition.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::paragraphs;

/// Documentation that augments a tool's definition; it never overrides it.
///
/// Texts beyond their cap (see [`super::MAX_SUMMARY_LEN`] and its neighbours) are cut when the
/// entry is registered.
///
/// ```
/// use toolmodel_runtime::docs::{DocEntry, ToolExample};
///
/// let entry = DocEntry::new("Fetch repository metadata.")
///     .with_notes("Archived repositories are found too.")
///     .with_example(
///         ToolExample::new("The compiler").with_arg("owner", "rust-lang").with_arg("repo", "rust"),
///     )
///     .with_reference("https://docs.github.com/rest/repos");
/// assert_eq!(entry.examples[0].args["repo"], "rust");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct DocEntry {
    /// One short paragraph; without it the tool's description is used.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Everything else worth saying.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Calls that show how the tool is used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<ToolExample>,
    /// Links to read more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub external_refs: Vec<String>,
}

impl DocEntry {
    /// An entry with a summary.
    #[must_use]
    pub fn new(summary: impl Into<String>) -> Self {
        Self {
            summary: summary.into(),
            ..Self::default()
        }
    }

    /// The entry of a description or doc comment: its first paragraph, on one line, is the
    /// summary, and the rest are notes.
    ///
    /// ```
    /// use toolmodel_runtime::docs::DocEntry;
    ///
    /// let entry = DocEntry::from_description("Fetch a\nrepository.\n\nNeeds a token.");
    /// assert_eq!(entry.summary, "Fetch a repository.");
    /// assert_eq!(entry.notes, "Needs a token.");
    /// ```
    #[must_use]
    pub fn from_description(description: &str) -> Self {
        let (summary, notes) = paragraphs::split(description);
        Self::new(summary).with_notes(notes)
    }

    /// With these notes.
    #[must_use]
    pub fn with_notes(mut self, notes: impl Into<String>) -> Self {
        self.notes = notes.into();
        self
    }

    /// With one more example.
    #[must_use]
    pub fn with_example(mut self, example: ToolExample) -> Self {
        self.examples.push(example);
        self
    }

    /// With one more link.
    #[must_use]
    pub fn with_reference(mut self, reference: impl Into<String>) -> Self {
        self.external_refs.push(reference.into());
        self
    }

    /// Whether the entry is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.summary.is_empty()
            && self.notes.is_empty()
            && self.examples.is_empty()
            && self.external_refs.is_empty()
    }
}

/// A call that shows how a tool is used.
///
/// ```
/// use toolmodel_runtime::docs::ToolExample;
///
/// let example = ToolExample::new("One commit").with_arg("owner", "rust-lang").with_arg("commits", 1);
/// assert_eq!(example.args["commits"], 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct ToolExample {
    /// Names the example among those of its tool.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// A title for people.
    pub title: String,
    /// What the call does.
    pub description: String,
    /// The arguments of the call.
    #[serde(deserialize_with = "args_or_null")]
    pub args: Map<String, Value>,
    /// A description of the result.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub result_hint: String,
}

impl ToolExample {
    /// An example with a title, without arguments.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// With this id.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = id.into();
        self
    }

    /// With this description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// With these arguments, instead of any it had.
    #[must_use]
    pub fn with_args(mut self, args: Map<String, Value>) -> Self {
        self.args = args;
        self
    }

    /// With one more argument.
    #[must_use]
    pub fn with_arg(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.args.insert(name.into(), value.into());
        self
    }

    /// With this description of the result.
    #[must_use]
    pub fn with_result_hint(mut self, hint: impl Into<String>) -> Self {
        self.result_hint = hint.into();
        self
    }
}

/// An example of a call without arguments may say `"args": null`.
fn args_or_null<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Map<String, Value>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
