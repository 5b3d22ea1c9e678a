//! A set of tools as a server: read the call, pass it to its handler, return the result.

mod checked;
mod context;
mod guard;
mod lines;
mod list;
mod offer;
mod outcome;
mod read;
mod routes;

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, PoisonError, RwLock};

use ::rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use ::rmcp::service::{RunningService, ServerInitializeError};
use ::rmcp::transport::IntoTransport;
use ::rmcp::{ErrorData, RoleServer};
use serde_json::Value;

pub use checked::{Checked, input_schema, output_schema};
pub use context::Context;
pub use lines::{Lines, stdio};
pub use outcome::Fault;
pub use read::REPAIRED;
pub use routes::{repairing_routes, routes};

use crate::error::{Error, ErrorKind};
use crate::private::set::id_of;
use crate::typed::{Dispatch, ToolEntry, ToolSet};
use list::Listeners;
use read::{Read, read};

/// A set of tools served by the official SDK, with the state that the handlers get.
///
/// ```
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// use serde_json::Value;
/// use toolmodel_runtime::rmcp::{Server, stdio};
/// use toolmodel_runtime::{Handler, Tool, ToolFailure, tool_set};
///
/// /// Say hello.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// struct Hello { name: String }
///
/// struct App { greeting: String }
///
/// impl Handler<App> for Hello {
///     async fn handle(self, app: &App) -> Result<Value, ToolFailure> {
///         Ok(format!("{}, {}", app.greeting, self.name).into())
///     }
/// }
///
/// tool_set![Hello];
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let app = App { greeting: "hello".to_owned() };
/// Server::<ToolCall, _>::new(app).serve(stdio()).await?.waiting().await?;
/// # Ok(()) }
/// ```
///
/// It is a [`ServerHandler`](::rmcp::ServerHandler): it can be served over whatever the SDK supports, over streamable
/// HTTP with a clone of it for each session. Clones share everything.
///
/// Arguments are validated against the input schema before a handler runs; invalid arguments give a result with
/// `isError`, for the model to read, unless [`Server::repair`] repairs them. So does a handler's failure. An unknown
/// tool is a protocol error, -32602. An output that breaks its schema and a handler that panics are the server's own
/// fault: -32603, with details as an error of `tracing`, or for the hook of [`Server::on_fault`]. When a client cancels
/// a call, its handler is dropped where it waits, unless it has called [`Context::cancelled`].
///
/// The SDK's type of a tool has no place for `execution`, icons of unknown themes and unknown fields;
/// see [`Tool::to_sdk`](crate::Tool::to_sdk).
pub struct Server<S, App> {
    shared: Arc<Shared<App>>,
    set: PhantomData<fn() -> S>,
}

struct Shared<App> {
    app: App,
    settings: Settings,
    hidden: RwLock<BTreeSet<&'static str>>,
    listeners: Listeners,
}

type OnFault = Arc<dyn Fn(&Fault<'_>) + Send + Sync>;

#[derive(Clone)]
struct Settings {
    info: ServerConfig,
    page: usize,
    on_fault: Option<OnFault>,
    repairs: bool,
}

impl<S, App> Server<S, App> {
    /// A server for the tools of `S`, whose handlers get `app`.
    #[must_use]
    pub fn new(app: App) -> Self
    where
        S: Dispatch<App, Context>,
    {
        let tools = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed();
        let settings = Settings {
            info: ServerConfig::new(tools.build()).with_server_info(this_program()),
            page: list::PAGE,
            on_fault: None,
            repairs: false,
        };
        Self::with(app, settings)
    }

    fn with(app: App, settings: Settings) -> Self {
        let shared = Shared {
            app,
            settings,
            hidden: RwLock::default(),
            listeners: Listeners::default(),
        };
        Self {
            shared: Arc::new(shared),
            set: PhantomData,
        }
    }

    /// Changes settings before the server is shared; afterwards this has no effect.
    fn set(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            change(&mut shared.settings);
        }
        self
    }

    /// The name and version that clients see instead of the program's file name.
    ///
    /// This and the other settings only apply to a server that has not been cloned.
    #[must_use]
    pub fn named(self, name: impl Into<String>, version: impl Into<String>) -> Self {
        let info = Implementation::new(name, version);
        self.set(|settings| settings.info.server_info = info)
    }

    /// The description of the server that clients give to a model.
    #[must_use]
    pub fn instructions(self, text: impl Into<String>) -> Self {
        self.set(|settings| settings.info.instructions = Some(text.into()))
    }

    /// The most tools in a page of `tools/list`, instead of 250.
    #[must_use]
    pub fn page_size(self, tools: usize) -> Self {
        self.set(|settings| settings.page = tools.max(1))
    }

    /// Called when a handler panics or returns an output that breaks its schema, instead of an error of `tracing`; the
    /// caller only learns that this happened.
    #[must_use]
    pub fn on_fault(self, hook: impl Fn(&Fault<'_>) + Send + Sync + 'static) -> Self {
        self.set(|settings| settings.on_fault = Some(Arc::new(hook)))
    }

    /// Whether arguments that are nearly right are repaired (see [`repair`](crate::repair)) instead of rejected; they
    /// are rejected by default.
    ///
    /// Arguments that the schema accepts are never touched. The handler gets the repaired ones, and the changes are
    /// listed in the `_meta` of the result, below [`REPAIRED`]. What cannot be repaired is rejected with its
    /// violations, as without this.
    ///
    /// ```
    /// # use schemars::JsonSchema;
    /// # use serde::{Deserialize, Serialize};
    /// # use serde_json::Value;
    /// # use toolmodel_runtime::{SyncHandler, Tool, ToolFailure, tool_set};
    /// use toolmodel_runtime::rmcp::Server;
    /// # /// Wait.
    /// # #[derive(Tool, Serialize, Deserialize, JsonSchema)]
    /// # struct Wait { seconds: u32 }
    /// # impl SyncHandler<()> for Wait {
    /// #     fn handle_sync(self, (): &()) -> Result<Value, ToolFailure> { Ok(self.seconds.into()) }
    /// # }
    /// # tool_set![Wait];
    ///
    /// // `{"seconds": "5"}` is a call now, and its result says that the text was read as JSON.
    /// let server = Server::<ToolCall, _>::new(()).repair(true);
    /// ```
    #[must_use]
    pub fn repair(self, repairs: bool) -> Self {
        self.set(|settings| settings.repairs = repairs)
    }

    /// The state that the handlers get.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.shared.app
    }

    /// Notifies all subscribed clients that the tools have changed.
    pub async fn tools_changed(&self) {
        self.shared.listeners.tell().await;
    }
}

