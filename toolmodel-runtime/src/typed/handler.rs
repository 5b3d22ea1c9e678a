//! What answers the calls of a set of tools.

/// Answers calls of the tool `T`.
///
/// A type that handles every tool of a set can be handed to the `call` of the set's enum; a tool
/// without a handler is then a compile error. `Reply` is the same for all tools of a set: a
/// [`crate::Result`] of JSON, a response of a server, or a boxed future of one.
///
/// ```
/// use toolmodel_runtime::{ToolHandler, TypedTool};
///
/// struct Names;
///
/// impl<T: TypedTool> ToolHandler<T> for Names {
///     type Reply = String;
///
///     fn call(&self, _: T) -> String {
///         T::ID.to_owned()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not handle the tool `{T}`",
    label = "no `ToolHandler<{T}>`",
    note = "implement `ToolHandler<{T}>` for `{Self}`, with the same `Reply` as for the other \
            tools of the set"
)]
pub trait ToolHandler<T> {
    /// What a call gives.
    type Reply;

    /// Answers one call.
    fn call(&self, call: T) -> Self::Reply;
}
