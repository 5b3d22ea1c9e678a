//! What a derived tool validates one side with: a compiled schema, and the plan to read by.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::formats::{Wrong, put_right, wrong_formats};
use super::ride::Plan;
use crate::error::{Error, ErrorKind, Result};
use crate::example;
use crate::schema::{Schema, nesting_exceeds};
use crate::validate::{CompiledSchema, DefaultValidator, is_accepted};

/// A compiled schema and its plan, created at the first use.
#[derive(Debug)]
pub(super) struct Enforcer(OnceLock<Enforced>);

/// What an [`Enforcer`] has created.
#[derive(Debug)]
pub(super) struct Enforced {
    compiled: Arc<CompiledSchema>,
    /// `None` when shapes cannot express the schema: the validator then decides first.
    pub(super) plan: Option<Plan>,
    /// Whether the schema has formats, and the validator does not assert them.
    annotated: bool,
    /// A value that the schema accepts, created when it is first needed.
    example: OnceLock<Value>,
}

impl Enforcer {
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// What was created before.
    #[inline]
    pub(super) fn made(&self) -> Option<&Enforced> {
        self.0.get()
    }

    /// What is created from `schema`, which is the same at every call.
    #[cold]
    pub(super) fn make(&self, schema: &Schema, formats: bool) -> Result<&Enforced> {
        let enforced = if formats {
            // A plan does not check formats: the validator decides first.
            Enforced {
                compiled: DefaultValidator::shared_with_formats().compile(schema)?,
                plan: None,
                annotated: false,
                example: OnceLock::new(),
            }
        } else {
            let compiled = DefaultValidator::shared().compile(schema)?;
            Enforced {
                plan: Plan::of(schema, compiled.uncounted()),
                compiled,
                annotated: mentions_format(schema.as_value()),
                example: OnceLock::new(),
            }
        };
        Ok(self.0.get_or_init(|| enforced))
    }
}

impl Enforced {
    /// Refuses values that a type would take too many tries to read.
    #[inline]
    pub(super) fn check_depth(&self, value: &Value) -> Result<()> {
        match self.plan.as_ref().and_then(|plan| plan.deepest) {
            Some(deepest) if nesting_exceeds(value, deepest) => Err(too_many_tries(deepest)),
            _ => Ok(()),
        }
    }

    /// A value that the schema accepts, or null.
    pub(super) fn example(&self) -> &Value {
        self.example.get_or_init(|| {
            let schema = self.compiled.schema();
            let made = [example::full(schema), example::minimal(schema)];
            let mut made = made
                .into_iter()
                .find_map(|made| made.ok().flatten())
                .unwrap_or_default();
            let wrong = self.wrong_formats(&made);
            put_right(&mut made, &wrong);
            made
        })
    }

    /// What the schema's formats, when asserted, reject in an instance, in addition to other violations.
    pub(super) fn wrong_formats(&self, instance: &Value) -> Vec<Wrong> {
        if !self.annotated {
            return Vec::new();
        }
        let compiled = DefaultValidator::shared_with_formats().compile(self.compiled.schema());
        match compiled.and_then(|compiled| compiled.validate(instance)) {
            Ok(()) => Vec::new(),
            Err(error) => wrong_formats(&error, self.compiled.schema()),
        }
    }

    /// Validates an instance.
    pub(super) fn check(&self, instance: &Value, kind: ErrorKind) -> Result<()> {
        if is_accepted(instance) {
            return Ok(());
        }
        self.compiled
            .validate(instance)
            .map_err(|error| match error.kind() {
                ErrorKind::InvalidArguments => error.with_kind(kind),
                _ => error,
            })
    }
}

/// Whether there is a key `format` anywhere.
fn mentions_format(value: &Value) -> bool {
    let mut stack = vec![value];
    while let Some(value) = stack.pop() {
        match value {
            Value::Array(items) => stack.extend(items),
            Value::Object(map) if map.contains_key("format") => return true,
            Value::Object(map) => stack.extend(map.values()),
            _ => {}
        }
    }
    false
}

#[cold]
fn too_many_tries(deepest: usize) -> Error {
    let message = format!(
        "this is nested deeper than {deepest} levels, and an enum without a tag is read by trying its \
         variants on every level"
    );
    Error::at(ErrorKind::LimitExceeded, "", message)
}
