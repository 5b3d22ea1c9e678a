//! A derived tool: its definition, and the reading and checking of its arguments and results.

use serde_json::Value;

use super::bounds::{ReadableArguments, ReadableOutput, WritableArguments};
use super::core::Core;
use super::enforce::Enforced;
use super::formats::Probe;
use super::ride::{self, Plan, Refusal};
use super::spec::Spec;
use crate::docs::DocEntry;
use crate::error::{Error, ErrorKind, Problem, Result, Violations};
use crate::model::Tool;
use crate::private::de::DEEPEST;
use crate::private::refusal::{check_written, not_json, type_refuses};
use crate::private::write::{WriteError, Written, write};
use crate::schema::nesting_exceeds;
use crate::typed::DefinitionRules;

/// The implementation of `TypedTool` for one derived type.
///
/// The bounds on the types are required once, where the codecs are created: each forgotten derive is one error
/// rather than one per method.
#[derive(Debug)]
pub struct Derived<T, O> {
    core: Core,
    arguments: Codec<T>,
    output: Codec<O>,
}

/// How a type is read from JSON and written to it.
#[derive(Debug)]
pub struct Codec<T> {
    /// From bytes, in one pass; `None` when the plan or the type rejects them.
    ride: fn(&Plan, &[u8]) -> Option<T>,
    /// The same from a value.
    take: fn(&Plan, &Value) -> Result<T>,
    /// Reads what the validator has accepted.
    read: fn(&Value) -> Result<T, Refusal>,
    write: fn(&T) -> Result<Written, WriteError>,
}

/// How arguments are read and written.
#[must_use]
pub const fn arguments_codec<T: ReadableArguments + WritableArguments>() -> Codec<T> {
    output_codec()
}

/// How structured results are read and written.
#[must_use]
pub const fn output_codec<T: ReadableOutput>() -> Codec<T> {
    Codec {
        ride: ride::read_slice,
        take: ride::read_value,
        read: ride::read_trusted,
        write: |value| write(value),
    }
}

impl<T> Codec<T> {
    /// Reads a value, by the plan if there is one; the validator decides in the end.
    fn value(&self, enforced: &Enforced, value: &Value, kind: ErrorKind) -> Result<T> {
        enforced.check_depth(value)?;
        if let Some(plan) = &enforced.plan {
            let read = (self.take)(plan, value);
            if read.is_ok() {
                return read;
            }
        }
        self.checked(enforced, value, kind)
    }

    /// Reads a value that the validator accepts.
    fn checked(&self, enforced: &Enforced, value: &Value, kind: ErrorKind) -> Result<T> {
        if let Err(error) = enforced.check(value, kind) {
            return Err(self.with_formats(enforced, value, error));
        }
        (self.read)(value).map_err(|error| self.refused(enforced, value, &error, kind))
    }

    /// The error of a value that the schema accepts and the type rejects: the formats that the type
    /// enforces, all of them at once, or the type's own first error.
    #[cold]
    fn refused(
        &self,
        enforced: &Enforced,
        value: &Value,
        error: &Refusal,
        kind: ErrorKind,
    ) -> Error {
        let probe = Probe {
            value,
            wrong: &enforced.wrong_formats(value),
            reads: &|value| (self.read)(value).is_ok(),
        };
        let wrong = probe.enforced();
        if wrong.is_empty() {
            return refused(error, kind);
        }
        Error::from_violations(kind, Violations::new(wrong))
    }

    /// The error of a value that the schema rejects, together with the formats that the type would reject.
    #[cold]
    fn with_formats(&self, enforced: &Enforced, value: &Value, error: Error) -> Error {
        if error.violations().is_none() {
            return error;
        }
        let wrong = enforced.wrong_formats(value);
        if wrong.is_empty() {
            return error;
        }
        let probe = Probe {
            value,
            wrong: &wrong,
            reads: &|value| (self.read)(value).is_ok(),
        };
        probe.beside(error, enforced.example())
    }

    /// Reads bytes, as [`Codec::value`].
    fn slice(&self, enforced: &Enforced, json: &[u8], kind: ErrorKind) -> Result<T> {
        if let Some(plan) = &enforced.plan
            && plan.deepest.is_none()
            && let Some(read) = (self.ride)(plan, json)
        {
            return Ok(read);
        }
        let value = from_json(json, kind)?;
        enforced.check_depth(&value)?;
        self.checked(enforced, &value, kind)
    }
}

impl<T, O> Derived<T, O> {
    /// A tool that is built at its first use.
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
    /// [`ErrorKind::InvalidArguments`], listing the violations.
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

    /// Validates arguments that were built by hand against the schema.
    ///
    /// # Errors
    /// As [`Derived::parse`].
    pub fn check(&self, arguments: &T) -> Result<()> {
        let written = (self.arguments.write)(arguments);
        let enforce = |written: &Value| self.core.enforce_input(written);
        check_written(written, ErrorKind::InvalidArguments, &enforce).map(drop)
    }

    /// Reads a structured result.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOutput`], listing the violations.
    pub fn parse_output(&self, result: &Value) -> Result<O> {
        let kind = ErrorKind::InvalidOutput;
        match self.core.output()? {
            Some(enforced) => self.output.value(enforced, result, kind),
            None if nesting_exceeds(result, DEEPEST) => Err(too_deep()),
            None => (self.output.read)(result).map_err(|error| refused(&error, kind)),
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

    /// Validates a result that was built by hand against the schema.
    ///
    /// # Errors
    /// As [`Derived::parse_output`].
    pub fn check_output(&self, result: &O) -> Result<()> {
        let written = (self.output.write)(result);
        let kind = ErrorKind::InvalidOutput;
        let enforced = self.core.output()?;
        let enforce =
            |written: &Value| enforced.map_or(Ok(()), |enforced| enforced.check(written, kind));
        check_written(written, kind, &enforce).map(drop)
    }

    /// Checks the definition, and every example against the schema.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidTool`], listing everything that is wrong.
    pub fn check_definition(&self, rules: &DefinitionRules) -> Result<Vec<Problem>> {
        self.core
            .check_definition(rules, &|arguments| self.parse(arguments).map(drop))
    }

    /// What a docs store serves: the first paragraph of the description, the rest and the notes,
    /// examples and references.
    pub fn docs(&self) -> DocEntry {
        self.core.docs()
    }
}

fn refused(error: &Refusal, kind: ErrorKind) -> Error {
    type_refuses(kind, &error.pointer, &error.message)
}

/// The error of a result that has no schema and is too deep for the stack.
#[cold]
fn too_deep() -> Error {
    let message = format!("the result is nested deeper than {DEEPEST} levels");
    Error::at(ErrorKind::LimitExceeded, "", message)
}

fn from_json(json: &[u8], kind: ErrorKind) -> Result<Value> {
    serde_json::from_slice(json).map_err(|error| not_json(kind, error))
}
