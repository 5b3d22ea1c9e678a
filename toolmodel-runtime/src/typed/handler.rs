//! What answers calls: three kinds of handlers, and the dispatch of a set to them.

use serde::Serialize;

use super::answer::{Answer, Reply};
use super::failure::ToolFailure;
use super::{ToolSet, TypedTool};

/// Answers calls of a tool, given the state `App` of the program that offers it.
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # use std::collections::BTreeMap;
/// use toolmodel_runtime::{Handler, Tool, ToolFailure, tool_set};
///
/// /// Look up a word.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// #[tool(read_only, output = Entry)]
/// struct Define { word: String }
///
/// #[derive(Serialize, Deserialize, JsonSchema)]
/// struct Entry { meaning: String }
///
/// type Dictionary = BTreeMap<String, String>;
///
/// impl Handler<Dictionary> for Define {
///     async fn handle(self, words: &Dictionary) -> Result<Entry, ToolFailure> {
///         let meaning = words.get(&self.word).ok_or("no such word")?;
///         Ok(Entry { meaning: meaning.clone() })
///     }
/// }
///
/// tool_set![Define];
///
/// # async fn run() -> toolmodel_runtime::Result<()> {
/// let words = Dictionary::new();
/// let call = ToolCall::parse_named("define", &serde_json::json!({"word": "tool"}))?;
/// assert_eq!(call.handle(&words).await.text(), "no such word");
/// # Ok(()) }
/// ```
///
/// `?` takes any error (see [`ToolFailure`]). The trait needs no runtime; [`SyncHandler`] is the form
/// without `async`, and [`ContextHandler`] the one that also gets what the caller brings along.
///
/// A handler for any state is a [`SyncHandler`]: `impl<S> SyncHandler<S> for Define`. Of this trait, which every
/// `SyncHandler` implements, the compiler accepts implementations for states it knows only, such as a struct with
/// a `Box<dyn Database>` that a test fills with its own.
#[diagnostic::on_unimplemented(
    message = "the tool `{Self}` has no handler for the state `{App}`",
    label = "the tool `{Self}` has no handler",
    note = "implement `Handler<{App}>` for `{Self}`, or `SyncHandler` or `ContextHandler`"
)]
pub trait Handler<App: ?Sized>: TypedTool<Output: Serialize> + Send {
    /// Answers one call; its arguments have been validated against the input schema, and what is returned will
    /// be validated against the output schema.
    fn handle(self, app: &App) -> impl Future<Output = Result<Self::Output, ToolFailure>> + Send;
}

/// A [`Handler`] that awaits nothing.
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// use serde_json::{Value, json};
/// use toolmodel_runtime::{SyncHandler, Tool, ToolFailure, tool_set};
///
/// /// Add two numbers.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// struct Add { a: i64, b: i64 }
///
/// impl SyncHandler<()> for Add {
///     fn handle_sync(self, (): &()) -> Result<Value, ToolFailure> {
///         Ok(json!(self.a.checked_add(self.b).ok_or("the sum is too large")?))
///     }
/// }
///
/// tool_set![Add];
///
/// let call = ToolCall::parse("add", &json!({"a": 1, "b": 2}))?;
/// assert_eq!(call.handle_sync(&()).text(), "3");
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the tool `{Self}` has no handler for the state `{App}`",
    label = "the tool `{Self}` has no handler",
    note = "implement `Handler<{App}>` for `{Self}`, or `SyncHandler` or `ContextHandler`"
)]
pub trait SyncHandler<App: ?Sized>: TypedTool<Output: Serialize> + Send {
    /// Answers one call; as [`Handler::handle`].
    ///
    /// # Errors
    /// What the caller gets instead of a result.
    fn handle_sync(self, app: &App) -> Result<Self::Output, ToolFailure>;
}

