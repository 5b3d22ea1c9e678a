//! A derived tool: its definition, and the reading and checking of its arguments and results.

use serde::Serialize;
use serde_json::Value;

use super::bounds::{ReadableArguments, ReadableOutput};
use super::core::Core;
use super::enforce::Enforced;
use super::ride::{self, Plan, Refusal};
use super::spec::Spec;
use super::typed::DerivedTool;
use crate::docs::DocEntry;
use crate::error::{Error, ErrorKind, Result, Violation, Violations};
use crate::model::Tool;

/// What stands behind the `TypedTool` of one derived type.
///
/// What the types must implement is asked for once, where the codecs are made: each forgotten derive
/// is one error and not one per method.
#[derive(Debug)]
pub struct Derived<T, O> {
    core: Core,
    arguments: Codec<T>,
    output: Codec<O>,
}

/// How a type is read from JSON and written to it.
#[derive(Debug)]
pub struct Codec<T> {
    /// In one pass, from bytes and from a value; `None` when the plan or the type refuses.
    ride_slice: fn(&Plan, &[u8]) -> Option<T>,
    ride: fn(&Plan, &Value) -> Option<T>,
    /// What the validator has accepted.
    read: fn(&Value) -> Result<T, Refusal>,
    write: fn(&T) -> serde_json::Result<Value>,
}

/// How arguments are read and written.
#[must_use]
pub const fn arguments_codec<T: ReadableArguments + DerivedTool>() -> Codec<T> {
    Codec {
        ride_slice: ride::read_slice,
        ride: ride::read_value,
        read: ride::read_trusted,
        write,
    }
}

/// How structured results are read and written.
#[must_use]
pub const fn output_codec<T: ReadableOutput>() -> Codec<T> {
    Codec {
        ride_slice: ride::read_slice,
        ride: ride::read_value,
        read: ride::read_trusted,
        write,
    }
}

impl<T> Codec<T> {
    /// Reads a value: in one pass where there is a plan; the validator has the last word.
    fn value(&self, enforced: &Enforced, value: &Value, kind: ErrorKind) -> Result<T> {
        let read = enforced
            .plan
            .as_ref()
            .and_then(|plan| (self.ride)(plan, value));
        match read {
            Some(read) => Ok(read),
            None => self.checked(enforced, value, kind),
        }
    }

    /// Reads a value that the validator accepts.
    fn checked(&self, enforced: &Enforced, value: &Value, kind: ErrorKind) -> Result<T> {
        enforced.check(value, kind)?;
        (self.read)(value).map_err(|error| refused(error, kind))
    }

    /// Reads bytes, as [`Codec::value`].
    fn slice(&self, enforced: &Enforced, json: &[u8], kind: ErrorKind) -> Result<T> {
        let plan = enforced.plan.as_ref();
        match plan.and_then(|plan| (self.ride_slice)(plan, json)) {
            Some(read) => Ok(read),
            None => self.checked(enforced, &from_json(json, kind)?, kind),
        }
    }
}

/// A value has no integers beyond 64 bits, but text has, so it is the second way.
fn write<T: Serialize>(value: &T) -> serde_json::Result<Value> {
    serde_json::to_value(value)
        .or_else(|error| serde_json::from_slice(&serde_json::to_vec(value).map_err(|_| error)?))
}

impl<T, O> Derived<T, O> {
    /// A tool that is built when it is first asked for.
    #[must_use]
    pub const fn new(spec: Spec, arguments: Codec<T>, output: Codec<O>) -> Self {
        Self {
            core: Core::new(spec),
            arguments,
            output,
        }
    }

    /// The definition.
    pub fn tool(&self) -> &Tool {
        self.core.tool()
    }

    /// Reads arguments.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArguments`], listing every violation.
    pub fn parse(&self, arguments: &Value) -> Result<T> {
        let kind = ErrorKind::InvalidArguments;
        self.arguments.value(self.core.input()?, arguments, kind)
    }

    /// Reads arguments from JSON bytes.
    ///
    /// # Errors
    /// As [`Derived::parse`].
    pub fn parse_slice(&self, arguments: &[u8]) -> Result<T> {
        let kind = ErrorKind::InvalidArguments;
        self.arguments.slice(self.core.input()?, arguments, kind)
    }

    /// Holds arguments that were built by hand to the schema.
    ///
    /// # Errors
    /// As [`Derived::parse`].
    pub fn check(&self, arguments: &T) -> Result<()> {
        let written = (self.arguments.write)(arguments);
        let kind = ErrorKind::InvalidArguments;
        self.core
            .enforce_input(&written.map_err(|error| unwritten(error, kind))?)
    }

    /// Reads a structured result.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOutput`], listing every violation.
    pub fn parse_output(&self, result: &Value) -> Result<O> {
        let kind = ErrorKind::InvalidOutput;
        match self.core.output()? {
            Some(enforced) => self.output.value(enforced, result, kind),
            None => (self.output.read)(result).map_err(|error| refused(error, kind)),
        }
    }

    /// Reads a structured result from JSON bytes.
    ///
    /// # Errors
    /// As [`Derived::parse_output`].
    pub fn parse_output_slice(&self, result: &[u8]) -> Result<O> {
        let kind = ErrorKind::InvalidOutput;
        match self.core.output()? {
            Some(enforced) => self.output.slice(enforced, result, kind),
            None => self.parse_output(&from_json(result, kind)?),
        }
    }

    /// Holds a result that was built by hand to the schema.
    ///
    /// # Errors
    /// As [`Derived::parse_output`].
    pub fn check_output(&self, result: &O) -> Result<()> {
        let written = (self.output.write)(result);
        let kind = ErrorKind::InvalidOutput;
        let written = written.map_err(|error| unwritten(error, kind))?;
        let enforced = self.core.output()?;
        enforced.map_or(Ok(()), |enforced| enforced.check(&written, kind))
    }

    /// Holds the definition to the specification and every example to the schema.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArguments`], listing everything that is wrong.
    pub fn check_examples(&self) -> Result<()> {
        self.core
            .check_examples(&|arguments| self.parse(arguments).map(drop))
    }

    /// What a docs store serves: the first paragraph of the description, the rest and the notes,
    /// examples and references.
    pub fn docs(&self) -> DocEntry {
        self.core.docs()
    }
}

/// The schema accepted what the type refuses: a `Deserialize` stricter than its `JsonSchema`.
fn refused(error: Refusal, kind: ErrorKind) -> Error {
    let message = format!(
        "the schema accepts this, but the Rust type does not: {}",
        error.message
    );
    one_violation(kind, error.pointer, message)
}

fn from_json(json: &[u8], kind: ErrorKind) -> Result<Value> {
    serde_json::from_slice(json).map_err(|error| {
        one_violation(kind, String::new(), format!("not JSON: {error}")).with_source(error)
    })
}

fn unwritten(error: serde_json::Error, kind: ErrorKind) -> Error {
    let message = format!("cannot be written as JSON: {error}");
    one_violation(kind, String::new(), message).with_source(error)
}

fn one_violation(kind: ErrorKind, instance_path: String, message: String) -> Error {
    let violation = Violation {
        instance_path,
        schema_path: String::new(),
        keyword: "type".to_owned(),
        message,
        hint: None,
    };
    Error::from_violations(kind, Violations::new(vec![violation], false))
}
