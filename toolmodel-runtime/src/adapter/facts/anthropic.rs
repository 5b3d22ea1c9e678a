//! Anthropic tools, as of 2026-11-15.
//!
//! Without `strict` any JSON Schema 2020-12 is taken whose root is a plain object. With `strict`
//! numeric, array and object bounds are refused; lengths are documented as refused too, although
//! the service was seen to take them.

use super::Support::{Accepted, Advisory, Refused};
use super::{Facts, Level, keywords};
use crate::adapter::feature::SchemaFeature::{
    AdditionalItems, Anchor, Comment, Contains, ContentEncoding, ContentMediaType, ContentSchema,
    Dependencies, DependentRequired, DependentSchemas, Deprecated, DynamicAnchor, DynamicRef, Else,
    Examples, ExclusiveMaximum, ExclusiveMinimum, Id, If, MaxContains, MaxItems, MaxLength,
    MaxProperties, Maximum, MinContains, MinLength, MinProperties, Minimum, MultipleOf, Not,
    Nullable, OneOf, PatternProperties, PrefixItems, PropertyNames, ReadOnly, RecursiveAnchor,
    RecursiveRef, Schema, Then, UnevaluatedItems, UnevaluatedProperties, UniqueItems, Vocabulary,
    WriteOnly,
};
use crate::adapter::names::NameRule;

const AS_OF: &str = "2026-11-15";

/// The service takes 128, its documentation says 64.
const TOOL_NAMES: NameRule = NameRule {
    max: 64,
    punctuation: "-",
    letter_first: false,
};
const PROPERTY_NAMES: NameRule = NameRule {
    max: 64,
    punctuation: ".-",
    letter_first: false,
};

/// Strict tools in one request.
pub(crate) const MAX_STRICT_TOOLS: usize = 20;
/// Optional parameters of all strict tools in one request.
pub(crate) const MAX_OPTIONAL: usize = 24;
/// Parameters of a union type of all strict tools in one request.
pub(crate) const MAX_UNIONS: usize = 16;

/// `strict` absent or false.
pub(crate) static ANTHROPIC: Facts = Facts {
    provider: "anthropic",
    mode: "lenient",
    as_of: AS_OF,
    keywords: keywords(Accepted, &[(AdditionalItems, Refused)]),
    unknown_keywords: Advisory,
    own_keywords: &[],
    formats: None,
    tool_names: TOOL_NAMES,
    property_names: Some((PROPERTY_NAMES, Level::Root)),
};

/// `strict: true`.
pub(crate) static ANTHROPIC_STRICT: Facts = Facts {
    provider: "anthropic",
    mode: "strict",
    as_of: AS_OF,
    keywords: keywords(
        Accepted,
        &[
            (OneOf, Refused),
            (Not, Refused),
            (If, Refused),
            (Then, Refused),
            (Else, Refused),
            (Dependencies, Refused),
            (DependentRequired, Refused),
            (DependentSchemas, Refused),
            (Minimum, Refused),
            (Maximum, Refused),
            (ExclusiveMinimum, Refused),
            (ExclusiveMaximum, Refused),
            (MultipleOf, Refused),
            (MinLength, Refused),
            (MaxLength, Refused),
            (MaxItems, Refused),
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
            "uri",
        ],
    )]),
    tool_names: TOOL_NAMES,
    property_names: Some((PROPERTY_NAMES, Level::Root)),
};
