//! `anyOf` and `oneOf`: which alternative was meant, and what keeps the value from matching it.
//!
//! When it is clear which alternative was meant, only that one is reported, as if it were the whole schema:
//! the only one of the right type, or the one whose tag the value has.

use std::collections::HashSet;

use jsonschema::JsonType;
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::Explainer;
use super::hint::IN_A_LIST;
use super::meant::{Alternative, Distance, Errors, Meant, meant};
use super::message::{Text, article, list, types};
use super::needed::{missing_tag, one_of_these};
use super::told::{names, option, required, some_of};
use super::{hint, is_secret};
use crate::error::excerpt::{cut, cut_to, show};
use crate::rules::nearest::nearest;
use crate::schema::kind_of;

/// Violations of the nearest alternative that are reported.
const TOLD: usize = 3;
/// Longest report about the nearest alternative, in characters.
const LONGEST: usize = 400;
/// Values compared when looking for the nearest.
const CANDIDATES: usize = 1000;

impl Explainer<'_> {
    /// What to report about a value for which it is unclear which alternative was meant, and at which place.
    pub(super) fn alternatives<'e>(
        self,
        error: &'e ValidationError<'_>,
        context: &'e [Errors],
        nested: usize,
    ) -> (&'e str, Text) {
        let path = error.instance_path().as_str();
        let all = self.spread(error, context);
        if let Some(text) = self.allowed(error, all.iter().map(|one| one.errors)) {
            return (path, text);
        }
        let left = match meant(error, &all) {
            Meant::Tag(about) => {
                let place = about
                    .first()
                    .map_or(path, |inner| inner.instance_path().as_str());
                return (place, unknown_tag(&about));
            }
            Meant::Unclear(left) if !left.is_empty() => left,
            _ => (0..all.len()).collect(),
        };
        let left: Vec<Alternative<'_, '_>> = left.into_iter().map(|i| all[i]).collect();
        if let Some(text) = missing_tag(error, &left) {
            return (path, text);
        }
        if let Some(text) = one_of_these(error, &left) {
            return (path, text);
        }
        if let Some(told) = self.at_one_place(error, &left) {
            return told;
        }
        (path, self.nearest_of(error, &all, &left, nested))
    }

    /// What is allowed at the one place below the value that all alternatives complain about.
    fn at_one_place<'e>(
        self,
        error: &ValidationError<'_>,
        left: &[Alternative<'e, '_>],
    ) -> Option<(&'e str, Text)> {
        let about = left.first()?.errors.first()?;
        let place = about.instance_path();
        let agree = left.iter().all(|one| match one.errors.as_slice() {
            [only] => only.instance_path() == place,
            _ => false,
        });
        if !agree || place == error.instance_path() {
            return None;
        }
        let text = self.allowed(about, left.iter().map(|one| one.errors))?;
        Some((place.as_str(), text))
    }

    fn nearest_of(
        self,
        error: &ValidationError<'_>,
        all: &[Alternative<'_, '_>],
        left: &[Alternative<'_, '_>],
        nested: usize,
    ) -> Text {
        let path = error.instance_path().as_str();
        let message = format!("matches none of the {} alternatives", all.len());
        let near = left
            .iter()
            .min_by_key(|one| Distance::of(error, one.errors));
        let (Some(near), true) = (near, nested > 0) else {
            return (message, None);
        };
        let errors = near.errors;
        let mut told: Vec<String> = errors
            .iter()
            .take(TOLD)
            .map(|inner| match self.nested(inner, path, nested) {
                (message, Some(hint)) => format!("{message}, {hint}"),
                (message, None) => message,
            })
            .collect();
        if errors.len() > TOLD {
            told.push(format!("{} more", errors.len() - TOLD));
        }
        let number = all
            .iter()
            .position(|one| std::ptr::eq(one.errors, errors))
            .unwrap_or_default();
        let which = called(near.schema, number);
        let hint = format!("nearest is {which}: {}", told.join("; "));
        (message, Some(cut_to(&hint, LONGEST)))
    }

    /// What all alternatives allow here, when that is values and types.
    fn allowed<'e>(
        self,
        error: &ValidationError<'_>,
        context: impl Iterator<Item = &'e Errors>,
    ) -> Option<Text> {
        let path = error.instance_path().as_str();
        let value = error.instance().as_ref();
        let (mut options, mut kinds) = (Vec::new(), Vec::new());
        let mut known = HashSet::new();
        for errors in context {
            let listed = match allowed_by(errors, path)? {
                Allowed::Values(listed) => listed,
                Allowed::Types(typed) => {
                    let new = typed.into_iter().filter(|kind| !kinds.contains(kind));
                    kinds.extend(new.collect::<Vec<_>>());
                    continue;
                }
            };
            for option in listed {
                if known.insert(option) {
                    options.push(option);
                }
            }
        }
        let secret = is_secret(error);
        let absent = self.may_be_absent(error);
        if kinds.is_empty() {
            let (message, hint) = not_one_of(value, secret, options);
            return Some((message, hint.or_else(|| hint::on_null(value, absent))));
        }
        let hint = did_you_mean(value, secret, &options);
        let listed = some_of(options.into_iter().map(option));
        let kind_names = kinds.iter().map(|kind| article(*kind));
        let all: Vec<&str> = listed
            .iter()
            .map(String::as_str)
            .chain(kind_names)
            .collect();
        let found = if listed.is_empty() {
            kind_of(value).to_owned()
        } else {
            show(value, secret)
        };
        // No alternative has said whether an array with this item would be accepted.
        let by_type = || hint::on_type(value, &kinds, absent).filter(|hint| hint != IN_A_LIST);
        let hint = hint.or_else(by_type);
        Some((
            format!("expected {}, found {found}", list(&all, "or")),
            hint,
        ))
    }

    /// Alternatives that require names and nothing else, as lists of those names.
    pub(super) fn required_sets(
        self,
        error: &ValidationError<'_>,
        alternatives: impl Iterator<Item = usize>,
    ) -> Option<Vec<String>> {
        let set = |i: usize| {
            let branch = self.branch(error, i)?.as_object()?;
            let words = ["required", "title", "description"];
            let only = branch
                .keys()
                .all(|keyword| words.contains(&keyword.as_str()));
            let required = required(self.branch(error, i)?);
            (only && !required.is_empty()).then(|| names(&required, "and"))
        };
        alternatives.map(set).collect()
    }

    /// The first violation of an error inside an alternative, with its path below the value.
    fn nested(self, inner: &ValidationError<'_>, path: &str, nested: usize) -> Text {
        let mut violations = self.explain(inner, 1, nested - 1).into_iter();
        let Some(violation) = violations.next() else {
            return ("does not match".to_owned(), None);
        };
        let below = inner.instance_path().as_str();
        let below = below.strip_prefix(path).unwrap_or_default();
        let message = if below.is_empty() {
            violation.message
        } else {
            format!("{}: {}", cut_to(below, 100), violation.message)
        };
        (message, violation.hint)
    }

    /// What an alternative of an error is called.
    pub(super) fn called(self, error: &ValidationError<'_>, index: usize) -> String {
        called(self.branch(error, index), index)
    }
}

