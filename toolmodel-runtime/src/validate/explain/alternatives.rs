//! `anyOf` and `oneOf`: which alternative was meant, and what keeps the value from matching it.
//!
//! A reader who has to mend the value is told of one alternative, as if it stood there alone, when it is
//! clear which one was meant: the only one of the right type, or the one whose tag the value has.

use std::collections::HashSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::Explainer;
use super::hint::IN_A_LIST;
use super::meant::{Distance, Errors, Meant};
use super::message::{Text, article, list, types};
use super::told::{names, option, required, some_of, values};
use super::{hint, is_secret};
use crate::error::excerpt::{cut, cut_to, show, show_name};
use crate::rules::nearest::nearest;
use crate::schema::kind_of;

/// Violations told of the nearest alternative.
const TOLD: usize = 3;
/// Characters of all that is told of the nearest alternative.
const LONGEST: usize = 400;
/// Values compared when looking for the nearest.
const CANDIDATES: usize = 1000;

impl Explainer<'_> {
    /// Whether what the alternatives allow can be listed, as values and types.
    pub(super) fn is_listed(self, error: &ValidationError<'_>, context: &[Errors]) -> bool {
        self.allowed(error, context).is_some()
    }

    /// What is said of a value for which it is not clear which alternative was meant, and of which place.
    pub(super) fn alternatives<'e>(
        self,
        error: &'e ValidationError<'_>,
        context: &'e [Errors],
        nested: usize,
    ) -> (&'e str, Text) {
        let path = error.instance_path().as_str();
        if let Some(text) = self.allowed(error, context) {
            return (path, text);
        }
        let left = match self.meant(error, context) {
            Meant::Tag(about) => {
                let place = about
                    .first()
                    .map_or(path, |inner| inner.instance_path().as_str());
                return (place, unknown_tag(&about));
            }
            Meant::Unclear(left) if !left.is_empty() => left,
            _ => (0..context.len()).collect(),
        };
        if let Some(text) = self.missing_tag(error, context, &left) {
            return (path, text);
        }
        if let Some(text) = self.one_of_these(error, context, &left) {
            return (path, text);
        }
        (path, self.nearest_of(error, context, &left, nested))
    }

    fn nearest_of(
        self,
        error: &ValidationError<'_>,
        context: &[Errors],
        left: &[usize],
        nested: usize,
    ) -> Text {
        let path = error.instance_path().as_str();
        let message = format!("matches none of the {} alternatives", context.len());
        let near = left
            .iter()
            .min_by_key(|&&i| (Distance::of(error, &context[i]), i));
        let (Some(&near), true) = (near, nested > 0) else {
            return (message, None);
        };
        let errors = &context[near];
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
        let which = self.called(error, near);
        let hint = format!("nearest is {which}: {}", told.join("; "));
        (message, Some(cut_to(&hint, LONGEST)))
    }

    /// What all alternatives allow here, when that is values and types.
    fn allowed(self, error: &ValidationError<'_>, context: &[Errors]) -> Option<Text> {
        let path = error.instance_path().as_str();
        let value = error.instance().as_ref();
        let (mut options, mut kinds) = (Vec::new(), Vec::new());
        let mut known = HashSet::new();
        for errors in context {
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
            let Some(listed) = listed else {
                let new = typed()?.into_iter().filter(|kind| !kinds.contains(kind));
                kinds.extend(new.collect::<Vec<_>>());
                continue;
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
        // Whether an array would be accepted with this item, no alternative has said.
        let by_type = || hint::on_type(value, &kinds, absent).filter(|hint| hint != IN_A_LIST);
        let hint = hint.or_else(by_type);
        Some((
            format!("expected {}, found {found}", list(&all, "or")),
            hint,
        ))
    }

    /// A tag that every alternative requires, and that is missing; with the tags there are.
    fn missing_tag(
        self,
        error: &ValidationError<'_>,
        context: &[Errors],
        left: &[usize],
    ) -> Option<Text> {
        let path = error.instance_path().as_str();
        let missing = |i: usize| {
            context[i]
                .iter()
                .filter_map(move |inner| match inner.kind() {
                    Kind::Required { property } if inner.instance_path().as_str() == path => {
                        property.as_str()
                    }
                    _ => None,
                })
        };
        let (first, others) = left.split_first()?;
        let mut in_all = missing(*first).filter(|name| {
            let mut others = others.iter();
            others.all(|&i| missing(i).any(|other| other == *name))
        });
        in_all.find_map(|name| {
            let mut options = Vec::new();
            for &i in left {
                let tag = self.branch(error, i)?.get("properties")?.get(name)?;
                options.extend(values(tag)?);
            }
            let listed = some_of(options.into_iter().map(option));
            let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
            let hint = format!("it is one of {}", list(&listed, "or"));
            let message = format!("the required property `{}` is missing", cut(name));
            Some((message, Some(hint)))
        })
    }

    /// What each alternative requires, when the value has nothing of any.
    fn one_of_these(
        self,
        error: &ValidationError<'_>,
        context: &[Errors],
        left: &[usize],
    ) -> Option<Text> {
        let path = error.instance_path().as_str();
        let value = error.instance();
        let mut sets = Vec::new();
        for &i in left {
            let missing = context[i].iter().filter_map(|inner| match inner.kind() {
                Kind::Required { property } if inner.instance_path().as_str() == path => {
                    property.as_str()
                }
                _ => None,
            });
            let missing: Vec<&str> = missing.collect();
            let has_some = self.branch(error, i).is_some_and(|branch| {
                required(branch)
                    .iter()
                    .any(|name| value.get(name).is_some())
            });
            if missing.is_empty() || has_some {
                return None;
            }
            let set = names(&missing, "and");
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        let is_closed = |errors: &Errors| {
            let mut errors = errors.iter();
            errors.any(|inner| matches!(inner.kind(), Kind::AdditionalProperties { .. }))
        };
        let given = value.as_object().into_iter().flatten().next();
        let hint = given
            .filter(|_| left.iter().all(|&i| is_closed(&context[i])))
            .map(|(name, _)| format!("found {}", show_name(name)));
        let sets = some_of(sets.into_iter());
        let message = format!("one of these is needed: {}", sets.join(", or "));
        Some((message, hint))
    }

    /// Alternatives that require names and nothing else, as lists of these names.
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

    /// What an alternative is called: by its title, by what it requires, or by its number.
    pub(super) fn called(self, error: &ValidationError<'_>, index: usize) -> String {
        let branch = self.branch(error, index);
        let title = branch.and_then(|branch| branch.get("title")?.as_str());
        if let Some(title) = title.filter(|title| !title.is_empty()) {
            return format!("`{}`", cut(title));
        }
        let required = branch.map(required).unwrap_or_default();
        if required.is_empty() {
            format!("alternative {}", index + 1)
        } else {
            format!("the one with {}", names(&required, "and"))
        }
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

/// A value that is none of those allowed.
fn not_one_of(value: &Value, secret: bool, options: Vec<&Value>) -> Text {
    let hint = did_you_mean(value, secret, &options);
    let listed = some_of(options.into_iter().map(option)).join(", ");
    (
        format!("{} is not one of {listed}", show(value, secret)),
        hint,
    )
}

fn did_you_mean(value: &Value, secret: bool, options: &[&Value]) -> Option<String> {
    let text = value.as_str().filter(|_| !secret)?;
    let options = options.iter().take(CANDIDATES);
    let near = nearest(text, options.filter_map(|option| option.as_str()))?;
    Some(format!("did you mean `{}`", cut(near)))
}
