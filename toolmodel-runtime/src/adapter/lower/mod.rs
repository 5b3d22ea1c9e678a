//! Lowering: from any JSON Schema to one that a provider accepts, preserving the meaning where possible.

mod baseline;
mod compile;
mod describe;
mod either;
mod lenient;
mod modernise;
mod rename;
mod root;
mod shape;
mod texts;
mod words;

use std::borrow::Cow;

use serde_json::Value;

use super::limits::LOWERING;
use super::lint::is_clean;
use super::profile::Profile;
use super::report::Report;
use super::restore::Restore;
use crate::error::{Error, ErrorKind, Result};
use crate::meter::Meter;
use crate::schema::Schema;
use crate::schema::walk::keyword;

pub(crate) use baseline::{filter, report_all};
pub(crate) use compile::Blocker;

/// A schema that a provider accepts, and how arguments for it are mapped back to the source.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) schema: Schema,
    pub(crate) restore: Restore,
}

impl Lowered {
    /// A schema whose arguments are those of the source.
    pub(crate) fn plain(schema: Schema) -> Self {
        Self {
            schema,
            restore: Restore::default(),
        }
    }
}

/// Lowers for a mode that accepts nearly every keyword.
///
/// # Errors
/// [`ErrorKind::InvalidSchema`] when the source is malformed or does not describe an object,
/// [`ErrorKind::LimitExceeded`] when lowering it would cost too much.
pub(crate) fn lenient(profile: Profile, schema: &Schema, report: &mut Report) -> Result<Lowered> {
    let source = schema.as_value();
    if is_clean(profile, source) && !modernise::is_needed(source) {
        if profile == Profile::GeminiJsonSchema {
            lenient::note_advisory(source, report);
        }
        return Ok(Lowered::plain(schema.clone()));
    }
    let meter = Meter::new(LOWERING);
    shape::check(source, &meter)?;
    let modern = modernise::modernise(source, report);
    report.rank(source);
    let (schema, restore) = lenient::lower(profile, &modern, report, &meter)?;
    report.rank(&modern);
    Ok(Lowered { schema, restore })
}

/// Lowers an output schema, whose root may be anything.
///
/// # Errors
/// As [`lenient`].
pub(crate) fn output(profile: Profile, schema: &Schema, report: &mut Report) -> Result<Schema> {
    let meter = Meter::new(LOWERING);
    shape::check(schema.as_value(), &meter)?;
    let modern = modernise::modernise(schema.as_value(), report);
    report.rank(schema.as_value());
    let lowered = lenient::lower_output(profile, &modern, report, &meter)?;
    report.rank(&modern);
    Schema::try_from(lowered)
}

/// The result of lowering a schema for a strict mode.
pub(crate) enum Strict {
    Lowered(Lowered),
    /// The mode cannot express the schema.
    Blocked(Blocker),
}

/// Lowers for a mode that compiles the schema: strict ones, and Gemini's `parameters`.
///
/// # Errors
/// As [`lenient`].
pub(crate) fn strict(profile: Profile, schema: &Schema, report: &mut Report) -> Result<Strict> {
    let source = schema.as_value();
    let is_plain = profile.is_strict() && declared(source).is_none();
    if is_plain && is_clean(profile, source) && !modernise::is_needed(source) {
        return Ok(Strict::Lowered(Lowered::plain(schema.clone())));
    }
    let modernise = shape::check(source, &Meter::new(LOWERING))?;
    let mark = report.mark();
    let modern = if modernise {
        let modern = modernise::modernise(source, report);
        report.rank(source);
        modern
    } else {
        Cow::Borrowed(source)
    };
    match compile::lower(profile, &modern, report) {
        Ok(compiled) => {
            if modernise {
                report.rank(&modern);
            }
            let schema = if compiled.is_shallow {
                Schema::shallow(compiled.schema)
            } else {
                Schema::try_from(compiled.schema)?
            };
            let (back, definitions) = (compiled.back, compiled.definitions);
            let restore = Restore::new(back, definitions, &schema, profile.is_openapi());
            Ok(Strict::Lowered(Lowered { schema, restore }))
        }
        Err(blocker) => {
            report.begin_again(mark);
            Ok(Strict::Blocked(blocker))
        }
    }
}

/// The error of a schema whose root matches no object.
fn not_an_object(found: &Value) -> Error {
    let found = crate::schema::shown(found);
    let message = format!("the input schema must describe an object, found {found}");
    Error::at(ErrorKind::InvalidSchema, "/inputSchema", message)
}

/// The dialect that a schema declares.
fn declared(schema: &Value) -> Option<&Value> {
    schema.as_object().and_then(|map| keyword(map, "$schema"))
}

/// Approximate size of a value as JSON, in bytes.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => 2 + items.iter().map(|item| weight(item) + 1).sum::<usize>(),
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| key.len() + 4 + weight(value));
            2 + entries.sum::<usize>()
        }
        _ => 8,
    }
}
