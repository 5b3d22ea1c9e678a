//! The wording of violations that need no look at the schema: amounts, duplicates, forbidden values.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::message::Text;
use super::told::{briefly, names, required, some_of};
use crate::error::excerpt::{count, cut};

/// Errors about amounts, and all remaining ones.
pub(super) fn sizes(kind: &Kind, value: &Value, keyword: &str) -> String {
    let items = || count(value.as_array().map_or(0, Vec::len), "item");
    let members = || match value.as_object().map_or(0, serde_json::Map::len) {
        1 => "1 property".to_owned(),
        many => format!("{many} properties"),
    };
    let characters = || {
        count(
            value.as_str().map_or(0, |text| text.chars().count()),
            "character",
        )
    };
    match kind {
        Kind::MaxLength { limit } => at_most(&characters(), *limit),
        Kind::MinLength { limit } => at_least(&characters(), *limit),
        Kind::MaxItems { limit } => at_most(&items(), *limit),
        Kind::MinItems { limit } => at_least(&items(), *limit),
        Kind::MaxProperties { limit } => at_most(&members(), *limit),
        Kind::MinProperties { limit } => at_least(&members(), *limit),
        Kind::AdditionalItems { limit } => at_most(&items(), *limit as u64),
        Kind::UnevaluatedItems { unexpected } => {
            format!("{} too many", count(unexpected.len(), "item"))
        }
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            "whether the pattern matches could not be decided within the limits".to_owned()
        }
        _ => format!("breaks `{keyword}`"),
    }
}

fn at_most(found: &str, limit: u64) -> String {
    let are = if limit == 1 { "is" } else { "are" };
    format!("{found}, at most {limit} {are} allowed")
}

fn at_least(found: &str, limit: u64) -> String {
    let are = if limit == 1 { "is" } else { "are" };
    format!("{found}, at least {limit} {are} needed")
}

/// The first equal items, searched among a few hundred.
pub(super) fn repeated(value: &Value) -> String {
    const LOOKED_AT: usize = 300;
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    let items = &items[..items.len().min(LOOKED_AT)];
    // Scalars only: comparing large values in pairs is what costs too much.
    let is_scalar = |item: &Value| !item.is_array() && !item.is_object();
    for (i, item) in items.iter().enumerate().filter(|(_, item)| is_scalar(item)) {
        if let Some(first) = items[..i].iter().position(|other| other == item) {
            return format!("items {first} and {i} are the same, each must be different");
        }
    }
    "items repeat, each must be different".to_owned()
}

pub(super) fn forbidden(schema: &Value) -> String {
    match (briefly(schema), schema.as_object()) {
        (Some(_), Some(map)) if map.contains_key("required") && map.len() > 1 => {
            "matches what `not` forbids".to_owned()
        }
        (Some(_), Some(map)) if map.contains_key("required") => {
            let together = names(&required(schema), "and");
            format!("{together} must not be given here")
        }
        (Some(what), _) => format!("must not be {what}"),
        (None, _) => "matches what `not` forbids".to_owned(),
    }
}

pub(super) fn no_value(error: &ValidationError<'_>) -> Text {
    let hint = (!error.instance_path().as_str().is_empty()).then(|| "leave it out".to_owned());
    ("no value is allowed here".to_owned(), hint)
}

/// Names in backticks, the first of many.
pub(super) fn listed(names: &[&str]) -> String {
    some_of(names.iter().map(|name| format!("`{}`", cut(name)))).join(", ")
}
