//! The three tools, with toolmodel.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use toolmodel_runtime::rmcp::Server;
use toolmodel_runtime::{SyncHandler, Tool, ToolFailure, tool_set};

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Said {
    said: String,
}

/// Greet someone.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Said)]
struct Greet {
    name: String,
    #[schemars(range(min = 1, max = 50))]
    times: u32,
}

impl SyncHandler<()> for Greet {
    fn handle_sync(self, (): &()) -> Result<Said, ToolFailure> {
        let said = format!("hello, {} ({})", self.name, self.times);
        Ok(Said { said })
    }
}

/// Reverse a text.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Said)]
struct Reverse {
    text: String,
}

impl SyncHandler<()> for Reverse {
    fn handle_sync(self, (): &()) -> Result<Said, ToolFailure> {
        let said = self.text.chars().rev().collect();
        Ok(Said { said })
    }
}

/// Fail.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Fail {
    reason: String,
}

impl SyncHandler<()> for Fail {
    fn handle_sync(self, (): &()) -> Result<serde_json::Value, ToolFailure> {
        Err(self.reason)?
    }
}

tool_set![Greet, Reverse, Fail];

/// One server, which all requests share.
pub(crate) fn server() -> Server<ToolCall, ()> {
    static SERVER: LazyLock<Server<ToolCall, ()>> = LazyLock::new(|| Server::new(()));
    SERVER.clone()
}