/// Whether what the alternatives allow can be listed as values and types.
pub(super) fn is_listed(error: &ValidationError<'_>, all: &[Alternative<'_, '_>]) -> bool {
    let path = error.instance_path().as_str();
    all.iter().all(|one| allowed_by(one.errors, path).is_some())
}

/// What one alternative allows at a place.
enum Allowed<'e> {
    Values(&'e [Value]),
    Types(Vec<JsonType>),
}

/// What an alternative with these errors allows at a place, when that is values or types.
fn allowed_by<'e>(errors: &'e Errors, path: &str) -> Option<Allowed<'e>> {
    let here = || {
        let errors = errors.iter();
        errors.filter(|inner| inner.instance_path().as_str() == path)
    };
    let listed = here().find_map(|inner| match inner.kind() {
        Kind::Constant { expected_value } => Some(std::slice::from_ref(&**expected_value)),
        Kind::Enum { options } => options.as_array().map(Vec::as_slice),
        _ => None,
    });
    let typed = || {
        here().find_map(|inner| match inner.kind() {
            Kind::Type { kind } => Some(types(kind)),
            _ => None,
        })
    };
    let listed = listed.map(Allowed::Values);
    listed.or_else(|| typed().map(Allowed::Types))
}

/// What an alternative is called: by its title, by what it requires, or by its number.
fn called(schema: Option<&Value>, index: usize) -> String {
    let title = schema.and_then(|schema| schema.get("title")?.as_str());
    if let Some(title) = title.filter(|title| !title.is_empty()) {
        return format!("`{}`", cut(title));
    }
    let required = schema.map(required).unwrap_or_default();
    if required.is_empty() {
        format!("alternative {}", index + 1)
    } else {
        format!("the one with {}", names(&required, "and"))
    }
}

/// A tag that belongs to none of the alternatives, and those that do.
fn unknown_tag(about: &[&ValidationError<'static>]) -> Text {
    let mut options: Vec<&Value> = Vec::new();
    for error in about {
        match error.kind() {
            Kind::Constant { expected_value } => options.push(expected_value),
            Kind::Enum { options: listed } => {
                options.extend(listed.as_array().into_iter().flatten());
            }
            _ => {}
        }
    }
    let Some(first) = about.first() else {
        return ("does not match".to_owned(), None);
    };
    let (value, secret) = (first.instance(), is_secret(first));
    not_one_of(value, secret, options)
}

/// A value that is not among those allowed.
pub(super) fn not_one_of(value: &Value, secret: bool, options: Vec<&Value>) -> Text {
    let hint = did_you_mean(value, secret, &options);
    let shown = show(value, secret);
    let listed = some_of(options.into_iter().map(option));
    let message = match listed.as_slice() {
        [only] => format!("{shown} is not {only}"),
        _ => format!("{shown} is not one of {}", listed.join(", ")),
    };
    (message, hint)
}

fn did_you_mean(value: &Value, secret: bool, options: &[&Value]) -> Option<String> {
    let options = &options[..options.len().min(CANDIDATES)];
    let near = || {
        let text = value.as_str().filter(|_| !secret)?;
        let near = nearest(text, options.iter().filter_map(|option| option.as_str()))?;
        // Any two short texts are near each other.
        let is_sure = text.chars().count() > 2 || near.eq_ignore_ascii_case(text);
        is_sure.then(|| format!("did you mean `{}`", cut(near)))
    };
    hint::on_quotes(value, options).or_else(near)
}
