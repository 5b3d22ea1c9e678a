//! What a conversion did to a feature that the target does not support as it is.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::feature::{Feature, SchemaFeature, ToolFeature};
use crate::error::excerpt::{cut, cut_to};
use crate::error::{LONGEST_MESSAGE, in_words};
use crate::path::LONGEST;

/// What became of a feature.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::{Outcome, Registry};
///
/// let tool = json!({"name": "f", "inputSchema": {
///     "type": "object", "properties": {"n": {"type": "integer", "multipleOf": 5}}
/// }});
/// let converted = Registry::default().convert(tool, "mcp", "gemini")?;
/// let outcome = converted.warnings[0].outcome;
/// assert_eq!(outcome, Outcome::MovedToDescription);
/// assert!(outcome.loosens() && !outcome.keeps_meaning());
/// # Ok::<(), toolmodel_runtime::adapter::RegistryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// A reference was replaced by what it refers to; the meaning is kept.
    Inlined,
    /// Expressed differently; the meaning is kept.
    Rewritten,
    /// Sent unchanged, but the format documents no effect of it.
    Advisory,
    /// The target accepts less than the source did, such as an open object that had to be closed.
    Narrowed,
    /// A constraint that is now stated only in the text of a description.
    MovedToDescription,
    /// Gone.
    Dropped,
}

impl Outcome {
    /// Whether the target still means the same.
    #[must_use]
    pub fn keeps_meaning(self) -> bool {
        matches!(self, Self::Inlined | Self::Rewritten)
    }

    /// Whether the target may accept what the source rejected.
    #[must_use]
    pub fn loosens(self) -> bool {
        matches!(
            self,
            Self::Advisory | Self::MovedToDescription | Self::Dropped
        )
    }
}

in_words! {
    Outcome {
        Inlined => "inlined",
        Rewritten => "rewritten",
        Advisory => "advisory",
        Narrowed => "narrowed",
        MovedToDescription => "moved to description",
        Dropped => "dropped",
    }
}

/// A feature of the source that the target does not support as it is. The conversion continued; see
/// [`FeatureLossWarning::outcome`] for what became of it.
///
/// The text states what became of which feature, where (unless it is the root; the alternate form, `{:#}`,
/// names that too), why, and with what consequence, in one line of bounded length. Warnings of
/// [`Registry::baseline`], which follow the original word by word, state what and where.
///
/// [`Registry::baseline`]: super::Registry::baseline
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::Registry;
///
/// let tool = json!({
///     "name": "example",
///     "inputSchema": {
///         "$ref": "#/$defs/Person",
///         "$defs": {"Person": {"type": "object", "properties": {"name": {"type": "string"}}}}
///     }
/// });
/// let converted = Registry::baseline().convert(tool, "mcp", "openai")?;
/// let texts: Vec<String> = converted.warnings.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, [
///     "feature $ref lost converting from mcp to openai",
///     "feature $defs lost converting from mcp to openai",
/// ]);
/// # Ok::<(), toolmodel_runtime::adapter::RegistryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FeatureLossWarning {
    /// The feature concerned.
    pub feature: Feature,
    /// JSON pointer into the input schema of the source. Places in the output schema start with
    /// `/outputSchema`; the path is empty for the root and for whole fields of the tool.
    pub path: String,
    /// The adapter that read the tool; all warnings of a conversion share its name.
    pub from: Arc<str>,
    /// The adapter that wrote it.
    pub to: Arc<str>,
    /// What became of it.
    pub outcome: Outcome,
    /// Why, where the feature alone does not say it.
    pub note: Option<String>,
    /// Whether the text states reasons that lie in the format itself.
    pub(crate) explained: bool,
}

impl FeatureLossWarning {
    /// A warning about the root of the input schema, or a whole field of the tool, for adapters
    /// outside this crate.
    ///
    /// ```
    /// use toolmodel_runtime::adapter::{Feature, FeatureLossWarning, Outcome, SchemaFeature};
    ///
    /// let feature = Feature::Schema(SchemaFeature::Pattern);
    /// let warning = FeatureLossWarning::new(feature, "mcp", "mine", Outcome::Dropped)
    ///     .with_path("/properties/id")
    ///     .with_note("patterns are not read");
    /// assert_eq!(
    ///     warning.to_string(),
    ///     "feature pattern lost converting from mcp to mine at /properties/id: \
    ///      patterns are not read; arguments have to be validated"
    /// );
    /// ```
    #[must_use]
    pub fn new(
        feature: Feature,
        from: impl Into<Arc<str>>,
        to: impl Into<Arc<str>>,
        outcome: Outcome,
    ) -> Self {
        Self {
            feature,
            path: String::new(),
            from: from.into(),
            to: to.into(),
            outcome,
            note: None,
            explained: false,
        }
    }

