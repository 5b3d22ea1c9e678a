//! Rejections that do not come from the validator, in its wording: an error that lists violations.

use serde_json::Value;

use super::write::{WriteError, Written};
use crate::error::{Error, ErrorKind, Result, Violation, Violations};
use crate::schema::too_deep_to_read;

/// Bytes that are not JSON, or JSON that is nested too deeply to be read.
pub(super) fn not_json(kind: ErrorKind, error: serde_json::Error) -> Error {
    if let Some(problem) = too_deep_to_read(&error) {
        return Error::from_problems(kind, [problem]).with_source(error);
    }
    one_violation(kind, "", format!("not JSON: {error}")).with_source(error)
}

/// A value that the schema accepts and its type rejects: a `Deserialize` stricter than its schema.
pub(super) fn type_refuses(kind: ErrorKind, pointer: &str, reason: &str) -> Error {
    let message = format!("the schema accepts this, but the Rust type does not: {reason}");
    one_violation(kind, pointer, message)
}

/// Validates a value that was built by hand against its schema, and returns what was written.
///
/// # Errors
/// All violations of the schema, and every number that JSON cannot represent.
pub(super) fn check_written(
    written: Result<Written, WriteError>,
    kind: ErrorKind,
    validate: &dyn Fn(&Value) -> Result<()>,
) -> Result<Value> {
    let written = written.map_err(|error| {
        let message = format!("cannot be written as JSON: {error}");
        one_violation(kind, error.pointer(), message).with_source(error)
    })?;
    let validated = validate(&written.value);
    if written.not_finite.is_empty() {
        return validated.map(|()| written.value);
    }
    Err(not_finite(
        kind,
        &written.not_finite,
        validated.err().as_ref(),
    ))
}

/// The validator's errors, with non-finite numbers in place of the nulls that it has seen.
fn not_finite(kind: ErrorKind, numbers: &[(String, f64)], refused: Option<&Error>) -> Error {
    let listed = refused.and_then(Error::violations);
    let others = listed.into_iter().flatten();
    let others = others.filter(|other| numbers.iter().all(|(at, _)| *at != other.instance_path));
    let numbers = numbers.iter().map(|(at, number)| {
        let message = format!("`{number}` is not a number that JSON has");
        Violation::new(at, "type", message)
    });
    let violations = Violations::new(others.cloned().chain(numbers));
    let is_cut = listed.is_some_and(Violations::is_truncated);
    Error::from_violations(kind, violations.with_truncated(is_cut))
}

fn one_violation(kind: ErrorKind, pointer: &str, message: String) -> Error {
    let violation = Violation::new(pointer, "type", message);
    Error::from_violations(kind, Violations::new([violation]))
}
