//! A compiled schema: validates instances against it, within the limits.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use super::compile::{Settings, compile};
use super::explain::Explainer;
use super::flat::Origins;
use super::graph::{Profile, Work};
use super::limits::{Limits, exceeded};
use super::measure::{JsonSize, Size};
use super::small::{self, Small};
use super::stack::{SPARE_LEVELS, VALIDATE_LEVEL, with_stack};
use crate::error::{Error, ErrorKind, Result, Violation, Violations};
use crate::schema::Schema;
use crate::schema::reference::References;

/// A checked and compiled schema, for callers that validate many instances against one schema.
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
    origins: Origins,
    profile: Profile,
    schema: Schema,
    settings: Arc<Settings>,
    small: Small,
    bytes: usize,
    /// Whether its patterns have come to hold more than `bytes` says.
    heavy: AtomicBool,
    /// Whether it was used since the last check.
    used: AtomicBool,
}

/// Steps of validation that one step of a walk is worth.
pub(crate) const VALIDATED: usize = 8;
/// Number of steps too small to be worth counting.
const FEW_STEPS: u64 = 20_000;

/// Bytes that may be copied to explain why alternatives do not match.
const MOST_COPIED: u64 = 64 << 20;
/// Bytes of violations that may be found; beyond that, only the first is kept.
const MOST_FOUND: u64 = 128 << 20;
/// Bytes of the paths in them, when paths make up most of it: a long name above many violations is
/// repeated in each.
const MOST_PATHS: u64 = 1 << 20;

impl CompiledSchema {
    pub(super) fn new(schema: &Schema, size: JsonSize, settings: &Arc<Settings>) -> Result<Self> {
        let parts = compile(schema, size, settings)?;
        Ok(Self {
            small: small(&parts.profile, &settings.limits),
            validator: parts.validator,
            origins: parts.origins,
            profile: parts.profile,
            schema: schema.clone(),
            settings: Arc::clone(settings),
            bytes: parts.bytes,
            heavy: AtomicBool::new(false),
            used: AtomicBool::new(false),
        })
    }

    /// The schema that was compiled.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Whether the validator with these settings, which no two validators share, compiled it.
    #[inline]
    pub(super) fn is_by(&self, settings: &Arc<Settings>) -> bool {
        Arc::ptr_eq(&self.settings, settings)
    }

    #[inline]
    pub(super) fn note_use(&self) {
        // Writing only when needed keeps the cache line shared between readers.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
    }

    /// Whether it was used since the last call.
    pub(super) fn take_use(&self) -> bool {
        self.used.swap(false, Ordering::Relaxed)
    }

    /// Roughly how much memory the compiled schema holds.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The most values and bytes of text that an instance may have for its cost to go uncounted: whatever it contains,
    /// it is within every limit except depth.
    pub(crate) fn uncounted(&self) -> (usize, usize) {
        uncounted(&self.profile, &self.settings.limits)
    }

    /// Roughly how many steps it takes to validate an instance, for callers that validate many instances they make.
    pub(crate) fn steps(&self, instance: &Value) -> usize {
        let limits = &self.settings.limits;
        let most = limits.work;
        let Ok(size) = Size::of(instance, limits) else {
            return limits.instance_nodes;
        };
        let bound = self.profile.bound(size).unwrap_or(u64::MAX);
        let steps = if bound <= FEW_STEPS {
            usize::try_from(bound).unwrap_or(most)
        } else {
            let counted = Work::of(&self.profile, instance, limits, most as u64);
            // Counted here, and before the instance is validated.
            let steps = |work: Work| work.steps.saturating_add(2 * work.counting);
            counted.map_or(most, |work| usize::try_from(steps(work)).unwrap_or(most))
        };
        // Whether a pattern gave up is found out by collecting all errors.
        let times = if self.profile.backtracks() { 8 } else { 1 };
        steps.saturating_mul(times)
    }

    /// Whether it has come to hold more than `bytes` says, so that it should not be kept.
    #[inline]
    pub(super) fn is_heavy(&self) -> bool {
        self.heavy.load(Ordering::Relaxed)
    }

