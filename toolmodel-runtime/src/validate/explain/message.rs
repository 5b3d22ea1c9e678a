//! The wording of violations: what was found, what is accepted, and how to mend it.

use jsonschema::JsonType;
use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

use super::{Explainer, is_secret};
use crate::error::excerpt::{count, cut, show, show_name};
use crate::rules::nearest::nearest;
use crate::schema::kind_of;

/// A message and a hint.
pub(super) type Text = (String, Option<String>);

/// Names compared when looking for the nearest.
const CANDIDATES: usize = 1000;
/// Values listed of an `enum`, names listed of `properties`.
const LISTED: usize = 10;

impl Explainer<'_> {
    /// What any error but those of alternatives and unexpected names says.
    pub(super) fn message(self, error: &ValidationError<'_>) -> Text {
        let value = error.instance().as_ref();
        let shown = || show(value, is_secret(error));
        let plain = |message: String| (message, None);
        match error.kind() {
            Kind::Type { kind } => Self::wrong_type(error, kind),
            Kind::Enum { options } => Self::not_in_enum(error, options),
            Kind::Constant { expected_value } => {
                plain(format!("{} is not {}", shown(), option(expected_value)))
            }
            Kind::Required { property } => self.missing(error, property),
            Kind::Minimum { limit } => {
                plain(format!("{} is less than the minimum of {limit}", shown()))
            }
            Kind::Maximum { limit } => {
                plain(format!("{} is more than the maximum of {limit}", shown()))
            }
            Kind::ExclusiveMinimum { limit } => {
                plain(format!("{} is not more than {limit}", shown()))
            }
            Kind::ExclusiveMaximum { limit } => {
                plain(format!("{} is not less than {limit}", shown()))
            }
            Kind::MultipleOf { multiple_of } => {
                plain(format!("{} is not a multiple of {multiple_of}", shown()))
            }
            Kind::Pattern { pattern } => plain(format!(
                "{} does not match the pattern `{}`",
                shown(),
                cut(pattern)
            )),
            Kind::Format { format } => {
                plain(format!("{} is not a valid `{}`", shown(), cut(format)))
            }
            Kind::PropertyNames { error: inner } => Self::wrong_name(inner),
            kind => plain(sizes(
                kind,
                value,
                super::keyword(error, kind.keyword()).as_str(),
            )),
        }
    }

    fn wrong_type(error: &ValidationError<'_>, kind: &TypeKind) -> Text {
        let value = error.instance().as_ref();
        let wanted = types(kind);
        let names: Vec<&str> = wanted.iter().map(|kind| article(*kind)).collect();
        let wants = |kinds: &[JsonType]| wanted.iter().any(|kind| kinds.contains(kind));
        let hint = match value {
            Value::String(text) if wants(&[JsonType::Integer]) && text.parse::<i64>().is_ok() => {
                Some("send the number without quotes")
            }
            Value::String(text) if wants(&[JsonType::Number]) && text.parse::<f64>().is_ok() => {
                Some("send the number without quotes")
            }
            Value::String(text)
                if wants(&[JsonType::Boolean]) && matches!(text.as_str(), "true" | "false") =>
            {
                Some("send `true` or `false` without quotes")
            }
            Value::String(text)
                if wants(&[JsonType::Object, JsonType::Array])
                    && text.trim_start().starts_with(['{', '[']) =>
            {
                Some("send JSON itself, not a string that holds JSON")
            }
            Value::Number(_) | Value::Bool(_) if wants(&[JsonType::String]) => {
                Some("put it in quotes")
            }
            Value::String(_) | Value::Number(_) | Value::Bool(_) if wants(&[JsonType::Array]) => {
                Some("put it in an array")
            }
            Value::Null => Some("leave the property out, or give it a value"),
            _ => None,
        };
        let hint = hint.filter(|_| !value.is_null() || !error.instance_path().as_str().is_empty());
        let found = match value {
            Value::Number(_) if wants(&[JsonType::Integer]) => show(value, is_secret(error)),
            other => kind_of(other).to_owned(),
        };
        let message = format!("expected {}, found {found}", list(&names, "or"));
        (message, hint.map(str::to_owned))
    }

    fn not_in_enum(error: &ValidationError<'_>, options: &Value) -> Text {
        let value = error.instance().as_ref();
        let options = options.as_array().map_or(&[][..], Vec::as_slice);
        let mut listed: Vec<String> = options.iter().take(LISTED).map(option).collect();
        if options.len() > LISTED {
            listed.push(format!("{} more", options.len() - LISTED));
        }
        let texts = options.iter().take(CANDIDATES).filter_map(Value::as_str);
        let hint = match value {
            Value::String(text) if !is_secret(error) => nearest(text, texts),
            _ => None,
        };
        let shown = show(value, is_secret(error));
        let message = match listed.as_slice() {
            [only] => format!("{shown} is not {only}"),
            _ => format!("{shown} is not one of {}", listed.join(", ")),
        };
        (
            message,
            hint.map(|hint| format!("did you mean `{}`", cut(hint))),
        )
    }

    fn missing(self, error: &ValidationError<'_>, property: &Value) -> Text {
        let name = property.as_str().unwrap_or_default();
        let message = format!("the required property `{}` is missing", cut(name));
        let declared = self.declared(error);
        let given = error.instance().as_object().into_iter().flatten();
        let unknown = given
            .map(|(name, _)| name.as_str())
            .filter(|name| !declared.contains(name))
            .take(CANDIDATES);
        // Any two short names are near each other.
        let found = nearest(name, unknown).filter(|_| name.chars().count() > 2);
        (
            message,
            found.map(|found| format!("found {}", show_name(found))),
        )
    }

    /// A property that the schema does not allow.
    pub(super) fn unexpected(self, error: &ValidationError<'_>, name: &str) -> Text {
        let declared = self.declared(error);
        let message = format!("unexpected property {}", show_name(name));
        let near = nearest(name, declared.iter().copied().take(CANDIDATES));
        let hint = match near.filter(|_| name.chars().count() > 2) {
            Some(near) => Some(format!("did you mean `{}`", cut(near))),
            None if declared.is_empty() => None,
            None => {
                let more = declared.len().saturating_sub(LISTED);
                let mut names: Vec<String> = declared
                    .iter()
                    .take(LISTED)
                    .map(|name| format!("`{}`", cut(name)))
                    .collect();
                if more > 0 {
                    names.push(format!("{more} more"));
                }
                Some(format!("declared: {}", names.join(", ")))
            }
        };
        (message, hint)
    }

    /// The names that the subschema of an error declares.
    fn declared(&self, error: &ValidationError<'_>) -> Vec<&str> {
        let properties = self
            .subschema(error)
            .and_then(|schema| schema.get("properties"));
        let properties = properties.and_then(Value::as_object).into_iter().flatten();
        properties.map(|(name, _)| name.as_str()).collect()
    }

    fn wrong_name(inner: &ValidationError<'_>) -> Text {
        let name = inner.instance().as_str().map(show_name).unwrap_or_default();
        let why = match inner.kind() {
            Kind::Pattern { pattern } => format!(" does not match the pattern `{}`", cut(pattern)),
            Kind::MaxLength { limit } => format!(" is longer than {limit} characters"),
            Kind::MinLength { limit } => format!(" is shorter than {limit} characters"),
            Kind::Enum { .. } => return Self::wrong_enum_name(inner, &name),
            _ => " is not an allowed name".to_owned(),
        };
        (format!("the property name {name}{why}"), None)
    }

    fn wrong_enum_name(inner: &ValidationError<'_>, name: &str) -> Text {
        let (_, hint) = match inner.kind() {
            Kind::Enum { options } => Self::not_in_enum(inner, options),
            _ => (String::new(), None),
        };
        (
            format!("the property name {name} is not an allowed name"),
            hint,
        )
    }
}

