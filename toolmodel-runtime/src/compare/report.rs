//! What a comparison found, as plain data.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::error::excerpt::cut_to;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Verdict {
    /// They do: proven.
    #[default]
    Compatible,
    /// Neither was proven.
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
    /// Only texts, hints and metadata have.
    Patch,
    /// More is possible than before, and nothing less.
    Minor,
    /// Something breaks, or was not proven to be compatible.
    Major,
}

/// One place at which what is sent does not fit what is read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// [`Verdict::Breaking`] with a proof, else [`Verdict::Undecided`].
    pub verdict: Verdict,
    /// JSON pointer into the old schema.
    pub old: String,
    /// JSON pointer into the new schema.
    pub new: String,
    /// What was found, for people.
    pub message: String,
    /// An instance that the sender's schema accepts and the reader's refuses; both validators
    /// were asked.
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

/// What became of one schema.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SchemaChange {
    /// Whether what is sent is still read.
    pub verdict: Verdict,
    /// Whether both schemas accept exactly the same for one reason that is seen at a glance:
    /// they differ in annotations, order and names of definitions only.
    pub same: bool,
    /// Why the verdict is not [`Verdict::Compatible`]; empty otherwise.
    pub findings: Vec<Finding>,
    /// What breaks, or may break, only for those who use properties that the sender's schema does
    /// not declare and accepts because it says nothing about them. It is no part of the verdict;
    /// without it, a compatible change is so for every instance.
    pub undeclared: Vec<Finding>,
    /// Annotations that differ, up to a number of them.
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
    /// The new version has the same tool under another name, and none of the old name.
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
    /// Whether it is there at all.
    pub fate: Fate,
    /// The worst of all that follows, and of its fate.
    pub verdict: Verdict,
    /// How its version should grow.
    pub bump: Bump,
    /// What became of its input schema; nothing when only one version has the tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<SchemaChange>,
    /// What became of its output schema; nothing when neither version has one.
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
    /// The worst of all tools.
    pub verdict: Verdict,
    /// How the version of the list should grow.
    pub bump: Bump,
    /// One entry per tool, in the order of the old list; new ones follow in the order of theirs.
    pub tools: Vec<ToolChange>,
}

impl SchemaChange {
    /// Whether nothing at all differs.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.same && self.annotations.is_empty()
    }

    /// How a version should grow by this alone.
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

    /// The tools whose change is as bad as this.
    pub fn with_verdict(&self, verdict: Verdict) -> impl Iterator<Item = &ToolChange> {
        self.tools
            .iter()
            .filter(move |tool| tool.verdict == verdict)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "input",
            Self::Output => "output",
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Compatible => "compatible",
            Self::Undecided => "undecided",
            Self::Breaking => "breaking",
        })
    }
}

impl fmt::Display for Bump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        })
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        })
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.pointer, self.what)
    }
}

/// Characters of a proof that are shown; the whole of it is in the data.
const LONGEST_PROOF: usize = 400;

/// One line: where, what, and the proof if there is one, cut to a bounded length.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |pointer: &str| match pointer {
            "" => "/".to_owned(),
            other => other.to_owned(),
        };
        write!(f, "{}", place(&self.new))?;
        if self.old != self.new {
            write!(f, " (was {})", place(&self.old))?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(proof) = &self.proof {
            let text = proof.to_string();
            write!(f, "; for example {}", cut_to(&text, LONGEST_PROOF))?;
        }
        Ok(())
    }
}

/// A line per finding, below the verdict.
impl fmt::Display for SchemaChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)?;
        for finding in &self.findings {
            write!(f, "\n  {}: {finding}", finding.verdict)?;
        }
        for finding in &self.undeclared {
            let doubt = match finding.verdict {
                Verdict::Breaking => "",
                _ => " (undecided)",
            };
            write!(f, "\n  undeclared properties only{doubt}: {finding}")?;
        }
        for detail in &self.annotations {
            write!(f, "\n  harmless: {detail}")?;
        }
        Ok(())
    }
}

impl fmt::Display for ToolChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        let new = self.new.as_deref().unwrap_or_default();
        match self.fate {
            Fate::Gone => return write!(f, "{name}: breaking: the tool is gone"),
            Fate::New => return write!(f, "{name}: compatible: the tool is new"),
            Fate::Renamed => write!(f, "{name}: breaking: the tool is now `{new}`")?,
            Fate::Moved => write!(f, "{name}: {}: the tool is now `{new}`", self.verdict)?,
            Fate::Kept if self.is_unchanged() => return write!(f, "{name}: unchanged"),
            Fate::Kept => write!(f, "{name}: {}", self.verdict)?,
        }
        for (side, change) in [(Side::Input, &self.input), (Side::Output, &self.output)] {
            let Some(change) = change.as_ref().filter(|change| !change.is_unchanged()) else {
                continue;
            };
            let text = change.to_string();
            write!(f, "\n  {side}: {}", text.replace('\n', "\n  "))?;
        }
        for finding in &self.findings {
            write!(f, "\n  {}: {finding}", finding.verdict)?;
        }
        for detail in &self.details {
            write!(f, "\n  harmless: {detail}")?;
        }
        Ok(())
    }
}

/// Tools that have changed, and the bump that this asks for.
impl fmt::Display for ListChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tool in self.tools.iter().filter(|tool| !tool.is_unchanged()) {
            writeln!(f, "{tool}")?;
        }
        if self.is_unchanged() {
            return f.write_str("nothing has changed");
        }
        write!(f, "{}; suggested version bump: {}", self.verdict, self.bump)
    }
}
