//! What alternatives require and the value lacks.

use std::collections::HashSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use super::meant::{Alternative, Errors};
use super::message::{Text, list};
use super::told::{names, option, required, some_of, values};
use crate::error::excerpt::{cut, show_name};

/// The names that an alternative requires of the value itself and that are missing.
fn missing<'e>(path: &'e str, errors: &'e Errors) -> impl Iterator<Item = &'e str> {
    errors.iter().filter_map(move |inner| match inner.kind() {
        Kind::Required { property } if inner.instance_path().as_str() == path => property.as_str(),
        _ => None,
    })
}

/// A tag that every alternative requires and that is missing, with the possible tags.
pub(super) fn missing_tag(
    error: &ValidationError<'_>,
    left: &[Alternative<'_, '_>],
) -> Option<Text> {
    let path = error.instance_path().as_str();
    let (first, others) = left.split_first()?;
    let others = others.iter().map(|one| missing(path, one.errors).collect());
    let others: Vec<HashSet<&str>> = others.collect();
    let mut in_all =
        missing(path, first.errors).filter(|name| others.iter().all(|it| it.contains(name)));
    in_all.find_map(|name| {
        let mut options = Vec::new();
        for one in left {
            let tag = one.schema?.get("properties")?.get(name)?;
            options.extend(values(tag)?);
        }
        let listed = some_of(options.into_iter().map(option));
        let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
        let hint = format!("it is one of {}", list(&listed, "or"));
        let message = format!("the required property `{}` is missing", cut(name));
        Some((message, Some(hint)))
    })
}

/// What each alternative requires, when the value has nothing of any of them.
pub(super) fn one_of_these(
    error: &ValidationError<'_>,
    left: &[Alternative<'_, '_>],
) -> Option<Text> {
    let path = error.instance_path().as_str();
    let value = error.instance();
    let mut sets = Vec::new();
    let mut known = HashSet::new();
    let mut only = None;
    for one in left {
        let missing: Vec<&str> = missing(path, one.errors).collect();
        let has_some = one.schema.is_some_and(|schema| {
            required(schema)
                .iter()
                .any(|name| value.get(name).is_some())
        });
        if missing.is_empty() || has_some {
            return None;
        }
        let set = names(&missing, "and");
        if known.insert(set.clone()) {
            sets.push(set);
        }
        only = missing.first().copied().filter(|_| missing.len() == 1);
    }
    let is_closed = |errors: &Errors| {
        let mut errors = errors.iter();
        errors.any(|inner| matches!(inner.kind(), Kind::AdditionalProperties { .. }))
    };
    let given = value.as_object().into_iter().flatten().next();
    let hint = given
        .filter(|_| left.iter().all(|one| is_closed(one.errors)))
        .map(|(name, _)| format!("found {}", show_name(name)));
    if let (Some(name), 1) = (only, sets.len()) {
        let message = format!("the required property `{}` is missing", cut(name));
        return Some((message, hint));
    }
    let sets = some_of(sets.into_iter());
    let message = format!("one of these is needed: {}", sets.join(", or "));
    Some((message, hint))
}
