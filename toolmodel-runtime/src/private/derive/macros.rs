//! `tool_set!`, which passes its own crate's path to the macro that does the work.

/// Makes an enum over tools, with dispatch by id.
///
/// `tool_set![GetRepo, ListIssues];` may be used wherever an item may, and makes `pub enum ToolCall`,
/// with one variant per tool. The long form names the enum, adds derives and names variants:
///
/// ```
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # mod gh {
/// #     use {schemars::JsonSchema, serde::{Deserialize, Serialize}, toolmodel_runtime::Tool};
/// #     /// Fetch a repository.
/// #     #[derive(Clone, Tool, Serialize, Deserialize, JsonSchema)]
/// #     #[tool(namespace = "gh")]
/// #     pub struct GetRepo { pub owner: String, pub repo: String }
/// # }
/// use toolmodel_runtime::{Tool, TypedTool, tool_set};
///
/// /// Say hello.
/// #[derive(Clone, Tool, Serialize, Deserialize, JsonSchema)]
/// struct Hello { name: String }
///
/// tool_set! {
///     /// The tools of this server.
///     #[derive(Clone)]
///     enum Calls { Hello, gh::GetRepo as Fetch }
/// }
///
/// let call = Calls::from_slice("hello", br#"{"name": "you"}"#)?;
/// let greeting = match call {
///     Calls::Hello(call) => format!("hello {}", call.name),
///     Calls::Fetch(call) => call.repo,
/// };
/// assert_eq!(greeting, "hello you");
/// assert_eq!(Calls::IDS, ["hello", "gh:get_repo"]);
/// assert_eq!(Calls::definitions()[1].name, "get_repo");
///
/// let error = Calls::from_slice("helo", b"{}").unwrap_err();
/// assert!(error.to_string().ends_with("did you mean `hello`?"));
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
///
/// The enum is a [`ToolSet`](crate::ToolSet), like that of generated tools. It has `TOOLS`, `IDS`,
/// `definitions()`, `docs()` (what a docs store registers), `check_examples()`, `parse(id, &arguments)`
/// and `from_slice(id, bytes)`; a call has `id()`, `definition()`, `check()`, `arguments()`, and
/// `handle(&app)`, which passes it to its tool's [`Handler`](crate::Handler). A tool is converted to a
/// call with `From`. Two tools with the same id are a compile error.
///
/// Callers know tools by `NAMES`, which `parse_named(name, &arguments)` reads: the tools' own names, or
/// with namespaces in front, if the set starts with `names = "prefixed";`. Two tools with one name are a
/// compile error (see [`WireNames`](crate::WireNames)).
#[macro_export]
macro_rules! tool_set {
    ($($tokens:tt)*) => {
        $crate::__private::derive::__tool_set! { $crate; $($tokens)* }
    };
}
