//! Lowering: from any JSON Schema to one that a provider takes, keeping the meaning first.

mod baseline;
mod compile;
mod describe;
mod lenient;
mod modernise;
mod rename;
mod root;
mod shape;

use serde_json::Value;

use super::json_schema::JsonSchema;
use super::lint::{Profile, is_clean};
use super::report::Report;
use super::restore::Restore;
use crate::error::{Error, ErrorKind, Result};

pub(crate) use baseline::{filter, report_all};
pub(crate) use compile::Blocker;

/// A schema that a provider takes, and how arguments for it lead back to the source.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) schema: JsonSchema,
    pub(crate) restore: Restore,
}

/// Lowers for a mode that takes nearly every keyword.
///
/// # Errors
/// [`ErrorKind::InvalidSchema`] when the source is malformed or does not describe an object.
pub(crate) fn lenient(
    profile: Profile,
    schema: &JsonSchema,
    report: &mut Report,
) -> Result<Lowered> {
    let source = schema.as_value();
    if is_clean(profile, source) && !modernise::is_needed(source) {
        if profile == Profile::GeminiJsonSchema {
            lenient::note_advisory(source, report);
        }
        return Ok(Lowered {
            schema: schema.clone(),
            restore: Restore::default(),
        });
    }
    shape::check(source)?;
    let modern = modernise::modernise(source, report);
    let (value, restore) = lenient::lower(profile, &modern, report)?;
    Ok(Lowered {
        schema: JsonSchema::from_value(value)?,
        restore,
    })
}

/// Lowers an output schema, whose root may be anything.
///
/// # Errors
/// As [`lenient`].
pub(crate) fn output(
    profile: Profile,
    schema: &JsonSchema,
    report: &mut Report,
) -> Result<JsonSchema> {
    shape::check(schema.as_value())?;
    let modern = modernise::modernise(schema.as_value(), report);
    JsonSchema::from_value(lenient::lower_output(profile, &modern, report))
}

/// What a strict mode made of a schema.
pub(crate) enum Strict {
    Lowered(Lowered),
    /// The schema is beyond the mode.
    Blocked(Blocker),
}

/// Lowers for a mode that compiles the schema: strict ones, and Gemini's `parameters`.
///
/// # Errors
/// As [`lenient`].
pub(crate) fn strict(profile: Profile, schema: &JsonSchema, report: &mut Report) -> Result<Strict> {
    let source = schema.as_value();
    let is_plain = profile.is_strict() && source.get("$schema").is_none();
    if is_plain && is_clean(profile, source) && !modernise::is_needed(source) {
        return Ok(Strict::Lowered(Lowered {
            schema: schema.clone(),
            restore: Restore::default(),
        }));
    }
    shape::check(source)?;
    let modern = modernise::modernise(source, report);
    match compile::lower(profile, &modern, report) {
        Ok((value, restore)) => {
            let schema = JsonSchema::from_value(value)?;
            Ok(Strict::Lowered(Lowered { schema, restore }))
        }
        Err(blocker) => Ok(Strict::Blocked(blocker)),
    }
}

/// The error of a schema whose root no object fits.
fn not_an_object(found: &Value) -> Error {
    let message = format!("the input schema must describe an object, found `{found}`");
    Error::at(ErrorKind::InvalidSchema, "/inputSchema", message)
}
