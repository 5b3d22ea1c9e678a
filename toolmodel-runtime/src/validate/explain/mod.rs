//! Turns the engine's errors into violations: sorted in document order, worded for people and
//! models, with hints, and without anything from the instance that looks like a secret.

mod alternatives;
mod amounts;
mod hint;
mod meant;
mod message;
mod needed;
mod told;

use std::borrow::Cow;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use self::alternatives::is_listed;
use self::meant::{Meant, meant};
use super::flat::Origins;
use super::order::Positions;
use crate::error::excerpt::is_secret_name;
use crate::error::{Problem, Violation, Violations};
use crate::path::pointer::tokens;
use crate::schema::reference::References;

/// What violations are about.
#[derive(Clone, Copy)]
pub(super) struct Explainer<'a> {
    schema: &'a Value,
    references: &'a References<'a>,
    instance: &'a Value,
    origins: Option<&'a Origins>,
}

/// How many texts are made for each violation that is reported, of those that turn out to be equal.
const REPEATED: usize = 16;

/// How many levels of alternatives within alternatives are reported.
const NESTED: usize = 3;

/// How many levels of alternatives within alternatives may each have one that was meant.
const FLATTENED: usize = 128;

impl<'a> Explainer<'a> {
    pub(super) fn new(references: &'a References<'a>, instance: &'a Value) -> Self {
        Self {
            schema: references.root(),
            references,
            instance,
            origins: None,
        }
    }

    /// For errors about a schema that was made flat.
    pub(super) fn with_origins(mut self, origins: &'a Origins) -> Self {
        self.origins = Some(origins);
        self
    }

    /// Where the keyword of an error is in the schema.
    fn schema_path<'e>(self, error: &'e ValidationError<'_>) -> Cow<'e, str> {
        let path = error.schema_path().as_str();
        self.origins
            .map_or(Cow::Borrowed(path), |origins| origins.of(path))
    }

    /// The first violations in document order.
    pub(super) fn violations(self, errors: &[ValidationError<'_>], limit: usize) -> Violations {
        let mut in_instance = Positions::new(self.instance);
        let mut in_schema = Positions::new(self.schema);
        let mut plain = Vec::with_capacity(errors.len());
        for error in errors {
            self.flatten(error, FLATTENED, &mut plain);
        }
        let mut keyed: Vec<_> = plain
            .into_iter()
            .map(|error| {
                let instance = in_instance.of(error.instance_path().as_str());
                let path = self.schema_path(error);
                let schema = in_schema.of(&path);
                ((instance, schema, path), error)
            })
            .collect();
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut violations: Vec<Violation> = Vec::new();
        let mut truncated = false;
        keyed.dedup_by(|(b, error), (a, other)| a == b && is_the_same(error, other));
        let mut left = limit.saturating_add(1).saturating_mul(REPEATED);
        for (_, error) in &keyed {
            let most = left.min(limit + 1 - violations.len());
            if most == 0 {
                truncated = true;
                break;
            }
            let found = self.explain(error, most, NESTED);
            left = left.saturating_sub(found.len());
            for violation in found {
                // The same error found twice has the same place in the order.
                if violations.last() == Some(&violation) {
                    continue;
                }
                if violations.len() == limit {
                    truncated = true;
                    break;
                }
                violations.push(violation);
            }
            if truncated {
                break;
            }
        }
        Violations::new(violations).with_truncated(truncated)
    }

    /// Errors about a schema, as problems at their places.
    pub(super) fn problems(self, errors: &[ValidationError<'_>], limit: usize) -> Vec<Problem> {
        let violations = self.violations(errors, limit);
        violations
            .iter()
            .map(|violation| {
                let path = violation.instance_path.as_str();
                match &violation.hint {
                    // Hints on types are about values to send.
                    Some(hint) if violation.keyword != "type" => {
                        Problem::new(path, format_args!("{} ({hint})", violation.message))
                    }
                    _ => Problem::new(path, &violation.message),
                }
            })
            .collect()
    }

    /// The violations of one error: one per unexpected name, otherwise exactly one.
    fn explain(self, error: &ValidationError<'_>, most: usize, nested: usize) -> Vec<Violation> {
        let mut path = error.instance_path().as_str();
        let texts = match error.kind() {
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => unexpected
                .iter()
                .take(most)
                .map(|name| self.unexpected(error, name))
                .collect(),
            Kind::FalseSchema if self.is_closed(error) => self
                .members(error)
                .take(most)
                .map(|name| self.unexpected(error, name))
                .collect(),
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                let (place, text) = self.alternatives(error, context, nested);
                path = place;
                vec![text]
            }
            _ => vec![self.message(error)],
        };
        let keyword = match error.kind() {
            Kind::FalseSchema if self.is_closed(error) => "additionalProperties".to_owned(),
            Kind::FalseSchema => "false".to_owned(),
            kind => keyword(error, kind.keyword()),
        };
        texts
            .into_iter()
            .map(|(message, hint)| {
                let mut violation = Violation::new(path, keyword.as_str(), message)
                    .with_schema_path(self.schema_path(error));
                violation.hint = hint;
                violation
            })
            .collect()
    }

    /// Where it is clear which alternative was meant, its errors replace that of `anyOf`.
    fn flatten<'e, 'i>(
        self,
        error: &'e ValidationError<'i>,
        nested: usize,
        plain: &mut Vec<&'e ValidationError<'i>>,
    ) {
        let meant = match error.kind() {
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } if nested > 0 => {
                let all = self.spread(error, context);
                (!is_listed(error, &all)).then(|| meant(error, &all))
            }
            _ => None,
        };
        match meant {
            Some(Meant::One(errors)) => errors
                .iter()
                .for_each(|inner| self.flatten(inner, nested - 1, plain)),
            _ => plain.push(error),
        }
    }

