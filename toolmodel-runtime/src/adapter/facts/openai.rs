//! OpenAI function tools, Chat Completions and Responses, as of 2026-11-15.
//!
//! Without `strict` the schema only advises the model: nearly every keyword is taken, and the
//! checks are about the root and about arrays. With `strict` it is compiled into a grammar.

use super::Support::{Accepted, Advisory, Refused};
use super::{Facts, Support, keywords, refine};
use crate::adapter::feature::SchemaFeature::{
    self, AdditionalItems, AllOf, Anchor, Comment, Contains, ContentEncoding, ContentMediaType,
    ContentSchema, Default, Dependencies, DependentRequired, DependentSchemas, Deprecated,
    DynamicAnchor, DynamicRef, Else, Examples, ExclusiveMaximum, ExclusiveMinimum, Id, If,
    MaxContains, MaxItems, MaxLength, MaxProperties, Maximum, MinContains, MinItems, MinLength,
    MinProperties, Minimum, MultipleOf, Not, Nullable, OneOf, Pattern, PatternProperties,
    PrefixItems, PropertyNames, ReadOnly, RecursiveAnchor, RecursiveRef, Schema, Then,
    UnevaluatedItems, UnevaluatedProperties, UniqueItems, Vocabulary, WriteOnly,
};
use crate::adapter::names::NameRule;

const AS_OF: &str = "2026-11-15";

const TOOL_NAMES: NameRule = NameRule {
    max: 64,
    punctuation: "-",
    letter_first: false,
};

/// Tools in one request.
pub(crate) const MAX_TOOLS: usize = 128;
/// Object properties in one strict schema.
pub(crate) const MAX_PROPERTIES: usize = 5000;
/// Levels of nesting in one strict schema.
pub(crate) const MAX_NESTING_LEVELS: usize = 10;
/// Characters of property names, definition names, enum and const values in one strict schema.
pub(crate) const MAX_NAME_CHARACTERS: usize = 120_000;
/// Enum values in one strict schema.
pub(crate) const MAX_ENUM_VALUES: usize = 1000;
/// Beyond this many values, the strings of one enum are limited in total.
pub(crate) const MAX_LONG_ENUM_VALUES: usize = 250;
/// Characters of the strings of one such enum.
pub(crate) const MAX_LONG_ENUM_CHARACTERS: usize = 15_000;

/// `strict` absent or false.
pub(crate) static OPENAI: Facts = plain("openai");

/// `strict` absent or false, on Azure.
pub(crate) static AZURE: Facts = plain("azure");

const fn plain(provider: &'static str) -> Facts {
    Facts {
        provider,
        mode: "lenient",
        as_of: AS_OF,
        keywords: keywords(Accepted, &[(AdditionalItems, Refused)]),
        unknown_keywords: Advisory,
        own_keywords: &[],
        formats: None,
        tool_names: TOOL_NAMES,
        property_names: None,
    }
}

/// `strict: true`.
pub(crate) static OPENAI_STRICT: Facts = strict(&[]);

const fn strict(more: &[(SchemaFeature, Support)]) -> Facts {
    Facts {
        provider: "openai",
        mode: "strict",
        as_of: AS_OF,
        keywords: refine(
            keywords(
                Accepted,
                &[
                    (OneOf, Refused),
                    (AllOf, Refused),
                    (Not, Refused),
                    (If, Refused),
                    (Then, Refused),
                    (Else, Refused),
                    (Dependencies, Refused),
                    (DependentRequired, Refused),
                    (DependentSchemas, Refused),
                    (UniqueItems, Refused),
                    (PrefixItems, Refused),
                    (AdditionalItems, Refused),
                    (Contains, Refused),
                    (MinContains, Refused),
                    (MaxContains, Refused),
                    (MinProperties, Refused),
                    (MaxProperties, Refused),
                    (PatternProperties, Refused),
                    (PropertyNames, Refused),
                    (UnevaluatedItems, Refused),
                    (UnevaluatedProperties, Refused),
                    (ContentEncoding, Refused),
                    (ContentMediaType, Refused),
                    (ContentSchema, Refused),
                    (Anchor, Refused),
                    (DynamicAnchor, Refused),
                    (DynamicRef, Refused),
                    (RecursiveAnchor, Refused),
                    (RecursiveRef, Refused),
                    (Vocabulary, Refused),
                    (Id, Refused),
                    (Schema, Advisory),
                    (Comment, Advisory),
                    (Examples, Advisory),
                    (Deprecated, Advisory),
                    (ReadOnly, Advisory),
                    (WriteOnly, Advisory),
                    (Nullable, Advisory),
                ],
            ),
            more,
        ),
        unknown_keywords: Refused,
        own_keywords: &[],
        formats: Some(&[(
            "string",
            &[
                "date-time",
                "time",
                "date",
                "duration",
                "email",
                "hostname",
                "ipv4",
                "ipv6",
                "uuid",
            ],
        )]),
        tool_names: TOOL_NAMES,
        property_names: None,
    }
}

/// `strict: true` on Azure, whose documentation (of 2025-12-06) lists as unsupported what OpenAI
/// itself takes by now; <https://learn.microsoft.com/azure/ai-foundry/openai/how-to/structured-outputs>.
pub(crate) static AZURE_STRICT: Facts = Facts {
    provider: "azure",
    formats: Some(&[]),
    ..strict(&[
        (MinLength, Refused),
        (MaxLength, Refused),
        (Pattern, Refused),
        (Minimum, Refused),
        (Maximum, Refused),
        (ExclusiveMinimum, Refused),
        (ExclusiveMaximum, Refused),
        (MultipleOf, Refused),
        (MinItems, Refused),
        (MaxItems, Refused),
        (Default, Refused),
    ])
};

/// Object properties in one strict schema on Azure.
pub(crate) const AZURE_MAX_PROPERTIES: usize = 100;
/// Levels of nesting in one strict schema on Azure.
pub(crate) const AZURE_MAX_NESTING_LEVELS: usize = 5;