/// Errors about how much there is, and the rest.
fn sizes(kind: &Kind, value: &Value, keyword: &str) -> String {
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
        Kind::MaxLength { limit } => format!("{}, at most {limit} are allowed", characters()),
        Kind::MinLength { limit } => format!("{}, at least {limit} are needed", characters()),
        Kind::MaxItems { limit } => format!("{}, at most {limit} are allowed", items()),
        Kind::MinItems { limit } => format!("{}, at least {limit} are needed", items()),
        Kind::MaxProperties { limit } => format!("{}, at most {limit} are allowed", members()),
        Kind::MinProperties { limit } => format!("{}, at least {limit} are needed", members()),
        Kind::AdditionalItems { limit } => format!("{}, at most {limit} are allowed", items()),
        Kind::UnevaluatedItems { unexpected } => {
            format!("{} too many", count(unexpected.len(), "item"))
        }
        Kind::UniqueItems => "items repeat, each must be different".to_owned(),
        Kind::Contains => match keyword {
            "minContains" => "too few items match what `contains` asks for".to_owned(),
            "maxContains" => "too many items match what `contains` asks for".to_owned(),
            _ => "no item matches what `contains` asks for".to_owned(),
        },
        Kind::Not { .. } => "matches what `not` forbids".to_owned(),
        Kind::FalseSchema => "no value is allowed here".to_owned(),
        Kind::OneOfMultipleValid { context } => {
            let valid = context
                .iter()
                .enumerate()
                .filter(|(_, errors)| errors.is_empty());
            let numbers: Vec<String> = valid.map(|(i, _)| (i + 1).to_string()).collect();
            let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
            format!(
                "matches alternatives {} of {}, exactly one is allowed",
                list(&numbers, "and"),
                context.len()
            )
        }
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            "whether the pattern matches could not be decided within the limits".to_owned()
        }
        _ => format!("breaks `{keyword}`"),
    }
}

/// A value of a schema, which is no secret.
fn option(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{}`", cut(text)),
        Value::Array(_) | Value::Object(_) => kind_of(value).to_owned(),
        scalar => format!("`{scalar}`"),
    }
}

pub(super) fn types(kind: &TypeKind) -> Vec<JsonType> {
    match kind {
        TypeKind::Single(kind) => vec![*kind],
        TypeKind::Multiple(kinds) => kinds.iter().collect(),
    }
}

pub(super) fn article(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Array => "an array",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Null => "null",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "a string",
    }
}

/// `a, b or c`.
pub(super) fn list(words: &[&str], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