    /// Sets the place, given as a JSON pointer.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Sets the reason, where the feature alone does not give it.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Whether it is about this keyword.
    #[must_use]
    pub fn is_about(&self, feature: SchemaFeature) -> bool {
        self.feature == Feature::Schema(feature)
    }

    /// Whether different arguments are accepted than before: more, or fewer.
    #[must_use]
    pub fn affects_arguments(&self) -> bool {
        let is_schema = matches!(self.feature, Feature::Schema(_));
        let is_all_of_it = self.feature == Feature::Tool(ToolFeature::InputSchema);
        self.loosens()
            || is_schema && self.outcome == Outcome::Narrowed
            || is_all_of_it && !self.outcome.keeps_meaning()
    }

    /// The keyword, if it is one that rejects instances.
    fn constraint(&self) -> Option<SchemaFeature> {
        match self.feature {
            Feature::Schema(feature) => Some(feature).filter(|feature| !feature.is_annotation()),
            Feature::Keyword(_) | Feature::Tool(_) | Feature::Field(_) => None,
        }
    }

    /// The reason, where it lies in the format itself.
    fn why(&self) -> Option<&'static str> {
        let is_field = matches!(self.feature, Feature::Tool(_) | Feature::Field(_));
        match self.outcome {
            Outcome::Inlined | Outcome::Rewritten => None,
            Outcome::Dropped if is_field => Some("the format has no place for it"),
            Outcome::Dropped | Outcome::MovedToDescription => Some("the provider does not take it"),
            Outcome::Advisory => Some("the provider documents no effect of it"),
            Outcome::Narrowed if self.is_about(SchemaFeature::AdditionalProperties) => {
                Some("the mode takes only objects that are closed")
            }
            Outcome::Narrowed => Some("the mode takes only schemas that say their type"),
        }
    }

    /// What an outcome means for the caller who sends the tool.
    fn follows(&self) -> Option<&'static str> {
        match (self.outcome, &self.feature) {
            (Outcome::Inlined | Outcome::Rewritten, _) => None,
            (_, Feature::Tool(ToolFeature::Strict)) => Some("the tool is sent as a plain one"),
            (Outcome::Dropped, Feature::Tool(ToolFeature::InputSchema)) => {
                Some("the model does not see it, and arguments have to be validated")
            }
            (Outcome::Dropped, Feature::Tool(_) | Feature::Field(_)) => {
                Some("the model does not see it")
            }
            (Outcome::Narrowed, _) => {
                Some("the model can no longer send all that the tool accepts")
            }
            _ if self.constraint().is_some() => Some("arguments have to be validated"),
            _ => Some("calls are not affected"),
        }
    }

    /// Whether a keyword that rejects instances now rejects fewer.
    #[must_use]
    pub fn loosens(&self) -> bool {
        self.constraint().is_some() && self.outcome.loosens()
    }
}

impl fmt::Display for FeatureLossWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            feature,
            from,
            to,
            path,
            ..
        } = self;
        let done = match self.outcome {
            Outcome::Dropped => "lost",
            Outcome::Inlined => "inlined",
            Outcome::Rewritten => "rewritten",
            Outcome::Advisory => "without documented effect",
            Outcome::Narrowed => "narrowed",
            Outcome::MovedToDescription => "moved to description",
        };
        let (from, to) = (cut(from), cut(to));
        write!(f, "feature {feature} {done} converting from {from} to {to}")?;
        match path.as_str() {
            "" if f.alternate() => f.write_str(" at /")?,
            "" => {}
            path => write!(f, " at {}", cut_to(path, LONGEST))?,
        }
        let note = self.note.as_deref();
        let note = note.map(|note| Cow::Owned(cut_to(note, LONGEST_MESSAGE)));
        let why = note.or_else(|| self.why().filter(|_| self.explained).map(Cow::Borrowed));
        match (why, self.follows()) {
            (Some(why), Some(follows)) => write!(f, ": {why}; {follows}"),
            (Some(why), None) => write!(f, ": {why}"),
            (None, _) => Ok(()),
        }
    }
}
