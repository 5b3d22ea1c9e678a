//! A derived tool: its definition, and the reading and checking of its arguments and results.

use serde_json::Value;

use super::bounds::{ReadableArguments, ReadableOutput, WritableArguments};
use super::core::Core;
use super::enforce::Enforced;
use super::formats::Probe;
use super::ride::{self, Plan, Refusal};
use super::spec::Spec;
use super::typed::DerivedTool;
use crate::docs::DocEntry;
use crate::error::{Error, ErrorKind, Problem, Result, Violations};
use crate::model::Tool;
use crate::private::de::DEEPEST;
use crate::private::declared::How;
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
}

/// Implements `How` by way of [`Derived`].
#[derive(Debug)]
pub struct ByDerive(());

impl<T: DerivedTool> How<T> for ByDerive {
    fn parse(arguments: &Value) -> Result<T> {
        let derived = T::derived();
        let (codec, kind) = (&derived.arguments, ErrorKind::InvalidArguments);
        codec.value(derived.core.input()?, arguments, kind)
    }

    fn from_slice(arguments: &[u8]) -> Result<T> {
        let derived = T::derived();
        let (codec, kind) = (&derived.arguments, ErrorKind::InvalidArguments);
        codec.slice(derived.core.input()?, arguments, kind)
    }

    fn check(tool: &T) -> Result<()> {
        let derived = T::derived();
        let written = (derived.arguments.write)(tool);
        let enforce = |written: &Value| derived.core.enforce_input(written);
        check_written(written, ErrorKind::InvalidArguments, &enforce).map(drop)
    }

    fn parse_output(result: &Value) -> Result<T::Output> {
        let derived = T::derived();
        let (codec, kind) = (&derived.output, ErrorKind::InvalidOutput);
        match derived.core.output()? {
            Some(enforced) => codec.value(enforced, result, kind),
            None if nesting_exceeds(result, DEEPEST) => Err(too_deep()),
            None => (codec.read)(result).map_err(|error| refused(&error, kind)),
        }
    }

    fn output_from_slice(result: &[u8]) -> Result<T::Output> {
        let derived = T::derived();
        let kind = ErrorKind::InvalidOutput;
        match derived.core.output()? {
            Some(enforced) => derived.output.slice(enforced, result, kind),
            None => <Self as How<T>>::parse_output(&from_json(result, kind)?),
        }
    }

    fn check_output(output: &T::Output) -> Result<()> {
        let derived = T::derived();
        let written = (derived.output.write)(output);
        let kind = ErrorKind::InvalidOutput;
        let enforced = derived.core.output()?;
        let enforce =
            |written: &Value| enforced.map_or(Ok(()), |enforced| enforced.check(written, kind));
        check_written(written, kind, &enforce).map(drop)
    }

    fn check_examples() -> Result<()> {
        match <Self as How<T>>::check_definition(&DefinitionRules::new()) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.with_kind(ErrorKind::InvalidArguments)),
        }
    }

    fn check_definition(rules: &DefinitionRules) -> Result<Vec<Problem>> {
        let read = |arguments: &Value| <Self as How<T>>::parse(arguments).map(drop);
        T::derived().core.check_definition(rules, &read)
    }

    fn docs() -> DocEntry {
        T::derived().core.docs()
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
