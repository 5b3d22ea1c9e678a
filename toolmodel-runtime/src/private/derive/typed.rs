//! The trait the derive implements, through which it declares a tool.

use super::derived::{ByDerive, Derived};
use super::entries::Examples;
use crate::model::Tool;
use crate::private::declared::DeclaredTool;

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