impl<S: ToolSet, App> Server<S, App> {
    /// Stops offering a tool, or offers it again; [`Server::tools_changed`] notifies clients.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownTool`] when no tool of the set has the id.
    pub fn offer(&self, id: &str, offered: bool) -> crate::Result<()> {
        let mut ids = S::TOOLS.iter().map(ToolEntry::id);
        let Some(known) = ids.find(|known| *known == id) else {
            let ids: Vec<&str> = S::TOOLS.iter().map(ToolEntry::id).collect();
            return Err(crate::private::set::unknown_tool(id, &ids));
        };
        let hidden = &self.shared.hidden;
        let mut hidden = hidden.write().unwrap_or_else(PoisonError::into_inner);
        if offered {
            hidden.remove(known);
        } else {
            hidden.insert(known);
        }
        Ok(())
    }

    /// The tools that are offered, in the order of the set.
    fn offered(&self) -> Vec<&'static ToolEntry> {
        let hidden = &self.shared.hidden;
        let hidden = hidden.read().unwrap_or_else(PoisonError::into_inner);
        let tools = S::TOOLS.iter();
        tools.filter(|tool| !hidden.contains(tool.id())).collect()
    }

    fn is_hidden(&self, id: &str) -> bool {
        let hidden = &self.shared.hidden;
        let hidden = hidden.read().unwrap_or_else(PoisonError::into_inner);
        hidden.contains(id)
    }

    /// Reads a call by its name on the wire.
    fn read(&self, name: &str, arguments: Value) -> Result<Read<S>, Error> {
        let id = id_of(name, S::TOOLS)?;
        if self.is_hidden(id) {
            let offered: Vec<ToolEntry> = self.offered().into_iter().copied().collect();
            id_of(name, &offered)?;
        }
        read(id, arguments, self.shared.settings.repairs)
    }
}

impl<S, App> Server<S, App>
where
    S: Dispatch<App, Context> + Send + 'static,
    App: Send + Sync + 'static,
{
    /// Serves over a transport of the SDK, such as [`stdio`](super::stdio); it runs until the client
    /// leaves.
    ///
    /// # Errors
    /// When the client does not start as the protocol requires.
    pub async fn serve<T, E, A>(
        self,
        transport: T,
    ) -> Result<RunningService<RoleServer, Self>, ServerInitializeError>
    where
        T: IntoTransport<RoleServer, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        ::rmcp::ServiceExt::serve(self, transport).await
    }
}

impl<S, App> Clone for Server<S, App> {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            set: PhantomData,
        }
    }
}

impl<S: ToolSet, App> fmt::Debug for Server<S, App> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = S::TOOLS.iter().map(ToolEntry::wire_name);
        let mut debug = f.debug_struct("Server");
        debug
            .field("tools", &names.collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// The program's file name, because the SDK would use its own name.
fn this_program() -> Implementation {
    let path = std::env::current_exe().ok();
    let name = path.as_deref().and_then(|path| path.file_stem());
    let name = name.map_or_else(|| "server".into(), |name| name.to_string_lossy());
    Implementation::new(name, "0.0.0")
}

/// A rejection before any handler ran, as the specification requires.
fn refusal(error: Error) -> Result<::rmcp::model::CallToolResponse, ErrorData> {
    if error.kind() == ErrorKind::UnknownTool {
        return Err(ErrorData::invalid_params(error.to_string(), None));
    }
    outcome::result(error.into()).map(Into::into)
}
