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
        let nearest = context
            .iter()
            .enumerate()
            .min_by_key(|(i, errors)| (distance(errors, path), *i));
        let Some((index, errors)) = nearest.filter(|_| nested > 0) else {
            return (message, None);
        };
        if let [only] = context {
            if let [inner] = only.as_slice() {
                return self.nested(inner, path, nested);
            }
        }
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

/// How far a value is from an alternative: another type is farthest, then another constant, as
/// tags of unions have, then the number of violations.
fn distance(errors: &Errors, path: &str) -> (bool, usize, usize) {
    let at_root = |error: &ValidationError<'_>| error.instance_path().as_str() == path;
    let another_type = errors
        .iter()
        .any(|error| at_root(error) && matches!(error.kind(), Kind::Type { .. }));
    let constants = errors
        .iter()
        .filter(|error| matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. }))
        .count();
    (another_type, constants, errors.len())
}
