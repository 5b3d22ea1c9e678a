//! What each provider accepts: one dated table per provider, and the original feature matrix.

/// A table of keywords with some of them changed.
macro_rules! keywords {
    ($table:expr; $($support:ident: $($feature:ident)*;)*) => {{
        use crate::adapter::facts::Support;
        use crate::adapter::feature::SchemaFeature;
        let mut table = $table;
        $($(table[SchemaFeature::$feature as usize] = Support::$support;)*)*
        table
    }};
}

mod anthropic;
mod baseline;
mod chat;
mod gemini;
mod openai;

use super::feature::SchemaFeature;
use super::names::NameRule;

pub(crate) use anthropic::{
    ANTHROPIC, ANTHROPIC_STRICT, MAX_OPTIONAL, MAX_STRICT_TOOLS, MAX_UNIONS,
};
pub(crate) use baseline::{
    BASELINE_A2A, BASELINE_ANTHROPIC, BASELINE_GEMINI, BASELINE_OPENAI, BASELINE_OPENAI_STRICT,
};
pub(crate) use chat::{BEDROCK, MISTRAL};
pub(crate) use gemini::{
    GEMINI_JSON_SCHEMA, GEMINI_PARAMETERS, MAX_DECLARATIONS, VERTEX_PARAMETERS,
};
pub(crate) use openai::{
    AZURE, AZURE_MAX_NESTING_LEVELS, AZURE_MAX_PROPERTIES, AZURE_STRICT, MAX_ENUM_VALUES,
    MAX_LONG_ENUM_CHARACTERS, MAX_LONG_ENUM_VALUES, MAX_NAME_CHARACTERS, MAX_NESTING_LEVELS,
    MAX_PROPERTIES, MAX_TOOLS, OPENAI, OPENAI_STRICT,
};

/// What a provider does with a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Support {
    /// Accepted, and enforced as far as the mode enforces anything.
    Accepted,
    /// Accepted, without a documented effect.
    Advisory,
    /// The whole request is refused.
    Refused,
}

/// What a provider accepts in one mode.
#[derive(Debug)]
#[non_exhaustive]
pub struct Facts {
    /// The provider.
    pub provider: &'static str,
    /// The mode, such as `strict`.
    pub mode: &'static str,
    /// The day the facts were collected, as `YYYY-MM-DD`.
    pub as_of: &'static str,
    keywords: Keywords,
    /// What happens to keywords that JSON Schema does not define.
    pub unknown_keywords: Support,
    /// Keywords beyond JSON Schema that the provider defines.
    pub(crate) own_keywords: &'static [&'static str],
    /// The accepted values of `format` by type; all when absent.
    pub(crate) formats: Option<&'static [(&'static str, &'static [&'static str])]>,
    pub(crate) tool_names: NameRule,
    /// Which property names are accepted, and whether that concerns only those at the root.
    pub(crate) property_names: Option<(NameRule, Level)>,
}

/// How deep a rule reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Root,
    Every,
}

impl Facts {
    /// What the provider does with a keyword.
    #[must_use]
    pub const fn support(&self, feature: SchemaFeature) -> Support {
        self.keywords[feature as usize]
    }

    /// Whether the provider accepts a keyword, with an effect or without.
    pub(crate) fn takes(&self, feature: SchemaFeature) -> bool {
        self.support(feature) != Support::Refused
    }

    /// What the provider does with a keyword by name.
    #[must_use]
    pub fn support_of(&self, keyword: &str) -> Support {
        match SchemaFeature::from_keyword(keyword) {
            Some(feature) => self.support(feature),
            None if self.own_keywords.contains(&keyword) => Support::Accepted,
            None => self.unknown_keywords,
        }
    }

    /// Whether a `format` is accepted on one of the types.
    pub(crate) fn accepts_format(
        &self,
        format: &str,
        mut types: impl Iterator<Item = &'static str>,
    ) -> bool {
        let Some(formats) = self.formats else {
            return true;
        };
        types.any(|name| {
            let mut rows = formats.iter();
            rows.any(|(of, accepted)| *of == name && accepted.contains(&format))
        })
    }
}

/// The support of each keyword.
type Keywords = [Support; SchemaFeature::ALL.len()];

/// The same for every keyword.
const fn all(support: Support) -> Keywords {
    [support; SchemaFeature::ALL.len()]
}

/// A mode that accepts schemas as they are, for tools with [`NAMES`].
const LENIENT: Facts = Facts {
    provider: "",
    mode: "lenient",
    as_of: "",
    keywords: keywords! { all(Support::Accepted); Refused: AdditionalItems; },
    unknown_keywords: Support::Advisory,
    own_keywords: &[],
    formats: None,
    tool_names: NAMES,
    property_names: None,
};

/// The support of keywords in every mode that compiles schemas into a grammar.
const COMPILED: Keywords = keywords! {
    all(Support::Accepted);
    Refused: OneOf Not If Then Else Dependencies DependentRequired DependentSchemas UniqueItems
        PrefixItems AdditionalItems Contains MinContains MaxContains MinProperties MaxProperties
        PatternProperties PropertyNames UnevaluatedItems UnevaluatedProperties ContentEncoding
        ContentMediaType ContentSchema Anchor DynamicAnchor DynamicRef RecursiveAnchor RecursiveRef
        Vocabulary Id;
    Advisory: Schema Comment Examples Deprecated ReadOnly WriteOnly Nullable;
};

/// The formats of strings in every such mode.
const FORMATS: &[&str] = &[
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
];

/// The tool names that most formats accept.
const NAMES: NameRule = NameRule {
    max: 64,
    punctuation: "-",
    letter_first: false,
};

/// As [`NAMES`], and dots.
const DOTTED_NAMES: NameRule = NameRule {
    punctuation: ".-",
    ..NAMES
};

/// Any name is accepted.
const ANY_NAME: NameRule = NameRule {
    max: usize::MAX,
    punctuation: "",
    letter_first: false,
};
