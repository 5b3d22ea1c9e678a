use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::{Tool, tool_set};

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "gh")]
struct GetRepo {
    owner: String,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "gl", name = "get_repo")]
struct Fetch {
    owner: String,
}

tool_set![GetRepo, Fetch];

fn main() {}
