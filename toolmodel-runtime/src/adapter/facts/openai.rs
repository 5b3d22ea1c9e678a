//! OpenAI function tools, Chat Completions and Responses, as of 2026-11-15.
//!
//! Without `strict` the schema only advises the model: nearly every keyword is accepted, and only the root and
//! arrays are checked. With `strict` it is compiled into a grammar.

use super::Support::Refused;
use super::{COMPILED, FORMATS, Facts, LENIENT};

const AS_OF: &str = "2026-11-15";

/// Most tools in one request.
pub(crate) const MAX_TOOLS: usize = 128;
/// Most object properties in one strict schema.
pub(crate) const MAX_PROPERTIES: usize = 5000;
/// Most levels of nesting in one strict schema.
pub(crate) const MAX_NESTING_LEVELS: usize = 10;
/// Most characters of property names, definition names, enum and const values in one strict schema.
pub(crate) const MAX_NAME_CHARACTERS: usize = 120_000;
/// Most enum values in one strict schema.
pub(crate) const MAX_ENUM_VALUES: usize = 1000;
/// With more values than this, the total length of the strings of one enum is limited.
pub(crate) const MAX_LONG_ENUM_VALUES: usize = 250;
/// Most characters in the strings of one such enum.
pub(crate) const MAX_LONG_ENUM_CHARACTERS: usize = 15_000;

/// `strict` absent or false.
pub(crate) static OPENAI: Facts = Facts {
    provider: "openai",
    as_of: AS_OF,
    ..LENIENT
};

/// `strict` absent or false, on Azure.
pub(crate) static AZURE: Facts = Facts {
    provider: "azure",
    ..OPENAI
};

/// `strict: true`.
pub(crate) static OPENAI_STRICT: Facts = Facts {
    mode: "strict",
    keywords: keywords! { COMPILED; Refused: AllOf; },
    unknown_keywords: Refused,
    formats: Some(&[("string", FORMATS)]),
    ..OPENAI
};

/// `strict: true` on Azure, whose documentation (of 2025-12-06) lists as unsupported what OpenAI
/// itself accepts by now; <https://learn.microsoft.com/azure/ai-foundry/openai/how-to/structured-outputs>.
pub(crate) static AZURE_STRICT: Facts = Facts {
    provider: "azure",
    keywords: keywords! {
        OPENAI_STRICT.keywords;
        Refused: MinLength MaxLength Pattern Minimum Maximum ExclusiveMinimum ExclusiveMaximum
            MultipleOf MinItems MaxItems Default;
    },
    formats: Some(&[]),
    ..OPENAI_STRICT
};

/// Most object properties in one strict schema on Azure.
pub(crate) const AZURE_MAX_PROPERTIES: usize = 100;
/// Most levels of nesting in one strict schema on Azure.
pub(crate) const AZURE_MAX_NESTING_LEVELS: usize = 5;
