//! What can be lost: the keywords of a schema, and the fields of a tool around its schemas.

use std::fmt;

use crate::error::excerpt::cut;

macro_rules! keywords {
    ($($(#[$doc:meta])* $variant:ident = $keyword:literal,)*) => {
        /// A JSON Schema keyword that a format may or may not support.
        ///
        /// The first 28 are those of the original feature matrix, in its order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum SchemaFeature {
            $(#[doc = concat!("`", $keyword, "`.")] $variant,)*
        }

        impl SchemaFeature {
            /// Every feature, in a fixed order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The keyword as schemas spell it.
            #[must_use]
            pub fn keyword(self) -> &'static str {
                match self {
                    $(Self::$variant => $keyword,)*
                }
            }

            /// The feature of a keyword; `None` for keywords that JSON Schema does not define.
            #[must_use]
            pub fn from_keyword(keyword: &str) -> Option<Self> {
                Some(match keyword {
                    $($keyword => Self::$variant,)*
                    _ => return None,
                })
            }
        }
    };
}

keywords! {
    Ref = "$ref",
    Defs = "$defs",
    AnyOf = "anyOf",
    OneOf = "oneOf",
    AllOf = "allOf",
    Not = "not",
    Pattern = "pattern",
    Format = "format",
    AdditionalProperties = "additionalProperties",
    Minimum = "minimum",
    Maximum = "maximum",
    MinLength = "minLength",
    MaxLength = "maxLength",
    Enum = "enum",
    Const = "const",
    Default = "default",
    Title = "title",
    Examples = "examples",
    MultipleOf = "multipleOf",
    MinItems = "minItems",
    MaxItems = "maxItems",
    MinProperties = "minProperties",
    MaxProperties = "maxProperties",
    UniqueItems = "uniqueItems",
    Nullable = "nullable",
    Deprecated = "deprecated",
    ReadOnly = "readOnly",
    WriteOnly = "writeOnly",
    ExclusiveMinimum = "exclusiveMinimum",
    ExclusiveMaximum = "exclusiveMaximum",
    PrefixItems = "prefixItems",
    Contains = "contains",
    MinContains = "minContains",
    MaxContains = "maxContains",
    PatternProperties = "patternProperties",
    PropertyNames = "propertyNames",
    If = "if",
    Then = "then",
    Else = "else",
    DependentRequired = "dependentRequired",
    DependentSchemas = "dependentSchemas",
    UnevaluatedItems = "unevaluatedItems",
    UnevaluatedProperties = "unevaluatedProperties",
    ContentEncoding = "contentEncoding",
    ContentMediaType = "contentMediaType",
    ContentSchema = "contentSchema",
    Anchor = "$anchor",
    DynamicAnchor = "$dynamicAnchor",
    DynamicRef = "$dynamicRef",
    RecursiveAnchor = "$recursiveAnchor",
    RecursiveRef = "$recursiveRef",
    Definitions = "definitions",
    AdditionalItems = "additionalItems",
    Dependencies = "dependencies",
    Schema = "$schema",
    Id = "$id",
    Vocabulary = "$vocabulary",
    Comment = "$comment",
    Type = "type",
    Properties = "properties",
    Required = "required",
    Items = "items",
    Description = "description",
}

impl SchemaFeature {
    /// How many of [`SchemaFeature::ALL`] are in the original feature matrix.
    pub const ORIGINAL: usize = 28;

    /// Whether every format has a place for the keyword, so that it is not a feature.
    pub(crate) fn is_structural(self) -> bool {
        matches!(
            self,
            Self::Type | Self::Properties | Self::Required | Self::Items | Self::Description
        )
    }

    /// Whether the keyword only describes and never rejects an instance.
    pub(crate) fn is_annotation(self) -> bool {
        matches!(
            self,
            Self::Default
                | Self::Title
                | Self::Examples
                | Self::Deprecated
                | Self::ReadOnly
                | Self::WriteOnly
                | Self::Nullable
                | Self::Schema
                | Self::Id
                | Self::Vocabulary
                | Self::Comment
                | Self::Description
                | Self::Anchor
                | Self::DynamicAnchor
                | Self::RecursiveAnchor
                | Self::ContentEncoding
                | Self::ContentMediaType
                | Self::ContentSchema
                | Self::Defs
                | Self::Definitions
        )
    }
}

/// Writes the keyword.
impl fmt::Display for SchemaFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

macro_rules! fields {
    ($($variant:ident = $name:literal $text:literal,)*) => {
        /// A part of a tool outside its input schema that a format may have no place for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ToolFeature {
            $(#[doc = $text] $variant,)*
        }

        impl ToolFeature {
            /// The name of the field.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

fields! {
    Name = "name" "The name, when the format refuses it and it had to be mapped.",
    InputSchema = "inputSchema" "The input schema as a whole.",
    OutputSchema = "outputSchema" "The output schema as a whole.",
    Strict = "strict" "Strict mode: the tool goes out as a plain one.",
    Namespace = "namespace" "The namespace.",
    Version = "version" "The version.",
    Title = "title" "The name for people.",
    Summary = "summary" "The summary.",
    Category = "category" "The category.",
    Tags = "tags" "The tags.",
    InputModes = "inputModes" "Media types that go in.",
    OutputModes = "outputModes" "Media types that come out.",
    Examples = "examples" "The examples.",
    Deterministic = "deterministic" "Whether equal arguments give equal results.",
    Idempotent = "idempotent" "Whether calling again changes nothing more.",
    Streaming = "streaming" "Whether results are streamed.",
    SecuritySchemes = "securitySchemes" "The security schemes.",
    SecurityRequirements = "securityRequirements" "The security requirements.",
    Annotations = "annotations" "The behaviour hints.",
    UiHints = "uiHints" "The hints for user interfaces.",
    Timeout = "timeout" "The time limit.",
    RequiredScopes = "requiredScopes" "The authorization scopes.",
    Icons = "icons" "The icons.",
    Execution = "execution" "How the tool may be executed.",
    Meta = "_meta" "Metadata of whoever owns the key.",
    CacheControl = "cache_control" "Where a prompt cache may be cut.",
}

/// Writes the name of the field.
impl fmt::Display for ToolFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a [`super::FeatureLossWarning`] is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// A keyword of JSON Schema.
    Schema(SchemaFeature),
    /// A keyword that JSON Schema does not define, such as `x-vendor`.
    Keyword(String),
    /// A field of the tool.
    Tool(ToolFeature),
    /// A field of a wire format that this crate does not know.
    Field(String),
}

impl Feature {
    /// The name of the keyword or field.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Schema(feature) => feature.keyword(),
            Self::Tool(feature) => feature.name(),
            Self::Keyword(own) | Self::Field(own) => own,
        }
    }

    /// The feature of any keyword.
    pub(crate) fn of_keyword(keyword: &str) -> Self {
        SchemaFeature::from_keyword(keyword)
            .map_or_else(|| Self::Keyword(keyword.to_owned()), Self::Schema)
    }
}

impl From<SchemaFeature> for Feature {
    fn from(feature: SchemaFeature) -> Self {
        Self::Schema(feature)
    }
}

impl From<ToolFeature> for Feature {
    fn from(feature: ToolFeature) -> Self {
        Self::Tool(feature)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(feature) => feature.fmt(f),
            Self::Tool(feature) => feature.fmt(f),
            Self::Keyword(name) | Self::Field(name) => f.write_str(&cut(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_lead_back_to_their_feature() {
        for feature in SchemaFeature::ALL {
            assert_eq!(
                SchemaFeature::from_keyword(feature.keyword()),
                Some(*feature)
            );
        }
        assert_eq!(SchemaFeature::from_keyword("x-vendor"), None);
        assert_eq!(
            SchemaFeature::ALL[SchemaFeature::ORIGINAL - 1],
            SchemaFeature::WriteOnly
        );
    }
}
