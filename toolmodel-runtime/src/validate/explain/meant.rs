//! Which of several alternatives a value was meant to match: the only one of the right type, the one whose tag the
//! value has, the only one with any of its required names present, or the only one whose members agree with the
//! value's.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::Explainer;
use super::told::required;
use crate::path::pointer::{join, tokens, unescaped};

/// Members by which alternatives may be distinguished.
const MOST_TAGS: usize = 8;
/// References followed to an alternative.
const FOLLOWED: usize = 8;

/// The errors of one alternative.
pub(super) type Errors = Vec<ValidationError<'static>>;

/// An alternative, and what is wrong with the value if it was meant.
#[derive(Clone, Copy)]
pub(super) struct Alternative<'e, 'a> {
    pub(super) errors: &'e Errors,
    /// The subschema, references followed.
    pub(super) schema: Option<&'a Value>,
}

/// What to report about a value that matches no alternative.
pub(super) enum Meant<'e> {
    /// The errors of the one alternative that was meant.
    One(&'e Errors),
    /// A tag that no alternative has, by the errors about it.
    Tag(Vec<&'e ValidationError<'static>>),
    /// It is unclear which one was meant.
    Unclear(Vec<usize>),
}

impl<'a> Explainer<'a> {
    /// All alternatives; an alternative that is itself a union is replaced by its own.
    pub(super) fn spread<'e>(
        self,
        error: &ValidationError<'_>,
        context: &'e [Errors],
    ) -> Vec<Alternative<'e, 'a>> {
        let mut spread = Vec::with_capacity(context.len());
        self.spread_into(error, context, FOLLOWED, &mut spread);
        spread
    }

    fn spread_into<'e>(
        self,
        error: &ValidationError<'_>,
        context: &'e [Errors],
        levels: usize,
        spread: &mut Vec<Alternative<'e, 'a>>,
    ) {
        for (i, errors) in context.iter().enumerate() {
            match errors.as_slice() {
                [inner] if levels > 0 && inner.instance_path() == error.instance_path() => {
                    if let Kind::AnyOf { context } | Kind::OneOfNotValid { context } = inner.kind()
                    {
                        self.spread_into(inner, context, levels - 1, spread);
                        continue;
                    }
                }
                _ => {}
            }
            spread.push(Alternative {
                errors,
                schema: self.branch(error, i),
            });
        }
    }

    /// An alternative as a subschema of the document, references followed.
    pub(super) fn branch(self, error: &ValidationError<'_>, index: usize) -> Option<&'a Value> {
        let place = join(&self.schema_path(error), &index.to_string());
        let mut found = self.schema.pointer(&place)?;
        for _ in 0..FOLLOWED {
            let Some(reference) = found.get("$ref").and_then(Value::as_str) else {
                break;
            };
            found = self.references.local(reference)?;
        }
        Some(found)
    }
}

/// Which alternative the value was meant to match.
pub(super) fn meant<'e>(error: &ValidationError<'_>, all: &[Alternative<'e, '_>]) -> Meant<'e> {
    let path = error.instance_path().as_str();
    let value = error.instance().as_ref();
    let mut left: Vec<usize> = (0..all.len())
        .filter(|&i| !all[i].errors.is_empty() && !has_another_type(all[i].errors, path, value))
        .collect();
    for tag in tags(all, &left, path) {
        let has_it = |i: &&usize| !breaks_tag(all[**i].errors, path, tag);
        let declares = |i: &&usize| declares(all[**i].schema, &unescaped(tag));
        let right: Vec<usize> = left.iter().filter(has_it).copied().collect();
        if right.is_empty() {
            let about = left
                .iter()
                .filter_map(|&i| tag_error(all[i].errors, path, tag));
            return Meant::Tag(about.collect());
        }
        let right: Vec<usize> = right.iter().filter(declares).copied().collect();
        if !right.is_empty() {
            left = right;
        }
    }
    if left.len() > 1
        && let Some(named) = only_named(value, all, &left).or_else(|| agreeing(error, all, &left))
    {
        return Meant::One(all[named].errors);
    }
    match left.as_slice() {
        [only] => Meant::One(all[*only].errors),
        _ => Meant::Unclear(left),
    }
}

