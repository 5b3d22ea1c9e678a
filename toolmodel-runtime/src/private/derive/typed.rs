//! What the derive implements, and through it `TypedTool`: one small implementation compiles faster
//! than a dozen methods in every expansion.

use serde::Serialize;
use serde_json::Value;

use super::derived::Derived;
use super::entries::Examples;
use crate::docs::DocEntry;
use crate::error::Result;
use crate::model::Tool;
use crate::typed::TypedTool;

/// A type that derives `Tool`.
pub trait DerivedTool: Serialize + Sized + 'static {
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
impl<T: DerivedTool> TypedTool for T {
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
        T::derived().check_examples()
    }

    fn docs() -> DocEntry {
        T::derived().docs()
    }
}
