use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(meta("io.modelcontextprotocol/x" = 1, "com.mcp.tools/y" = 2))]
struct GetRepo {
    owner: String,
}

fn main() {}