/// Whether an alternative declares a property; unknown alternatives may.
fn declares(schema: Option<&Value>, name: &str) -> bool {
    schema
        .and_then(|schema| schema.get("properties"))
        .is_none_or(|properties| properties.get(name).is_some())
}

/// The one alternative of whose required names the value has any.
fn only_named(value: &Value, all: &[Alternative<'_, '_>], left: &[usize]) -> Option<usize> {
    let mut found = None;
    for &i in left {
        let required = required(all[i].schema?);
        if required.iter().any(|name| value.get(name).is_some()) && found.replace(i).is_some() {
            return None;
        }
    }
    found
}

/// The one alternative that has the value's members, each with its type: the mistakes are inside them.
fn agreeing(
    error: &ValidationError<'_>,
    all: &[Alternative<'_, '_>],
    left: &[usize],
) -> Option<usize> {
    let path = error.instance_path();
    let agrees = |i: &usize| {
        let mut errors = all[*i].errors.iter();
        Distance::of(error, all[*i].errors).members == 0
            && errors.all(|inner| inner.instance_path() != path)
    };
    let mut agreeing = left.iter().copied().filter(agrees);
    let only = agreeing.next()?;
    agreeing.next().is_none().then_some(only)
}

fn is_constant(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. })
}

/// Whether an alternative requires a type other than the value's.
fn has_another_type(errors: &Errors, path: &str, value: &Value) -> bool {
    let is_container = value.is_array() || value.is_object();
    errors.iter().any(|inner| {
        let wrong =
            matches!(inner.kind(), Kind::Type { .. }) || (is_container && is_constant(inner));
        inner.instance_path().as_str() == path && wrong
    })
}

/// The members of the value whose constants distinguish the alternatives, in the order they are met.
fn tags<'e>(all: &[Alternative<'e, '_>], left: &[usize], path: &str) -> Vec<&'e str> {
    let mut tags = Vec::new();
    for error in left.iter().flat_map(|&i| all[i].errors) {
        let below = error.instance_path().as_str().strip_prefix(path);
        let tag = below.and_then(|below| below.strip_prefix('/'));
        if let Some(tag) = tag
            && is_constant(error)
            && !tag.contains('/')
            && !tags.contains(&tag)
        {
            tags.push(tag);
        }
        if tags.len() == MOST_TAGS {
            break;
        }
    }
    // A member that some alternatives allow shows which was meant; one that none allows is reported last.
    tags.sort_by_key(|tag| left.iter().all(|&i| breaks_tag(all[i].errors, path, tag)));
    tags
}

fn tag_error<'e>(
    errors: &'e Errors,
    path: &str,
    tag: &str,
) -> Option<&'e ValidationError<'static>> {
    errors.iter().find(|error| {
        let below = error.instance_path().as_str().strip_prefix(path);
        is_constant(error) && below.and_then(|below| below.strip_prefix('/')) == Some(tag)
    })
}

fn breaks_tag(errors: &Errors, path: &str, tag: &str) -> bool {
    tag_error(errors, path, tag).is_some()
}

/// How far a value is from an alternative: a different type is farthest, then the names and types of its members,
/// then constants, then the number of violations.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Distance {
    another_type: bool,
    members: usize,
    constants: usize,
    violations: usize,
}

impl Distance {
    pub(super) fn of(error: &ValidationError<'_>, errors: &Errors) -> Self {
        let path = error.instance_path().as_str();
        let depth = tokens(path).count();
        let members = errors.iter().map(|inner| {
            let below = tokens(inner.instance_path().as_str())
                .count()
                .saturating_sub(depth);
            match inner.kind() {
                Kind::Required { .. } if below == 0 => 1,
                Kind::AdditionalProperties { unexpected }
                | Kind::UnevaluatedProperties { unexpected }
                    if below == 0 =>
                {
                    unexpected.len()
                }
                Kind::Type { .. } => usize::from(below == 1),
                _ => 0,
            }
        });
        Self {
            another_type: has_another_type(errors, path, error.instance()),
            members: members.sum(),
            constants: errors.iter().filter(|error| is_constant(error)).count(),
            violations: errors.len(),
        }
    }
}