/// A [`Handler`] that also gets a context: who calls, and how to report progress to them.
///
/// What a context is depends on what serves the tools; for the official SDK it is
/// `toolmodel_runtime::rmcp::Context`. A [`Reply`] may have content and metadata in addition to the output.
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// use serde_json::{Value, json};
/// use toolmodel_runtime::{ContextHandler, Dispatch, Reply, Tool, ToolFailure, tool_set};
///
/// /// Greet whoever calls.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// struct Greet { word: String }
///
/// struct Caller(&'static str);
///
/// impl ContextHandler<(), Caller> for Greet {
///     async fn handle_in(self, (): &(), caller: Caller) -> Result<Reply<Value>, ToolFailure> {
///         let greeting = json!(format!("{}, {}", self.word, caller.0));
///         Ok(Reply::new(greeting).with_meta("example.com/caller", json!(caller.0)))
///     }
/// }
///
/// tool_set![Greet];
///
/// # fn ready<T>(future: impl Future<Output = T>) -> T {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     match std::pin::pin!(future).poll(&mut context) {
/// #         std::task::Poll::Ready(value) => value,
/// #         std::task::Poll::Pending => panic!("nothing here waits"),
/// #     }
/// # }
/// let call = ToolCall::parse("greet", &json!({"word": "Hello"}))?;
/// let answer = ready(call.dispatch(&(), Caller("Ada")));
/// assert_eq!(answer.text(), "Hello, Ada");
/// assert_eq!(answer.meta["example.com/caller"], "Ada");
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the tool `{Self}` has no handler for the state `{App}`",
    label = "the tool `{Self}` has no handler",
    note = "implement `Handler<{App}>` for `{Self}`, or `SyncHandler` or `ContextHandler`"
)]
pub trait ContextHandler<App: ?Sized, Context>: TypedTool<Output: Serialize> + Send {
    /// Answers one call; as [`Handler::handle`].
    fn handle_in(
        self,
        app: &App,
        context: Context,
    ) -> impl Future<Output = Result<Reply<Self::Output>, ToolFailure>> + Send;
}

impl<App: ?Sized + Sync, T: SyncHandler<App>> Handler<App> for T {
    async fn handle(self, app: &App) -> Result<Self::Output, ToolFailure> {
        self.handle_sync(app)
    }
}

impl<App: ?Sized + Sync, Context: Send, T: Handler<App>> ContextHandler<App, Context> for T {
    async fn handle_in(
        self,
        app: &App,
        context: Context,
    ) -> Result<Reply<Self::Output>, ToolFailure> {
        drop(context);
        self.handle(app).await.map(Reply::new)
    }
}

/// A set of tools that all have a handler for the state `App`.
///
/// The enums of `tool_set!` and of generated folders implement it as soon as every tool has a handler; a tool without
/// one is a compile error that names it.
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// use serde_json::{Value, json};
/// use toolmodel_runtime::{Answer, Dispatch, SyncHandler, Tool, ToolFailure, ToolSet, tool_set};
///
/// /// Double a number.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// struct Double { number: i32 }
///
/// impl SyncHandler<()> for Double {
///     fn handle_sync(self, (): &()) -> Result<Value, ToolFailure> {
///         Ok(json!(i64::from(self.number) * 2))
///     }
/// }
///
/// tool_set![Double];
///
/// // Works for any set whose tools all have handlers.
/// async fn answer<S: Dispatch<()>>(name: &str, arguments: &Value) -> Answer {
///     match S::parse_named(name, arguments) {
///         Ok(call) => call.dispatch(&(), ()).await,
///         Err(error) => error.into(),
///     }
/// }
///
/// # fn ready<T>(future: impl Future<Output = T>) -> T {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     match std::pin::pin!(future).poll(&mut context) {
/// #         std::task::Poll::Ready(value) => value,
/// #         std::task::Poll::Pending => panic!("nothing here waits"),
/// #     }
/// # }
/// assert_eq!(ready(answer::<ToolCall>("double", &json!({"number": 4}))).text(), "8");
/// assert!(ready(answer::<ToolCall>("triple", &json!({"number": 4}))).is_error);
/// ```
pub trait Dispatch<App: ?Sized, Context = ()>: ToolSet {
    /// Passes the call to the handler of its tool and validates the result against the output schema.
    fn dispatch(self, app: &App, context: Context) -> impl Future<Output = Answer> + Send;
}