    /// Whether the error is about an object that accepts no members at all.
    fn is_closed(self, error: &ValidationError<'_>) -> bool {
        let path = self.schema_path(error);
        let keyword = path.strip_suffix("/additionalProperties");
        keyword.is_some_and(|above| !above.ends_with("/properties"))
            && self.members(error).next().is_some()
    }

    /// The names of the object that an error is about.
    fn members(self, error: &ValidationError<'_>) -> impl Iterator<Item = &'a str> {
        let object = self.instance.pointer(error.instance_path().as_str());
        let members = object.and_then(Value::as_object).into_iter().flatten();
        members.map(|(name, _)| name.as_str())
    }

    /// The subschema whose keyword an error is about.
    fn subschema(&self, error: &ValidationError<'_>) -> Option<&Value> {
        let path = self.schema_path(error);
        self.schema.pointer(path.rsplit_once('/')?.0)
    }
}

/// Whether two errors about one keyword and one value say the same: only these kinds differ in what they name.
fn is_the_same(a: &ValidationError<'_>, b: &ValidationError<'_>) -> bool {
    match (a.kind(), b.kind()) {
        (Kind::Required { property: a }, Kind::Required { property: b }) => a == b,
        (Kind::PropertyNames { .. } | Kind::Custom { .. }, _) => false,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// Whether a name on the way to the value says that it is a secret.
fn is_secret(error: &ValidationError<'_>) -> bool {
    let path = error.instance_path().as_str();
    let instance = error.instance();
    !path.is_empty() && tokens(path).any(|name| is_secret_name(&name, instance))
}

/// The keyword as it appears in the schema: `minContains`, for example, fails as `contains`.
fn keyword(error: &ValidationError<'_>, usual: &str) -> String {
    let path = error.schema_path().as_str();
    match path.rsplit_once('/').map(|(_, last)| last) {
        Some(
            last @ ("minContains" | "maxContains" | "dependentRequired" | "dependencies"
            | "additionalItems" | "items" | "format" | "pattern"),
        ) => last.to_owned(),
        _ => usual.to_owned(),
    }
}
