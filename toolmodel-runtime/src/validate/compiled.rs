//! A compiled schema: holds instances to it, within the limits.

use std::fmt;
use std::sync::Arc;

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::compile::{Settings, compile};
use super::explain::Explainer;
use super::graph::{Profile, Work};
use super::limits::exceeded;
use super::measure::Size;
use super::stack::{VALIDATE_LEVEL, with_stack};
use crate::error::{Error, ErrorKind, Result, Violation, Violations};
use crate::schema::Schema;

/// A schema that was checked and compiled, for callers that hold many instances to one schema.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::{DefaultValidator, Schema};
///
/// let schema: Schema = r#"{"type": "integer", "minimum": 1}"#.parse()?;
/// let compiled = DefaultValidator::shared().compile(&schema)?;
/// assert!(compiled.is_valid(&json!(5))?);
/// assert!(compiled.validate(&json!(0)).is_err());
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
pub struct CompiledSchema {
    validator: Validator,
    profile: Profile,
    schema: Schema,
    settings: Arc<Settings>,
    bytes: usize,
}

/// Bytes of instance that may be copied to explain why alternatives do not match.
const MOST_COPIED: u64 = 64 << 20;
/// Violations that may be found before all but the first are dropped.
const MOST_FOUND: u64 = 4 << 20;

impl CompiledSchema {
    pub(super) fn new(schema: &Schema, settings: &Arc<Settings>) -> Result<Self> {
        let parts = compile(schema, settings)?;
        Ok(Self {
            validator: parts.validator,
            profile: parts.profile,
            schema: schema.clone(),
            settings: Arc::clone(settings),
            bytes: parts.bytes,
        })
    }

    /// The schema that was compiled.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Approximate size of the schema in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The most values and bytes of text of instances whose cost need not be counted: whatever is
    /// in them, they are within every limit but that of depth.
    pub(crate) fn uncounted(&self) -> (usize, usize) {
        let (nodes, text) = self.profile.cheap();
        let limits = &self.settings.limits;
        (
            nodes.min(limits.instance_nodes),
            text.min(limits.instance_bytes),
        )
    }

    /// Holds an instance to the schema.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArguments`] with all violations when the instance breaks the schema,
    /// [`ErrorKind::LimitExceeded`] when the instance is too large or too costly.
    pub fn validate(&self, instance: &Value) -> Result<()> {
        self.run(instance, |size| {
            if self.judge(instance, size)? {
                Ok(())
            } else {
                Err(self.explain(instance))
            }
        })
    }

    /// Whether the schema accepts an instance.
    ///
    /// # Errors
    /// [`ErrorKind::LimitExceeded`] when the instance is too large or too costly.
    pub fn is_valid(&self, instance: &Value) -> Result<bool> {
        self.run(instance, |size| {
            if self.judge(instance, size)? {
                return Ok(true);
            }
            let undecided = |error: &Error| error.kind() == ErrorKind::LimitExceeded;
            if self.profile.backtracks() {
                Err(self.explain(instance)).or_else(|error| {
                    if undecided(&error) {
                        Err(error)
                    } else {
                        Ok(false)
                    }
                })
            } else {
                Ok(false)
            }
        })
    }

    #[inline]
    fn run<T: Send>(
        &self,
        instance: &Value,
        work: impl FnOnce(Size) -> Result<T> + Send,
    ) -> Result<T> {
        let limits = &self.settings.limits;
        let size = Size::of(instance, limits)?;
        let need = self.profile.recursion(size).saturating_mul(VALIDATE_LEVEL);
        with_stack(need, || work(size))
    }

    #[inline]
    fn judge(&self, instance: &Value, size: Size) -> Result<bool> {
        let limits = &self.settings.limits;
        if !self.profile.is_surely_cheap(size)
            && Work::of(&self.profile, instance, limits, limits.work as u64).is_none()
        {
            let what = "validating the instance takes more than";
            return Err(exceeded("", what, limits.work, "steps", "work"));
        }
        Ok(self.validator.is_valid(instance))
    }

    #[cold]
    fn explain(&self, instance: &Value) -> Error {
        let limits = &self.settings.limits;
        let most = (limits.work as u64).saturating_mul(4);
        let work = Work::of(&self.profile, instance, limits, most).filter(|work| {
            // Alternatives are judged once more on each level of the chain to explain them.
            let steps = work.steps.saturating_mul(self.profile.chain() as u64);
            steps <= most && work.copied <= MOST_COPIED && work.violations <= MOST_FOUND
        });
        if work.is_none() {
            return unexplained();
        }
        let errors: Vec<_> = self.validator.iter_errors(instance).collect();
        let (undecided, errors): (Vec<_>, Vec<_>) = errors.into_iter().partition(|error| {
            matches!(
                error.kind(),
                Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. }
            )
        });
        if errors.is_empty() {
            if let Some(error) = undecided.first() {
                let what = "a pattern takes more than";
                let (limit, unit) = (limits.regex_backtracking, "steps back");
                let pointer = error.schema_path().as_str();
                return exceeded(pointer, what, limit, unit, "regex_backtracking");
            }
            return unexplained();
        }
        let explainer = Explainer {
            schema: self.schema.as_value(),
            instance,
        };
        let violations = explainer.violations(&errors, limits.violations);
        Error::from_violations(ErrorKind::InvalidArguments, violations)
    }
}

/// An instance that breaks its schema in ways too many to list.
fn unexplained() -> Error {
    let violation = Violation {
        instance_path: String::new(),
        schema_path: String::new(),
        keyword: String::new(),
        message: "does not match the schema; saying why would take too much work".to_owned(),
        hint: None,
    };
    let violations = Violations::new([violation]).with_truncated(true);
    Error::from_violations(ErrorKind::InvalidArguments, violations)
}

impl fmt::Debug for CompiledSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledSchema")
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}
