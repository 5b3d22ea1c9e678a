//! A server with the tools that the conformance suite asks for: `conformance ADDRESS`.

use std::error::Error;
use std::time::Duration;

#[allow(deprecated, reason = "the suite asks for it")]
use rmcp::model::{CreateMessageRequestParams, SamplingMessage};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::rmcp::{Context, Server};
use toolmodel_runtime::{ContextHandler, Reply, SyncHandler, Tool, ToolFailure, tool_set};

mod generated {
    toolmodel_runtime::include_tools!();
}

use generated::JsonSchema202012Tool;

const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/q842iQAAAABJRU5ErkJggg==";
const SILENCE: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

macro_rules! tools {
    ($($(#[doc = $doc:literal])* $tool:ident $name:literal => |$context:ident| $reply:expr;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Tool, Serialize, Deserialize, JsonSchema)]
        #[tool(name = $name)]
        struct $tool {}

        impl ContextHandler<(), Context> for $tool {
            async fn handle_in(self, (): &(), $context: Context) -> Result<Reply<Value>, ToolFailure> {
                $reply
            }
        }
    )*};
}

fn image() -> Value {
    json!({"type": "image", "data": PIXEL, "mimeType": "image/png"})
}

fn resource(uri: &str, kind: &str, text: &str) -> Value {
    json!({"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": text}})
}

tools! {
    /// Give a text.
    SimpleText "test_simple_text" => |_context| {
        Ok(Reply::new("This is a simple text response for testing.".into()))
    };
    /// Give an image.
    Image "test_image_content" => |_context| Ok(Reply::new(Value::Null).with_block(image()));
    /// Give a sound.
    Sound "test_audio_content" => |_context| {
        let sound = json!({"type": "audio", "data": SILENCE, "mimeType": "audio/wav"});
        Ok(Reply::new(Value::Null).with_block(sound))
    };
    /// Give a resource.
    Embedded "test_embedded_resource" => |_context| {
        let text = "This is an embedded resource content.";
        Ok(Reply::new(Value::Null).with_block(resource("test://embedded-resource", "text/plain", text)))
    };
    /// Give several things.
    Mixed "test_multiple_content_types" => |_context| {
        let text = r#"{"test":"data","value":123}"#;
        let reply = Reply::new(Value::Null).with_text("Multiple content types test:");
        let reply = reply.with_block(image());
        Ok(reply.with_block(resource("test://mixed-content-resource", "application/json", text)))
    };
    /// Fail.
    Fails "test_error_handling" => |_context| {
        Err("This tool intentionally returns an error for testing".into())
    };
    /// Tell how far it is.
    Progress "test_tool_with_progress" => |context| {
        for done in [0.0, 50.0, 100.0] {
            context.progress(done, Some(100.0), "").await?;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(Reply::new("done".into()))
    };
}

/// Ask the client's model.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(name = "test_sampling")]
struct Sampling {
    prompt: String,
}

#[allow(deprecated, reason = "the suite asks for it")]
impl ContextHandler<(), Context> for Sampling {
    async fn handle_in(self, (): &(), context: Context) -> Result<Reply<Value>, ToolFailure> {
        let message = SamplingMessage::user_text(self.prompt);
        let request = CreateMessageRequestParams::new(vec![message], 100);
        let answer = context.peer().create_message(request).await?;
        Ok(Reply::new(
            format!("LLM response: {:?}", answer.message.content).into(),
        ))
    }
}

impl SyncHandler<()> for JsonSchema202012Tool {
    fn handle_sync(self, (): &()) -> Result<Value, ToolFailure> {
        Ok(Value::Null)
    }
}

tool_set![
    SimpleText,
    Image,
    Sound,
    Embedded,
    Mixed,
    Fails,
    Progress,
    Sampling,
    JsonSchema202012Tool
];

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args()
        .nth(1)
        .ok_or("usage: conformance ADDRESS")?;
    let server = Server::<ToolCall, _>::new(()).named("conformance", "1.0.0");
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    );
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}
