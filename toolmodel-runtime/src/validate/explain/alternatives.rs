//! `anyOf` and `oneOf`: which alternative was meant, and what keeps the value from matching it.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use super::Explainer;
use super::message::{Text, article, list, types};
use crate::error::excerpt::cut_to;
use crate::schema::kind_of;

/// Violations told of the nearest alternative.
const TOLD: usize = 3;
/// Characters of all that is told of the nearest alternative.
const LONGEST: usize = 400;

type Errors = [ValidationError<'static>];

impl Explainer<'_> {
    pub(super) fn alternatives(
        self,
        error: &ValidationError<'_>,
        context: &[Vec<ValidationError<'static>>],
        nested: usize,
    ) -> Text {
        let path = error.instance_path().as_str();
        if let Some(message) = wrong_types(error, context) {
            return (message, None);
        }
        let message = format!("matches none of the {} alternatives", context.len());
        if nested == 0 {
            return (message, None);
        }
        let distances: Vec<_> = context
            .iter()
            .map(|errors| distance(error, errors))
            .collect();
        let order = distances
            .iter()
            .enumerate()
            .min_by_key(|(i, distance)| (*distance, *i));
        let Some((index, _)) = order else {
            return (message, None);
        };
        let errors = &context[index];
        let mut told: Vec<String> = errors
            .iter()
            .take(TOLD)
            .map(|inner| {
                let (message, hint) = self.nested(inner, path, nested);
                match hint {
                    Some(hint) => format!("{message}, {hint}"),
                    None => message,
                }
            })
            .collect();
        if errors.len() > TOLD {
            told.push(format!("{} more", errors.len() - TOLD));
        }
        let told = told.join("; ");
        let hint = format!("nearest is alternative {}: {told}", index + 1);
        (message, Some(cut_to(&hint, LONGEST)))
    }

    /// The first violation of an error inside an alternative, with its path below the value.
    fn nested(self, inner: &ValidationError<'_>, path: &str, nested: usize) -> Text {
        let mut violations = self.explain(inner, 1, nested - 1).into_iter();
        let Some(violation) = violations.next() else {
            return ("does not match".to_owned(), None);
        };
        let below = violation
            .instance_path
            .strip_prefix(path)
            .unwrap_or_default();
        let message = if below.is_empty() {
            violation.message
        } else {
            format!("{}: {}", cut_to(below, 100), violation.message)
        };
        (message, violation.hint)
    }
}

/// The errors of the one alternative that has the right type, if there is just one.
pub(super) fn only<'e>(
    error: &ValidationError<'_>,
    context: &'e [Vec<ValidationError<'static>>],
) -> Option<&'e [ValidationError<'static>]> {
    let mut right = context
        .iter()
        .filter(|errors| !errors.is_empty() && !distance(error, errors).another_type);
    let found = right.next()?;
    right.next().is_none().then_some(found.as_slice())
}

/// One message for alternatives that all ask for another type.
fn wrong_types(
    error: &ValidationError<'_>,
    context: &[Vec<ValidationError<'static>>],
) -> Option<String> {
    let path = error.instance_path().as_str();
    let mut names: Vec<&str> = Vec::new();
    for errors in context {
        let kinds = errors.iter().find_map(|inner| match inner.kind() {
            Kind::Type { kind } if inner.instance_path().as_str() == path => Some(types(kind)),
            _ => None,
        })?;
        for name in kinds.into_iter().map(article) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let found = kind_of(error.instance().as_ref());
    Some(format!("expected {}, found {found}", list(&names, "or")))
}

/// How far a value is from an alternative: another type is farthest, then another constant at the
/// value itself, then constants below it, as tags of unions are, then the number of violations.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    another_type: bool,
    constants: usize,
    violations: usize,
}

fn distance(error: &ValidationError<'_>, errors: &Errors) -> Distance {
    let path = error.instance_path().as_str();
    let value = error.instance().as_ref();
    let is_container = value.is_array() || value.is_object();
    let is_constant = |error: &ValidationError<'_>| {
        matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. })
    };
    let another_type = |inner: &ValidationError<'_>| {
        let wrong =
            matches!(inner.kind(), Kind::Type { .. }) || (is_container && is_constant(inner));
        inner.instance_path().as_str() == path && wrong
    };
    Distance {
        another_type: errors.iter().any(another_type),
        constants: errors.iter().filter(|error| is_constant(error)).count(),
        violations: errors.len(),
    }
}
