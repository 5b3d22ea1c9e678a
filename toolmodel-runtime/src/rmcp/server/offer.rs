//! The requests that the SDK passes to a server.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode,
    ListToolsResult, PaginatedRequestParams, ServerConfig, SubscriptionFilter, Tool,
};
use ::rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use ::rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use super::context::Context;
use super::guard::{Ended, guard};
use super::lines::{MAX_MESSAGE, TOO_LONG};
use super::outcome::{Fault, fault, result, told};
use super::read::{self, Read};
use super::{OnFault, Server, list, refusal};
use crate::typed::Dispatch;

impl<S, App> ServerHandler for Server<S, App>
where
    S: Dispatch<App, Context> + Send + 'static,
    App: Send + Sync + 'static,
{
    fn get_info(&self) -> ServerConfig {
        self.shared.settings.info.clone()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request
            .as_ref()
            .and_then(|request| request.cursor.as_deref());
        list::page(&self.offered(), S::TOOLS, cursor, self.shared.settings.page)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut tools = self.offered().into_iter();
        tools.find(|tool| tool.wire_name() == name).map(list::offer)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        match self.read(&request.name, arguments) {
            Ok(read) => {
                let on_fault = self.shared.settings.on_fault.as_ref();
                run(read, &self.shared.app, context, on_fault).await
            }
            Err(error) => refusal(error),
        }
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method == TOO_LONG {
            let text = format!("the message is longer than {MAX_MESSAGE} bytes");
            return Err(ErrorData::invalid_request(text, None));
        }
        Err(ErrorData::new(
            ErrorCode::METHOD_NOT_FOUND,
            request.method,
            None,
        ))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.shared.listeners.add(context.peer);
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let ours = SubscriptionFilter::builder().tools_list_changed().build();
        Some(requested.intersection(&ours))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let _subscribed = self.shared.listeners.subscribe(context.sink().clone());
        context.cancelled().await;
        Ok(())
    }
}

/// Passes a call to its handler and returns the outcome.
pub(super) async fn run<S, App>(
    read: Read<S>,
    app: &App,
    request: RequestContext<RoleServer>,
    on_fault: Option<&OnFault>,
) -> Result<CallToolResponse, ErrorData>
where
    S: Dispatch<App, Context>,
{
    let Read { call, changes } = read;
    let tool = call.id();
    let heeds = Arc::new(AtomicBool::new(false));
    let cancelled = request.ct.clone().cancelled_owned();
    let context = Context::new(request, Arc::clone(&heeds));
    let tell = |fault: &Fault<'_>| {
        if let Some(hook) = on_fault {
            hook(fault);
        } else {
            tracing::error!("{fault}");
        }
        told(fault)
    };
    match guard(call.dispatch(app, context), cancelled, &heeds).await {
        Ended::With(mut answer) => {
            if let Some(fault) = fault(tool, &answer) {
                return Err(tell(&fault));
            }
            read::tell(&changes, &mut answer.meta);
            result(answer).map(Into::into)
        }
        Ended::Panicked(message) => Err(tell(&Fault::Panic {
            tool,
            message: &message,
        })),
        Ended::Cancelled => Err(ErrorData::internal_error("the call was cancelled", None)),
    }
}
