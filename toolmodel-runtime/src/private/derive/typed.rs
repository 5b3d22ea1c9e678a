//! The trait the derive implements, through which it declares a tool.

use serde_json::Value;

use super::derived::Derived;
use super::entries::Examples;
use crate::docs::DocEntry;
use crate::error::{ErrorKind, Problem, Result};
use crate::model::Tool;
use crate::private::declared::{DeclaredTool, How};
use crate::typed::DefinitionRules;

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

#[diagnostic::do_not_recommend]
impl<T: DerivedTool> DeclaredTool for T {
    const ID: &'static str = T::ID;
    const NAME: &'static str = T::NAME;
    const NAMESPACE: Option<&'static str> = T::NAMESPACE;

    type Output = T::Output;
    type How = ByDerive;

    fn definition() -> &'static Tool {
        T::derived().tool()
    }
}

/// Implements `How` by way of [`Derived`].
#[derive(Debug)]
pub struct ByDerive(());

impl<T: DerivedTool> How<T> for ByDerive {
    fn parse(arguments: &Value) -> Result<T> {
        T::derived().parse(arguments)
    }

    fn from_slice(arguments: &[u8]) -> Result<T> {
        T::derived().parse_slice(arguments)
    }

    fn check(tool: &T) -> Result<()> {
        T::derived().check(tool)
    }

    fn parse_output(result: &Value) -> Result<T::Output> {
        T::derived().parse_output(result)
    }

    fn output_from_slice(result: &[u8]) -> Result<T::Output> {
        T::derived().parse_output_slice(result)
    }

    fn check_output(output: &T::Output) -> Result<()> {
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
