//! Anthropic tools, as of 2026-11-15.
//!
//! Without `strict` any JSON Schema 2020-12 whose root is a plain object is accepted. With `strict`, numeric,
//! array and object bounds are refused; lengths are documented as refused too, although the service was
//! observed to accept them.

use super::Support::Refused;
use super::{COMPILED, DOTTED_NAMES, FORMATS, Facts, LENIENT, Level};

const AS_OF: &str = "2026-11-15";

/// Most strict tools in one request.
pub(crate) const MAX_STRICT_TOOLS: usize = 20;
/// Most optional parameters of all strict tools in one request.
pub(crate) const MAX_OPTIONAL: usize = 24;
/// Most parameters of a union type in all strict tools of one request.
pub(crate) const MAX_UNIONS: usize = 16;

/// `strict` absent or false. The service accepts tool names of 128 characters, its documentation
/// says 64.
pub(crate) static ANTHROPIC: Facts = Facts {
    provider: "anthropic",
    as_of: AS_OF,
    property_names: Some((DOTTED_NAMES, Level::Root)),
    ..LENIENT
};

/// `strict: true`.
pub(crate) static ANTHROPIC_STRICT: Facts = Facts {
    mode: "strict",
    keywords: keywords! {
        COMPILED;
        Refused: Minimum Maximum ExclusiveMinimum ExclusiveMaximum MultipleOf MinLength MaxLength
            MaxItems;
    },
    unknown_keywords: Refused,
    formats: Some(&[("string", FORMATS), ("string", &["uri"])]),
    ..ANTHROPIC
};
