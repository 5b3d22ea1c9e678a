//! What a comparison found, as plain data.

use serde::Serialize;
use serde_json::Value;

/// Which schema of a tool: it decides who sends and who reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Side {
    /// Arguments: callers of the old version send, the new version reads.
    Input,
    /// Results: the new version sends, callers of the old version read.
    Output,
}

/// Whether callers of the old version still work with the new one. Ordered from good to bad.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::Schema;
/// use toolmodel_runtime::compare::{self, Side, Verdict};
///
/// let old = Schema::try_from(json!({"type": "integer", "maximum": 10}))?;
/// let new = Schema::try_from(json!({"type": "integer", "maximum": 20}))?;
/// assert_eq!(compare::schemas(&old, &new, Side::Input).verdict, Verdict::Compatible);
/// assert_eq!(compare::schemas(&new, &old, Side::Input).verdict, Verdict::Breaking);
/// assert!(Verdict::Compatible < Verdict::Undecided && Verdict::Undecided < Verdict::Breaking);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Verdict {
    /// They do: proven.
    #[default]
    Compatible,
    /// Neither could be proven.
    Undecided,
    /// They do not: proven by an instance, or by a tool that is gone.
    Breaking,
}

/// How a version number should grow. Ordered from little to much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Bump {
    /// Nothing has changed.
    #[default]
    None,
    /// Only texts, hints and metadata have changed.
    Patch,
    /// More is possible than before, and everything that was possible still is.
    Minor,
    /// Something breaks, or was not proven to be compatible.
    Major,
}

/// One place at which the reader may not accept what is sent.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::Schema;
/// use toolmodel_runtime::compare::{self, Side};
///
/// let old = Schema::try_from(json!({"type": "object", "properties": {"unit": {"enum": ["m", "km"]}}}))?;
/// let new = Schema::try_from(json!({"type": "object", "properties": {"unit": {"enum": ["m"]}}}))?;
/// let change = compare::schemas(&old, &new, Side::Input);
/// assert_eq!(change.findings[0].old, "/properties/unit");
/// assert_eq!(change.findings[0].proof, Some(json!({"unit": "km"})));
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// [`Verdict::Breaking`] with a proof, otherwise [`Verdict::Undecided`].
    pub verdict: Verdict,
    /// JSON pointer into the old schema.
    pub old: String,
    /// JSON pointer into the new schema.
    pub new: String,
    /// What was found, for people.
    pub message: String,
    /// An instance that the sender's schema accepts and the reader's refuses, according to both
    /// validators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Value>,
}

/// A difference that changes nothing for callers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct Detail {
    /// JSON pointer to what differs.
    pub pointer: String,
    /// What happened to it.
    pub what: What,
}

/// What happened to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum What {
    /// Only the new version has it.
    Added,
    /// Only the old version has it.
    Removed,
    /// Both have it, and differ.
    Changed,
}

impl What {
    /// What happened to a value; nothing if both versions have the same.
    pub(super) fn of(old: Option<&Value>, new: Option<&Value>) -> Option<Self> {
        match (old, new) {
            (Some(old), Some(new)) => (old != new).then_some(Self::Changed),
            (None, _) => Some(Self::Added),
            (_, None) => Some(Self::Removed),
        }
    }
}

/// What became of one schema.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SchemaChange {
    /// Whether what is sent is still read.
    pub verdict: Verdict,
    /// Whether it is obvious that both schemas accept exactly the same: they differ only in annotations,
    /// order and names of definitions.
    pub same: bool,
    /// Why the verdict is not [`Verdict::Compatible`]; empty otherwise.
    pub findings: Vec<Finding>,
    /// What breaks, or may break, only for callers who use properties that the sender's schema does
    /// not declare and accepts because it says nothing about them. It does not affect the verdict;
    /// if it is empty, a compatible change is compatible for every instance.
    pub undeclared: Vec<Finding>,
    /// Annotations that differ, up to a limit.
    pub annotations: Vec<Detail>,
}

/// What became of a tool as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fate {
    /// Both versions have it.
    Kept,
    /// Both versions have it under one name, in different namespaces.
    Moved,
    /// The new version has the same tool under another name, and none under the old name.
    Renamed,
    /// Only the old version has it.
    Gone,
    /// Only the new version has it.
    New,
}

/// What became of one tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ToolChange {
    /// The tool in the old version: `namespace:name`, or its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// The tool in the new version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
    /// Whether both versions have it.
    pub fate: Fate,
    /// The worst verdict of its parts, and of its fate.
    pub verdict: Verdict,
    /// How its version should grow.
    pub bump: Bump,
    /// What became of its input schema; `None` when only one version has the tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<SchemaChange>,
    /// What became of its output schema; `None` when neither version has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<SchemaChange>,
    /// Other changes that may matter to callers but cannot be proven to.
    pub findings: Vec<Finding>,
    /// Fields that differ and change nothing for callers: texts, hints, icons, metadata.
    pub details: Vec<Detail>,
}

/// What became of a list of tools.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListChange {
    /// The worst verdict of all tools.
    pub verdict: Verdict,
    /// How the version of the list should grow.
    pub bump: Bump,
    /// One entry per tool, in the order of the old list, then new ones in the order of theirs.
    pub tools: Vec<ToolChange>,
}

impl SchemaChange {
    /// Whether nothing at all differs.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.same && self.annotations.is_empty()
    }

    /// How a version should grow because of this change alone.
    #[must_use]
    pub fn bump(&self) -> Bump {
        match self.verdict {
            Verdict::Breaking | Verdict::Undecided => Bump::Major,
            Verdict::Compatible if !self.same => Bump::Minor,
            Verdict::Compatible if self.annotations.is_empty() => Bump::None,
            Verdict::Compatible => Bump::Patch,
        }
    }

    /// The first proof that it breaks.
    #[must_use]
    pub fn proof(&self) -> Option<&Value> {
        self.findings
            .iter()
            .find_map(|finding| finding.proof.as_ref())
    }
}

impl ToolChange {
    /// The tool's name in the old version, or in the new one when it is new.
    #[must_use]
    pub fn name(&self) -> &str {
        self.old
            .as_deref()
            .or(self.new.as_deref())
            .unwrap_or_default()
    }

    /// Whether nothing at all differs.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.bump == Bump::None
    }
}

impl ListChange {
    /// Whether nothing at all differs.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.bump == Bump::None
    }

    /// The tools whose change has this verdict.
    pub fn with_verdict(&self, verdict: Verdict) -> impl Iterator<Item = &ToolChange> {
        self.tools
            .iter()
            .filter(move |tool| tool.verdict == verdict)
    }
}
