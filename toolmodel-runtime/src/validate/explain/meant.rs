//! Which of several alternatives a value was meant to match: the only one of the right type, the one whose tag it
//! has, or the one of whose required names it has any.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::Explainer;
use super::told::required;
use crate::path::pointer::{join, tokens, unescaped};

/// Members by which alternatives may be told apart.
const MOST_TAGS: usize = 8;
/// References followed to an alternative.
const FOLLOWED: usize = 8;

/// The errors of one alternative.
pub(super) type Errors = Vec<ValidationError<'static>>;

/// What is to be told of a value that matches no alternative.
pub(super) enum Meant<'e> {
    /// The errors of the one alternative that was meant.
    One(&'e Errors),
    /// A tag that no alternative has, by the errors about it.
    Tag(Vec<&'e ValidationError<'static>>),
    /// There is no saying.
    Unclear(Vec<usize>),
}

impl<'a> Explainer<'a> {
    /// Which alternative the value was meant to match.
    pub(super) fn meant<'e>(self, error: &ValidationError<'_>, context: &'e [Errors]) -> Meant<'e> {
        let path = error.instance_path().as_str();
        let value = error.instance().as_ref();
        let mut left: Vec<usize> = (0..context.len())
            .filter(|&i| !context[i].is_empty() && !has_another_type(&context[i], path, value))
            .collect();
        for tag in tags(context, &left, path) {
            let has_it = |i: &&usize| !breaks_tag(&context[**i], path, tag);
            let declares = |i: &&usize| self.declares(error, **i, &unescaped(tag));
            let right: Vec<usize> = left.iter().filter(has_it).copied().collect();
            if right.is_empty() {
                let about = left
                    .iter()
                    .filter_map(|&i| tag_error(&context[i], path, tag));
                return Meant::Tag(about.collect());
            }
            let right: Vec<usize> = right.iter().filter(declares).copied().collect();
            if !right.is_empty() {
                left = right;
            }
        }
        if left.len() > 1
            && let Some(named) = self.only_named(error, &left)
        {
            return Meant::One(&context[named]);
        }
        match left.as_slice() {
            [only] => Meant::One(&context[*only]),
            _ => Meant::Unclear(left),
        }
    }

    /// The one alternative of whose required names the value has any.
    fn only_named(self, error: &ValidationError<'_>, left: &[usize]) -> Option<usize> {
        let mut found = None;
        for &i in left {
            let required = required(self.branch(error, i)?);
            let value = error.instance();
            if required.iter().any(|name| value.get(name).is_some()) && found.replace(i).is_some() {
                return None;
            }
        }
        found
    }

    /// An alternative as a subschema of the document, references followed.
    pub(super) fn branch(self, error: &ValidationError<'_>, index: usize) -> Option<&'a Value> {
        let place = join(error.schema_path().as_str(), &index.to_string());
        let mut found = self.schema.pointer(&place)?;
        for _ in 0..FOLLOWED {
            let Some(reference) = found.get("$ref").and_then(Value::as_str) else {
                break;
            };
            found = self.references.local(reference)?;
        }
        Some(found)
    }

    /// Whether an alternative says anything of a property; unknown ones may.
    fn declares(self, error: &ValidationError<'_>, index: usize, name: &str) -> bool {
        self.branch(error, index)
            .and_then(|branch| branch.get("properties"))
            .is_none_or(|properties| properties.get(name).is_some())
    }
}

fn is_constant(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. })
}

/// Whether an alternative asks for another type than the value has.
fn has_another_type(errors: &Errors, path: &str, value: &Value) -> bool {
    let is_container = value.is_array() || value.is_object();
    errors.iter().any(|inner| {
        let wrong =
            matches!(inner.kind(), Kind::Type { .. }) || (is_container && is_constant(inner));
        inner.instance_path().as_str() == path && wrong
    })
}

/// The members of the value by whose constants alternatives differ, in the order they are met.
fn tags<'e>(context: &'e [Errors], left: &[usize], path: &str) -> Vec<&'e str> {
    let mut tags = Vec::new();
    for error in left.iter().flat_map(|&i| &context[i]) {
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
    // A member that some alternatives allow tells which was meant; one that none allows is told of last.
    tags.sort_by_key(|tag| left.iter().all(|&i| breaks_tag(&context[i], path, tag)));
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

/// How far a value is from an alternative: another type is farthest, then the names and types of its members,
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
        let members = errors.iter().map(|inner| match inner.kind() {
            Kind::Required { .. } => 1,
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => unexpected.len(),
            Kind::Type { .. } => {
                usize::from(tokens(inner.instance_path().as_str()).count() == depth + 1)
            }
            _ => 0,
        });
        Self {
            another_type: has_another_type(errors, path, error.instance()),
            members: members.sum(),
            constants: errors.iter().filter(|error| is_constant(error)).count(),
            violations: errors.len(),
        }
    }
}
