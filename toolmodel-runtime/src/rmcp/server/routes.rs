//! The tools of a set in addition to those of an existing SDK server.

use ::rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use ::rmcp::handler::server::tool::ToolCallContext;
use serde_json::Value;

use super::context::Context;
use super::read::read;
use super::{list, offer, refusal};
use crate::typed::Dispatch;

/// The tools of a set as routes of the SDK, to add to those of a server that is written with its own
/// macros. Handlers get the server.
///
/// ```
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # use serde_json::Value;
/// # use toolmodel_runtime::{SyncHandler, Tool, ToolFailure, tool_set};
/// use rmcp::handler::server::router::tool::ToolRouter;
/// # /// Say hello.
/// # #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// # struct Hello { name: String }
/// # impl SyncHandler<MyServer> for Hello {
/// #     fn handle_sync(self, _: &MyServer) -> Result<Value, ToolFailure> { Ok(self.name.into()) }
/// # }
/// # tool_set![Hello];
///
/// struct MyServer { tools: ToolRouter<Self> }
///
/// impl MyServer {
///     fn new() -> Self {
///         let own = ToolRouter::new(); // or `Self::tool_router()`
///         Self { tools: own + toolmodel_runtime::rmcp::routes::<ToolCall, Self>() }
///     }
/// }
/// # assert!(MyServer::new().tools.has_route("hello"));
/// ```
#[must_use]
pub fn routes<S, App>() -> ToolRouter<App>
where
    S: Dispatch<App, Context> + Send + 'static,
    App: Send + Sync + 'static,
{
    build::<S, App>(false)
}

/// [`routes`] that repair arguments which are nearly right, like a server with
/// [`Server::repair`](super::Server::repair).
#[must_use]
pub fn repairing_routes<S, App>() -> ToolRouter<App>
where
    S: Dispatch<App, Context> + Send + 'static,
    App: Send + Sync + 'static,
{
    build::<S, App>(true)
}

fn build<S, App>(repairs: bool) -> ToolRouter<App>
where
    S: Dispatch<App, Context> + Send + 'static,
    App: Send + Sync + 'static,
{
    let mut router = ToolRouter::new();
    for tool in S::TOOLS {
        let route = ToolRoute::new_dyn(list::offer(tool), move |call: ToolCallContext<'_, App>| {
            Box::pin(async move {
                let arguments = Value::Object(call.arguments.unwrap_or_default());
                match read::<S>(tool.id(), arguments, repairs) {
                    Ok(read) => offer::run(read, call.service, call.request_context, None).await,
                    Err(error) => refusal(error),
                }
            })
        });
        router.add_route(route);
    }
    router
}
