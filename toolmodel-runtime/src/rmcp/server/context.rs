//! What a handler can know of the request, and send to its client.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ::rmcp::model::ProgressNotificationParam;
use ::rmcp::service::RequestContext;
use ::rmcp::{Peer, RoleServer, ServiceError};

/// The context of a call, for handlers that are a
/// [`ContextHandler`](crate::ContextHandler)`<App, Context>`.
///
/// ```
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// use serde_json::Value;
/// use toolmodel_runtime::rmcp::Context;
/// use toolmodel_runtime::{ContextHandler, Reply, Tool, ToolFailure};
///
/// /// Copy files.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// struct Copy { files: Vec<String> }
///
/// impl ContextHandler<(), Context> for Copy {
///     async fn handle_in(self, (): &(), context: Context) -> Result<Reply<Value>, ToolFailure> {
///         for done in 1..=self.files.len() {
///             context.progress(done as f64, Some(self.files.len() as f64), "copying").await?;
///         }
///         Ok(Value::from("copied").into())
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Context {
    request: RequestContext<RoleServer>,
    /// Whether the handler ends a cancelled call by itself.
    heeds: Arc<AtomicBool>,
}

impl Context {
    pub(super) fn new(request: RequestContext<RoleServer>, heeds: Arc<AtomicBool>) -> Self {
        Self { request, heeds }
    }

    /// The client.
    #[must_use]
    pub fn peer(&self) -> &Peer<RoleServer> {
        &self.request.peer
    }

    /// The request as the SDK has it: id, metadata, HTTP headers among the extensions.
    #[must_use]
    pub fn request(&self) -> &RequestContext<RoleServer> {
        &self.request
    }

    /// Reports to the client how far the call is, if it has requested that.
    ///
    /// # Errors
    /// When the client is gone.
    pub async fn progress(
        &self,
        done: f64,
        total: Option<f64>,
        message: &str,
    ) -> Result<(), ServiceError> {
        let Some(token) = self.request.meta.get_progress_token() else {
            return Ok(());
        };
        let mut progress = ProgressNotificationParam::new(token, done);
        progress.total = total;
        progress.message = (!message.is_empty()).then(|| message.to_owned());
        self.request.peer.notify_progress(progress).await
    }

    /// Waits until the client cancels the call, or is gone.
    ///
    /// A handler that calls this is not dropped when that happens: it has to end by itself.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + 'static + use<> {
        self.heeds.store(true, Ordering::Relaxed);
        self.request.ct.clone().cancelled_owned()
    }

    /// Whether the client has cancelled the call, or is gone.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.request.ct.is_cancelled()
    }
}
