use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::rmcp::Server;
use toolmodel_runtime::{SyncHandler, Tool, ToolFailure, tool_set};

/// Show the first commits.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Said)]
pub struct Log {
    #[schemars(range(max = 50))]
    limit: u32,
}

/// Divide two numbers.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Said)]
pub struct Divide {
    a: i64,
    b: i64,
}

/// Shout a text.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Said)]
pub struct Shout {
    text: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Said {
    said: String,
}

impl SyncHandler<()> for Log {
    fn handle_sync(self, (): &()) -> Result<Said, ToolFailure> {
        let said = format!("{} commits", self.limit);
        Ok(Said { said })
    }
}

impl SyncHandler<()> for Divide {
    fn handle_sync(self, (): &()) -> Result<Said, ToolFailure> {
        let quotient = self.a.checked_div(self.b).ok_or("no such number")?;
        let said = quotient.to_string();
        Ok(Said { said })
    }
}

impl SyncHandler<()> for Shout {
    fn handle_sync(self, (): &()) -> Result<Said, ToolFailure> {
        let said = self.text.to_uppercase();
        Ok(Said { said })
    }
}

tool_set![Log, Divide, Shout];

pub fn server() -> Server<ToolCall, ()> {
    Server::new(())
}
