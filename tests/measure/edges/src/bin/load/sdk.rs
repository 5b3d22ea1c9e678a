//! The three tools, with the SDK's own macro.

use std::sync::LazyLock;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{Json, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Said {
    said: String,
}

#[derive(Deserialize, JsonSchema)]
struct Greet {
    name: String,
    #[schemars(range(min = 1, max = 50))]
    times: u32,
}

#[derive(Deserialize, JsonSchema)]
struct Reverse {
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Fail {
    reason: String,
}

#[derive(Clone)]
pub(crate) struct Tracker {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Tracker {
    pub(crate) fn new() -> Self {
        static ROUTER: LazyLock<ToolRouter<Tracker>> = LazyLock::new(Tracker::tool_router);
        Self {
            tool_router: ROUTER.clone(),
        }
    }

    /// Greet someone.
    #[tool]
    async fn greet(&self, Parameters(call): Parameters<Greet>) -> Json<Said> {
        let said = format!("hello, {} ({})", call.name, call.times);
        Json(Said { said })
    }

    /// Reverse a text.
    #[tool]
    async fn reverse(&self, Parameters(call): Parameters<Reverse>) -> Json<Said> {
        let said = call.text.chars().rev().collect();
        Json(Said { said })
    }

    /// Fail.
    #[tool]
    async fn fail(&self, Parameters(call): Parameters<Fail>) -> Result<String, String> {
        Err(call.reason)
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Tracker {}
