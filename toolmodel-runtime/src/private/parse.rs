//! Entry points of generated types: the exact way, the checked way, and the fallback to the
//! validator.

use std::sync::OnceLock;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::de::StrRead;

use super::de::{Budget, Given, Trust, apart, last_exceeded, last_reason, trust};
use super::derive::read_trusted;
use super::refusal::{check_written, not_json, type_refuses};
use super::write::{WriteError, Written, write};

use crate::docs::DocEntry;
use crate::error::{Error, ErrorKind, Result};
use crate::model::Tool;
use crate::validate::{DefaultValidator, SchemaValidator, is_accepted};

/// Which schema of a tool a type represents.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_enums, reason = "a tool has two schemas")]
pub enum Side {
    /// `inputSchema`.
    Input,
    /// `outputSchema`.
    Output,
}

impl Side {
    fn kind(self) -> ErrorKind {
        match self {
            Self::Input => ErrorKind::InvalidArguments,
            Self::Output => ErrorKind::InvalidOutput,
        }
    }
}

/// The definition that a generated file contains, read at its first use.
#[derive(Debug)]
pub struct Definition {
    json: &'static str,
    // A reference, because every file would contain the code to drop a static that owns something.
    tool: OnceLock<&'static Tool>,
}

impl Definition {
    /// A definition as the generator wrote it.
    #[must_use]
    pub const fn new(json: &'static str) -> Self {
        Self {
            json,
            tool: OnceLock::new(),
        }
    }

    /// The definition.
    ///
    /// # Panics
    /// When the text is not a tool, which the generator rules out.
    #[must_use]
    #[allow(
        clippy::panic,
        reason = "the generator refuses a tool that does not read back"
    )]
    pub fn get(&self) -> &'static Tool {
        self.tool.get_or_init(|| {
            let tool = Tool::from_json(self.json);
            let tool = tool.unwrap_or_else(|error| panic!("generated definition: {error}"));
            Box::leak(Box::new(tool))
        })
    }
}

/// Reads the docs that a generated file contains, if any; the generator has written them.
#[must_use]
pub fn docs(json: &str) -> DocEntry {
    serde_json::from_str(json).unwrap_or_default()
}

/// How a type enforces its schema.
///
/// Generic functions are compiled once per tool, so these use plain `match` instead of combinators with
/// closures, and call functions that are not generic for everything else.
#[allow(clippy::missing_errors_doc, reason = "as the functions of `TypedTool`")]
pub trait Way<T: Serialize> {
    /// The validator that decides where the type does not.
    #[must_use]
    fn validator() -> &'static DefaultValidator {
        DefaultValidator::shared()
    }

    /// Reads a value.
    fn value(value: &Value, side: Side, tool: fn() -> &'static Tool) -> Result<T>;

    /// Reads bytes; `parse` decides about what is rejected, such as a key that comes twice.
    #[inline]
    fn slice(json: &[u8], side: Side, parse: fn(&Value) -> Result<T>) -> Result<T> {
        match json_value(json, side) {
            Ok(value) => parse(&value),
            Err(error) => Err(error),
        }
    }

    /// Validates a value that was built by hand against its schema.
    fn check(value: &T, side: Side, tool: fn() -> &'static Tool) -> Result<()> {
        check_one(Self::validator(), write(value), side, tool)
    }
}

/// Types that accept if and only if their schema does.
#[derive(Debug)]
pub struct Exact(());

impl<T: Serialize + DeserializeOwned> Way<T> for Exact {
    // What the type rejects goes to the validator, which decides: it accepts corner cases that
    // the fast way leaves to it, and is then trusted.
    #[inline]
    fn value(value: &Value, side: Side, tool: fn() -> &'static Tool) -> Result<T> {
        let _apart = apart();
        let _budget = Budget::begin(0);
        let mut trust = None;
        loop {
            if let Ok(read) = T::deserialize(Given::<false>::new(value)) {
                return Ok(read);
            }
            doubted(value, side, tool, &mut trust)?;
        }
    }

    #[inline]
    fn slice(json: &[u8], side: Side, parse: fn(&Value) -> Result<T>) -> Result<T> {
        let mut reader = reader(json);
        let _budget = Budget::begin(json.len());
        match T::deserialize(&mut reader) {
            Ok(read) => {
                if has_ended(reader) {
                    return Ok(read);
                }
            }
            Err(error) => refused(reader, error),
        }
        match json_value(json, side) {
            Ok(value) => parse(&value),
            Err(error) => Err(error),
        }
    }
}

/// Types that are wider than their schema: the validator decides, and may assert formats.
#[derive(Debug)]
pub struct Checked<const FORMATS: bool>(());

