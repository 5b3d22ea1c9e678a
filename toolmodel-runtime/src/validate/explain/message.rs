//! The wording of violations: what was found, what is accepted, and how to fix it.

use jsonschema::JsonType;
use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

use super::alternatives::not_one_of;
use super::amounts::{forbidden, listed, no_value, repeated, sizes};
use super::told::{briefly, option, required, values};
use super::{Explainer, hint, is_secret};
use crate::error::excerpt::{cut, show, show_name};
use crate::path::pointer::unescaped;
use crate::rules::nearest::nearest;
use crate::schema::kind_of;

/// A message and a hint.
pub(super) type Text = (String, Option<String>);

/// Names compared when looking for the nearest.
const CANDIDATES: usize = 1000;
/// Alternatives listed.
const LISTED: usize = 10;

impl Explainer<'_> {
    /// The message of any error except those about alternatives and unexpected names.
    pub(super) fn message(self, error: &ValidationError<'_>) -> Text {
        let value = error.instance().as_ref();
        let shown = || show(value, is_secret(error));
        let plain = |message: String| (message, None);
        match error.kind() {
            Kind::Type { kind } => self.wrong_type(error, kind),
            Kind::Enum { options } => self.not_in_enum(error, options),
            Kind::Constant { expected_value } => (
                format!("{} is not {}", shown(), option(expected_value)),
                hint::on_quotes(value, &[expected_value]),
            ),
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
            Kind::Format { format } => (
                format!("{} is not a valid `{}`", shown(), cut(format)),
                hint::on_format(format),
            ),
            Kind::PropertyNames { error: inner } => self.wrong_name(inner),
            Kind::UniqueItems => plain(repeated(value)),
            Kind::Not { schema } => plain(forbidden(schema)),
            Kind::Contains => plain(self.contains(error)),
            Kind::FalseSchema => no_value(error),
            Kind::OneOfMultipleValid { context } => self.several(error, context),
            kind => plain(sizes(
                kind,
                value,
                super::keyword(error, kind.keyword()).as_str(),
            )),
        }
    }

    fn wrong_type(self, error: &ValidationError<'_>, kind: &TypeKind) -> Text {
        let value = error.instance().as_ref();
        let wanted = types(kind);
        let names: Vec<&str> = wanted.iter().map(|kind| article(*kind)).collect();
        let wants = |kinds: &[JsonType]| wanted.iter().any(|kind| kinds.contains(kind));
        let found = match value {
            Value::Number(_) if wants(&[JsonType::Integer]) => show(value, is_secret(error)),
            other => kind_of(other).to_owned(),
        };
        let message = format!("expected {}, found {found}", list(&names, "or"));
        let hint = hint::on_type(value, &wanted, self.may_be_absent(error));
        let helps = |hint: &str| match hint {
            hint::IN_A_LIST => self.takes_as_item(error, value),
            hint::IN_QUOTES => self.lists_as_text(error, value),
            _ => true,
        };
        (message, hint.filter(|hint| helps(hint)))
    }

    fn not_in_enum(self, error: &ValidationError<'_>, options: &Value) -> Text {
        let value = error.instance().as_ref();
        let options = options.as_array().into_iter().flatten().collect();
        let (message, hint) = not_one_of(value, is_secret(error), options);
        let absent = || hint::on_null(value, self.may_be_absent(error));
        (message, hint.or_else(absent))
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
        let hint = found.map(|found| format!("found {}", show_name(found)));
        let because = || self.because(error, name);
        (
            message,
            hint.or_else(because).or_else(|| self.only(error, name)),
        )
    }

    /// The one value that a property can have.
    fn only(self, error: &ValidationError<'_>, name: &str) -> Option<String> {
        let only = self.subschema(error)?.get("properties")?.get(name)?;
        match values(only)?.as_slice() {
            [only] => Some(format!("it is {}", option(only))),
            _ => None,
        }
    }

    /// The property because of which another one is required.
    fn because(self, error: &ValidationError<'_>, name: &str) -> Option<String> {
        let keyword = super::keyword(error, "required");
        let path = self.schema_path(error);
        let at = path.rfind(&format!("/{keyword}"))?;
        let needs = self
            .schema
            .pointer(&path[..at])?
            .get(&keyword)?
            .as_object()?;
        let given = needs.iter().find(|(given, names)| {
            let mut names = names.as_array().into_iter().flatten();
            error.instance().get(given.as_str()).is_some() && names.any(|other| other == name)
        });
        given.map(|(given, _)| format!("it is needed with `{}`", cut(given)))
    }

    /// A property that the schema does not allow.
    pub(super) fn unexpected(self, error: &ValidationError<'_>, name: &str) -> Text {
        let declared = self.declared(error);
        let message = format!("unexpected property {}", show_name(name));
        let near = nearest(name, declared.iter().copied().take(CANDIDATES));
        let hint = match near.filter(|_| name.chars().count() > 2) {
            Some(near) => Some(format!("did you mean `{}`", cut(near))),
            None if !declared.is_empty() => Some(format!("declared: {}", listed(&declared))),
            None if self.allows_patterns(error) => None,
            None if error.instance_path().as_str().is_empty() => {
                Some("nothing is taken, send `{}`".to_owned())
            }
            None => Some("none is taken here".to_owned()),
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

    /// Whether names may match a pattern, so that some names are accepted.
    fn allows_patterns(self, error: &ValidationError<'_>) -> bool {
        let subschema = self.subschema(error);
        let patterns = subschema.and_then(|schema| schema.get("patternProperties")?.as_object());
        patterns.is_some_and(|patterns| !patterns.is_empty())
    }

    /// Whether the value is a property that may be left out.
    pub(super) fn may_be_absent(self, error: &ValidationError<'_>) -> bool {
        let place = error.instance_path().as_str();
        let Some((parent, name)) = place.rsplit_once('/') else {
            return false;
        };
        let parent = self.instance.pointer(parent);
        if !parent.is_some_and(Value::is_object) {
            return false;
        }
        // The keyword is in the subschema of a property, two steps below the one that may require it.
        let schema = self.schema_path(error);
        let above = schema.rsplitn(4, '/').nth(3);
        let above = above.and_then(|above| self.schema.pointer(above));
        let name = unescaped(name);
        above.is_none_or(|above| !required(above).contains(&name.as_ref()))
    }

    /// Whether a value could be an item of the list that is expected.
    fn takes_as_item(self, error: &ValidationError<'_>, value: &Value) -> bool {
        let Some(list) = self.subschema(error) else {
            return true;
        };
        let kind = list
            .get("items")
            .and_then(|items| items.get("type")?.as_str());
        let fits = match kind {
            Some("string") => value.is_string(),
            Some("integer" | "number") => value.is_number(),
            Some("boolean") => value.is_boolean(),
            Some("object") => value.is_object(),
            Some(_) => false,
            None => true,
        };
        fits && list.get("prefixItems").is_none()
    }

    /// Whether a value could be one of the listed strings, if there are any.
    fn lists_as_text(self, error: &ValidationError<'_>, value: &Value) -> bool {
        let listed = self.subschema(error).and_then(values);
        listed.is_none_or(|listed| hint::on_quotes(value, &listed).is_some())
    }

    fn contains(self, error: &ValidationError<'_>) -> String {
        let asked = self
            .subschema(error)
            .and_then(|schema| schema.get("contains"));
        let asked = asked.and_then(briefly);
        let asked = asked.unwrap_or_else(|| "what `contains` asks for".to_owned());
        match super::keyword(error, "contains").as_str() {
            "minContains" => format!("too few items are {asked}"),
            "maxContains" => format!("too many items are {asked}"),
            _ => format!("no item is {asked}"),
        }
    }

    /// A value that matches more than the one alternative allowed.
    fn several(
        self,
        error: &ValidationError<'_>,
        context: &[Vec<ValidationError<'static>>],
    ) -> Text {
        let valid = || (0..context.len()).filter(|&i| context[i].is_empty());
        let numbers: Vec<String> = valid().map(|i| (i + 1).to_string()).collect();
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let message = format!(
            "matches alternatives {} of {}, exactly one is allowed",
            list(&numbers, "and"),
            context.len()
        );
        if let Some(sets) = self.required_sets(error, valid().take(LISTED)) {
            let message = format!("only one of these may be given: {}", sets.join(", or "));
            return (message, None);
        }
        let called: Vec<String> = valid()
            .take(LISTED)
            .map(|i| self.called(error, i))
            .collect();
        let are_named = called.iter().all(|name| !name.starts_with("alternative"));
        let called: Vec<&str> = called.iter().map(String::as_str).collect();
        let hint = format!("send only {}", list(&called, "or"));
        (message, are_named.then_some(hint))
    }

    fn wrong_name(self, inner: &ValidationError<'_>) -> Text {
        let name = inner.instance().as_str().map(show_name).unwrap_or_default();
        let why = match inner.kind() {
            Kind::Pattern { pattern } => format!(" does not match the pattern `{}`", cut(pattern)),
            Kind::MaxLength { limit } => format!(" is longer than {limit} characters"),
            Kind::MinLength { limit } => format!(" is shorter than {limit} characters"),
            Kind::Enum { .. } => return self.wrong_enum_name(inner, &name),
            _ => " is not an allowed name".to_owned(),
        };
        (format!("the property name {name}{why}"), None)
    }

    fn wrong_enum_name(self, inner: &ValidationError<'_>, name: &str) -> Text {
        let (_, hint) = match inner.kind() {
            Kind::Enum { options } => self.not_in_enum(inner, options),
            _ => (String::new(), None),
        };
        (
            format!("the property name {name} is not an allowed name"),
            hint,
        )
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
