//! A derived tool: its definition, and the reading and checking of its arguments and results.

use serde_json::Value;

use super::bounds::{ReadableArguments, ReadableOutput};
use super::core::Core;
use super::reader::{self, ReadError};
use super::spec::Spec;
use super::typed::DerivedTool;
use crate::docs::DocEntry;
use crate::error::{Error, ErrorKind, Result};
use crate::model::Tool;
use crate::private::refusal::{check_written, not_json, type_refuses};
use crate::private::write::{WriteError, Written, write};

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
    read: fn(&Value) -> Result<T, ReadError>,
    write: fn(&T) -> Result<Written, WriteError>,
}

/// How arguments are read and written.
#[must_use]
pub const fn arguments_codec<T: ReadableArguments + DerivedTool>() -> Codec<T> {
    Codec {
        read: reader::read,
        write,
    }
}

/// How structured results are read and written.
#[must_use]
pub const fn output_codec<T: ReadableOutput>() -> Codec<T> {
    Codec {
        read: reader::read,
        write,
    }
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
        self.core.enforce_input(arguments)?;
        (self.arguments.read)(arguments)
            .map_err(|error| refused(&error, ErrorKind::InvalidArguments))
    }

    /// Reads arguments from JSON bytes.
    ///
    /// # Errors
    /// As [`Derived::parse`].
    pub fn parse_slice(&self, arguments: &[u8]) -> Result<T> {
        self.parse(&from_json(arguments, ErrorKind::InvalidArguments)?)
    }

    /// Holds arguments that were built by hand to the schema.
    ///
    /// # Errors
    /// As [`Derived::parse`].
    pub fn check(&self, arguments: &T) -> Result<()> {
        let written = (self.arguments.write)(arguments);
        let enforce = |written: &Value| self.core.enforce_input(written);
        check_written(written, ErrorKind::InvalidArguments, enforce).map(drop)
    }

    /// Reads a structured result.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOutput`], listing every violation.
    pub fn parse_output(&self, result: &Value) -> Result<O> {
        self.core.enforce_output(result)?;
        (self.output.read)(result).map_err(|error| refused(&error, ErrorKind::InvalidOutput))
    }

    /// Reads a structured result from JSON bytes.
    ///
    /// # Errors
    /// As [`Derived::parse_output`].
    pub fn parse_output_slice(&self, result: &[u8]) -> Result<O> {
        self.parse_output(&from_json(result, ErrorKind::InvalidOutput)?)
    }

    /// Holds a result that was built by hand to the schema.
    ///
    /// # Errors
    /// As [`Derived::parse_output`].
    pub fn check_output(&self, result: &O) -> Result<()> {
        let written = (self.output.write)(result);
        let enforce = |written: &Value| self.core.enforce_output(written);
        check_written(written, ErrorKind::InvalidOutput, enforce).map(drop)
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

fn refused(error: &ReadError, kind: ErrorKind) -> Error {
    type_refuses(
        kind,
        error.pointer.as_deref().unwrap_or_default(),
        &error.message,
    )
}

fn from_json(json: &[u8], kind: ErrorKind) -> Result<Value> {
    serde_json::from_slice(json).map_err(|error| not_json(kind, error))
}