impl<T: Serialize + DeserializeOwned, const FORMATS: bool> Way<T> for Checked<FORMATS> {
    fn validator() -> &'static DefaultValidator {
        shared(FORMATS)
    }

    #[inline]
    fn value(value: &Value, side: Side, tool: fn() -> &'static Tool) -> Result<T> {
        let _apart = apart();
        let _budget = Budget::begin(0);
        match accepted(shared(FORMATS), value, side, tool) {
            Err(error) => Err(error),
            Ok(trust) => trusting(value, side, trust),
        }
    }
}

/// Types that are declared elsewhere and only implement serde's traits: the validator decides, as for [`Checked`].
#[derive(Debug)]
pub struct Foreign<const FORMATS: bool>(());

impl<T: Serialize + DeserializeOwned, const FORMATS: bool> Way<T> for Foreign<FORMATS> {
    fn validator() -> &'static DefaultValidator {
        shared(FORMATS)
    }

    fn value(value: &Value, side: Side, tool: fn() -> &'static Tool) -> Result<T> {
        by_serde(shared(FORMATS), value, side, tool)
    }
}

fn shared(formats: bool) -> &'static DefaultValidator {
    if formats {
        DefaultValidator::shared_with_formats()
    } else {
        DefaultValidator::shared()
    }
}

/// Reads a value into any type after the validator has accepted it.
fn by_serde<T: DeserializeOwned>(
    validator: &DefaultValidator,
    value: &Value,
    side: Side,
    tool: fn() -> &'static Tool,
) -> Result<T> {
    validate(validator, value, side, tool())?;
    read_trusted(value)
        .map_err(|refusal| type_refuses(side.kind(), &refusal.pointer, &refusal.message))
}

/// Reads a value that the validator has accepted.
#[inline]
fn trusting<T: DeserializeOwned>(value: &Value, side: Side, _trust: Trust) -> Result<T> {
    match T::deserialize(Given::<false>::new(value)) {
        Ok(read) => Ok(read),
        Err(_) => Err(cannot_hold(side)),
    }
}

fn check_one(
    validator: &DefaultValidator,
    written: Result<Written, WriteError>,
    side: Side,
    tool: fn() -> &'static Tool,
) -> Result<()> {
    let enforce = |value: &Value| validate(validator, value, side, tool());
    check_written(written, side.kind(), &enforce).map(drop)
}

pub use crate::adapter::recognise::{Shape, recognise};

/// The JSON Schema equivalent to a Gemini `parameters` schema.
#[must_use]
pub fn gemini_schema(schema: &Value) -> Value {
    crate::adapter::gemini_schema(schema)
}

/// Handles a value that its type rejected: if the validator accepts it, it is read once more
/// with the constraints trusted.
#[cold]
fn doubted(
    value: &Value,
    side: Side,
    tool: fn() -> &'static Tool,
    trust: &mut Option<Trust>,
) -> Result<()> {
    if trust.is_some() {
        return Err(cannot_hold(side));
    }
    *trust = Some(accepted(DefaultValidator::shared(), value, side, tool)?);
    Ok(())
}

/// Trust in a value, if the validator accepts it.
fn accepted(
    validator: &DefaultValidator,
    value: &Value,
    side: Side,
    tool: fn() -> &'static Tool,
) -> Result<Trust> {
    validate(validator, value, side, tool())?;
    // The reason of the type's first rejection no longer counts.
    let _ = last_exceeded();
    Ok(trust())
}

#[cold]
fn cannot_hold(side: Side) -> Error {
    if let Some(exceeded) = last_exceeded() {
        return exceeded.into();
    }
    type_refuses(side.kind(), "", &last_reason())
}

type Reader<'a> = serde_json::Deserializer<StrRead<'a>>;

/// A reader of text, which is checked once as a whole: what a type skips is not checked again. Invalid UTF-8 is
/// read as empty text, which every type rejects.
#[inline]
fn reader(json: &[u8]) -> Reader<'_> {
    serde_json::Deserializer::from_str(std::str::from_utf8(json).unwrap_or_default())
}

fn has_ended(mut reader: Reader<'_>) -> bool {
    reader.end().is_ok()
}

/// Drops what a rejection leaves behind, here rather than in every tool.
#[cold]
fn refused(_reader: Reader<'_>, _error: serde_json::Error) {}

fn json_value(json: &[u8], side: Side) -> Result<Value> {
    serde_json::from_slice(json).map_err(|error| not_json(side.kind(), error))
}

fn validate(validator: &DefaultValidator, value: &Value, side: Side, tool: &Tool) -> Result<()> {
    if is_accepted(value) {
        return Ok(());
    }
    match side {
        Side::Input => validator.validate_input(tool, value),
        Side::Output => validator.validate_output(tool, value),
    }
}
