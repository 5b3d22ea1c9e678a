//! Tools that expansions and generated files declare, and `TypedTool` implemented through them: one small
//! implementation compiles faster than a dozen methods for every tool.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::Value;

use super::derive::WritableArguments;
use super::parse::{self, Side, Way};
use crate::docs::DocEntry;
use crate::error::{Problem, Result};
use crate::model::Tool;
use crate::typed::{DefinitionRules, TypedTool, check_definition, check_examples};

/// What each tool declares.
pub trait DeclaredTool: Sized + 'static {
    /// The tool's id.
    const ID: &'static str;
    /// The tool's name.
    const NAME: &'static str;
    /// The tool's namespace.
    const NAMESPACE: Option<&'static str> = None;
    /// The docs of a generated tool, as JSON.
    const DOCS: &'static str = "";

    /// The structured result.
    type Output;
    /// How arguments and results are read, written and checked.
    type How: How<Self>;

    /// The definition that clients see.
    fn definition() -> &'static Tool;
}

/// The work of a [`TypedTool`], the same for all tools declared in the same way.
#[allow(clippy::missing_errors_doc, reason = "as the functions of `TypedTool`")]
pub trait How<T: DeclaredTool> {
    /// [`TypedTool::parse`].
    fn parse(arguments: &Value) -> Result<T>;
    /// [`TypedTool::from_slice`].
    fn from_slice(arguments: &[u8]) -> Result<T>;
    /// [`TypedTool::check`].
    fn check(tool: &T) -> Result<()>;
    /// [`TypedTool::parse_output`].
    fn parse_output(result: &Value) -> Result<T::Output>;
    /// [`TypedTool::output_from_slice`].
    fn output_from_slice(result: &[u8]) -> Result<T::Output>;
    /// [`TypedTool::check_output`].
    fn check_output(output: &T::Output) -> Result<()>;
    /// [`TypedTool::docs`].
    fn docs() -> DocEntry;

    /// [`TypedTool::check_examples`].
    fn check_examples() -> Result<()> {
        check_examples(T::definition, Self::docs)
    }

    /// [`TypedTool::check_definition`].
    fn check_definition(rules: &DefinitionRules) -> Result<Vec<Problem>> {
        check_definition(T::definition, Self::docs, rules)
    }
}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<T: DeclaredTool + WritableArguments> TypedTool for T {
    const ID: &'static str = T::ID;
    const NAME: &'static str = T::NAME;
    const NAMESPACE: Option<&'static str> = T::NAMESPACE;

    type Output = T::Output;

    fn definition() -> &'static Tool {
        <T as DeclaredTool>::definition()
    }

    // If these were inlined into every function of a set, they would be compiled once for each.
    #[inline(never)]
    fn parse(arguments: &Value) -> Result<Self> {
        T::How::parse(arguments)
    }

    #[inline(never)]
    fn from_slice(arguments: &[u8]) -> Result<Self> {
        T::How::from_slice(arguments)
    }

    #[inline(never)]
    fn check(&self) -> Result<()> {
        T::How::check(self)
    }

    fn parse_output(result: &Value) -> Result<Self::Output> {
        T::How::parse_output(result)
    }

    fn output_from_slice(result: &[u8]) -> Result<Self::Output> {
        T::How::output_from_slice(result)
    }

    fn check_output(output: &Self::Output) -> Result<()> {
        T::How::check_output(output)
    }

    fn check_examples() -> Result<()> {
        T::How::check_examples()
    }

    fn check_definition(rules: &DefinitionRules) -> Result<Vec<Problem>> {
        T::How::check_definition(rules)
    }

    fn docs() -> DocEntry {
        T::How::docs()
    }
}

/// A generated tool: how its arguments and its results are read.
#[derive(Debug)]
pub struct Generated<Arguments, Results>(PhantomData<(Arguments, Results)>);

impl<T, Arguments, Results> How<T> for Generated<Arguments, Results>
where
    T: DeclaredTool<Output: Serialize> + WritableArguments,
    Arguments: Way<T>,
    Results: Way<T::Output>,
{
    #[inline]
    fn parse(arguments: &Value) -> Result<T> {
        Arguments::value(arguments, Side::Input, T::definition)
    }

    #[inline]
    fn from_slice(arguments: &[u8]) -> Result<T> {
        Arguments::slice(arguments, Side::Input, <T as TypedTool>::parse)
    }

    #[inline]
    fn check(tool: &T) -> Result<()> {
        Arguments::check(tool, Side::Input, T::definition)
    }

    fn parse_output(result: &Value) -> Result<T::Output> {
        Results::value(result, Side::Output, T::definition)
    }

    fn output_from_slice(result: &[u8]) -> Result<T::Output> {
        Results::slice(result, Side::Output, Self::parse_output)
    }

    fn check_output(output: &T::Output) -> Result<()> {
        Results::check(output, Side::Output, T::definition)
    }

    fn docs() -> DocEntry {
        parse::docs(T::DOCS)
    }
}
