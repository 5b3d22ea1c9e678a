//! What the derive implements, and through it `TypedTool`: one small implementation compiles faster
//! than a dozen methods in every expansion.

use serde_json::Value;

use super::bounds::WritableArguments;
use super::derived::Derived;
use super::entries::Examples;
use crate::docs::DocEntry;
use crate::error::{ErrorKind, Problem, Result};
use crate::model::Tool;
use crate::typed::{DefinitionRules, TypedTool};

/// A type that derives `Tool`.
pub trait DerivedTool: Sized + 'static {
    /// The tool's id.
    const ID: &'static str;
    /// The tool's name.
    const NAME: &'static str;
    /// The tool's namespace.
    const NAMESPACE: Option<&'static str> = None;

    /// The structured result.
    type Output: 'static;

    /// Everything else.
    fn derived() -> &'static Derived<Self, Self::Output>;

    /// Writes the examples.
    fn examples(_: &mut Examples) {}
}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<T: DerivedTool + WritableArguments> TypedTool for T {
    const ID: &'static str = T::ID;
    const NAME: &'static str = T::NAME;
    const NAMESPACE: Option<&'static str> = T::NAMESPACE;

    type Output = T::Output;

    fn definition() -> &'static Tool {
        T::derived().tool()
    }

    fn parse(arguments: &Value) -> Result<Self> {
        T::derived().parse(arguments)
    }

    fn from_slice(arguments: &[u8]) -> Result<Self> {
        T::derived().parse_slice(arguments)
    }

    fn check(&self) -> Result<()> {
        T::derived().check(self)
    }

    fn parse_output(result: &Value) -> Result<Self::Output> {
        T::derived().parse_output(result)
    }

    fn output_from_slice(result: &[u8]) -> Result<Self::Output> {
        T::derived().parse_output_slice(result)
    }

    fn check_output(output: &Self::Output) -> Result<()> {
        T::derived().check_output(output)
    }

    fn check_examples() -> Result<()> {
        match T::derived().check_definition(&DefinitionRules::new()) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.with_kind(ErrorKind::InvalidArguments)),
        }
    }

    fn check_definition(rules: &DefinitionRules) -> Result<Vec<Problem>> {
        T::derived().check_definition(rules)
    }

    fn docs() -> DocEntry {
        T::derived().docs()
    }
}