    /// Validates an instance against the schema.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArguments`] with the violations, up to [`Limits::violations`], when the instance breaks the schema,
    /// [`ErrorKind::LimitExceeded`] when the instance is too large or too costly.
    pub fn validate(&self, instance: &Value) -> Result<()> {
        self.judge(instance, |valid| {
            if valid {
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
        self.judge(instance, |valid| {
            if valid || !self.profile.backtracks() {
                return Ok(valid);
            }
            match self.found(instance) {
                Err(error) if error.kind() == ErrorKind::LimitExceeded => Err(error),
                _ => Ok(false),
            }
        })
    }

    /// Continues with whether the instance is valid.
    #[inline]
    fn judge<T: Send>(
        &self,
        instance: &Value,
        then: impl FnOnce(bool) -> Result<T> + Send,
    ) -> Result<T> {
        if self.small.holds(instance) {
            return then(self.validator.is_valid(instance));
        }
        self.judge_large(instance, then)
    }

    #[cold]
    fn judge_large<T: Send>(
        &self,
        instance: &Value,
        then: impl FnOnce(bool) -> Result<T> + Send,
    ) -> Result<T> {
        let limits = &self.settings.limits;
        let size = Size::of(instance, limits)?;
        if self.profile.is_heavy_after(size) {
            self.heavy.store(true, Ordering::Relaxed);
        }
        let levels = self.profile.recursion(size.depth);
        with_stack(levels.saturating_mul(VALIDATE_LEVEL), || {
            if !self.profile.is_surely_cheap(size) {
                self.check_cost(instance, size)?;
            }
            then(self.validator.is_valid(instance))
        })
    }

    #[cold]
    fn check_cost(&self, instance: &Value, size: Size) -> Result<()> {
        let limits = &self.settings.limits;
        if !self.profile.is_within_memory(size) {
            let what = "matching so much text with all patterns of the schema may take more than";
            let limit = limits.regex_size.saturating_mul(64);
            return Err(exceeded("", what, limit, "bytes", "regex_size"));
        }
        match Work::of(&self.profile, instance, limits, limits.work as u64) {
            Some(_) => Ok(()),
            None => Err(self.too_costly("validating the instance takes more than")),
        }
    }

    fn too_costly(&self, what: &str) -> Error {
        exceeded("", what, self.settings.limits.work, "steps", "work")
    }

    /// The engine's errors, in its order: all of them, only the first where all would be too many, or none where
    /// even one would cost too much; and whether there may be more.
    fn errors<'i>(&'i self, instance: &'i Value) -> (Vec<ValidationError<'i>>, bool) {
        let limits = &self.settings.limits;
        let most = limits.work as u64;
        let all = |work: &Work| {
            let fits = work.explained <= most && work.copied <= MOST_COPIED;
            fits && work.violations <= MOST_FOUND && are_few(work.paths, work.violations)
        };
        let one = |work: &Work| {
            let fits = work.one_explained <= most && work.one_copied <= MOST_COPIED;
            fits && are_few(work.one_copied_paths, work.one_copied)
        };
        match Work::of(&self.profile, instance, limits, most) {
            Some(work) if all(&work) => (self.validator.iter_errors(instance).collect(), false),
            Some(work) if one(&work) => {
                let first = self.validator.validate(instance).err();
                (first.into_iter().collect(), true)
            }
            _ => (Vec::new(), true),
        }
    }

    /// What is wrong with an instance, and whether there may be more; an error when nothing is certain to be.
    #[cold]
    fn found<'i>(&'i self, instance: &'i Value) -> Result<(Vec<ValidationError<'i>>, bool)> {
        let limits = &self.settings.limits;
        let (errors, cut) = self.errors(instance);
        let (undecided, errors): (Vec<_>, Vec<_>) = errors.into_iter().partition(|error| {
            matches!(
                error.kind(),
                Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. }
            )
        });
        if !errors.is_empty() {
            return Ok((errors, cut));
        }
        Err({
            if let Some(error) = undecided.first() {
                let what = "a pattern takes more than";
                let (limit, unit) = (limits.regex_backtracking, "steps back");
                let pointer = self.origins.of(error.schema_path().as_str());
                exceeded(pointer, what, limit, unit, "regex_backtracking")
            } else if self.profile.backtracks() {
                self.too_costly("deciding what the instance breaks takes more than")
            } else {
                unexplained()
            }
        })
    }

    #[cold]
    fn explain(&self, instance: &Value) -> Error {
        let limits = &self.settings.limits;
        let (errors, cut) = match self.found(instance) {
            Ok(found) => found,
            Err(error) => return error,
        };
        let references = References::new(self.schema.as_value());
        let explainer = Explainer::new(&references, instance).with_origins(&self.origins);
        let violations = explainer.violations(&errors, limits.violations);
        let truncated = cut || violations.is_truncated();
        let violations = violations.with_truncated(truncated);
        Error::from_violations(ErrorKind::InvalidArguments, violations)
    }
}

fn uncounted(profile: &Profile, limits: &Limits) -> (usize, usize) {
    let (nodes, text) = profile.cheap();
    (
        nodes.min(limits.instance_nodes),
        text.min(limits.instance_bytes),
    )
}

/// Instances that are cheap and need no more stack than any caller has left.
fn small(profile: &Profile, limits: &Limits) -> Small {
    let (nodes, text) = uncounted(profile, limits);
    let deepest = small::RECURSION.min(limits.instance_depth);
    let fits = |depth: &usize| profile.recursion(*depth) <= SPARE_LEVELS;
    match (0..=deepest).rev().find(fits) {
        Some(depth) => Small { nodes, text, depth },
        None => Small {
            nodes: 0,
            text: 0,
            depth: 0,
        },
    }
}

/// Whether the paths in what is found make up less than half of it, or are small.
fn are_few(paths: u64, found: u64) -> bool {
    paths <= found.saturating_sub(paths).max(MOST_PATHS)
}

/// An instance that breaks its schema in too many ways to list.
fn unexplained() -> Error {
    let message = "does not match the schema; saying why would take too much work";
    let violation = Violation::new("", "", message);
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
