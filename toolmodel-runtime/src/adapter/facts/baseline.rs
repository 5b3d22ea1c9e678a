//! The original feature matrix, row by row, with the original's answers for keywords and formats
//! that the matrix does not list.

use super::Support::{Accepted, Refused};
use super::{ANY_NAME, Facts, Keywords, all};
use crate::adapter::feature::SchemaFeature as F;

const AS_OF: &str = "2026-11-15";

/// Which keywords OpenAI, strict OpenAI, Anthropic, Gemini and A2A accept; no format accepts the others.
/// Gemini is not in the original's matrix; its column is what the original's code did. A skill has
/// no place for a schema, so every keyword with a meaning is lost.
const MATRIX: &[(F, [bool; 5])] = {
    const YES: bool = true;
    const NO: bool = false;
    &[
        (F::Ref, [NO, NO, NO, YES, NO]),
        (F::Defs, [NO, NO, NO, YES, NO]),
        (F::AnyOf, [NO, NO, YES, YES, NO]),
        (F::OneOf, [NO, NO, YES, NO, NO]),
        (F::AllOf, [NO, NO, YES, NO, NO]),
        (F::Not, [NO, NO, YES, NO, NO]),
        (F::Pattern, [NO, YES, YES, YES, NO]),
        (F::Format, [YES, YES, YES, YES, NO]),
        (F::AdditionalProperties, [YES, YES, YES, YES, NO]),
        (F::Minimum, [YES, YES, YES, YES, NO]),
        (F::Maximum, [YES, YES, YES, YES, NO]),
        (F::MinLength, [YES, YES, YES, YES, NO]),
        (F::MaxLength, [YES, YES, YES, YES, NO]),
        (F::Enum, [YES, YES, YES, YES, NO]),
        (F::Const, [YES, YES, YES, NO, NO]),
        (F::Default, [YES, YES, YES, YES, NO]),
        (F::MultipleOf, [YES, YES, YES, NO, NO]),
        (F::MinItems, [YES, YES, YES, YES, NO]),
        (F::MaxItems, [YES, YES, YES, YES, NO]),
        (F::MinProperties, [YES, YES, YES, YES, NO]),
        (F::MaxProperties, [YES, YES, YES, YES, NO]),
        (F::UniqueItems, [YES, YES, YES, NO, NO]),
        (F::Title, [NO, NO, NO, YES, NO]),
        (F::Nullable, [NO, NO, NO, YES, NO]),
        (F::Type, [YES, YES, YES, YES, YES]),
        (F::Properties, [YES, YES, YES, YES, YES]),
        (F::Required, [YES, YES, YES, YES, YES]),
        (F::Items, [YES, YES, YES, YES, YES]),
        (F::Description, [YES, YES, YES, YES, YES]),
    ]
};

const fn column(index: usize) -> Keywords {
    let mut table = all(Refused);
    let mut row = 0;
    while row < MATRIX.len() {
        let (feature, taken) = MATRIX[row];
        if taken[index] {
            table[feature as usize] = Accepted;
        }
        row += 1;
    }
    table
}

const fn baseline(provider: &'static str, index: usize) -> Facts {
    Facts {
        provider,
        mode: "baseline",
        as_of: AS_OF,
        keywords: column(index),
        unknown_keywords: Refused,
        own_keywords: &[],
        formats: None,
        tool_names: ANY_NAME,
        property_names: None,
    }
}

pub(crate) static BASELINE_OPENAI: Facts = baseline("openai", 0);
pub(crate) static BASELINE_OPENAI_STRICT: Facts = baseline("openai", 1);
pub(crate) static BASELINE_ANTHROPIC: Facts = baseline("anthropic", 2);
pub(crate) static BASELINE_GEMINI: Facts = baseline("gemini", 3);
pub(crate) static BASELINE_A2A: Facts = Facts {
    unknown_keywords: Accepted,
    ..baseline("a2a", 4)
};
