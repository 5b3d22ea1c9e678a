use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(tags("Git Hub", "repos", "git-hub"))]
struct GetRepo {
    owner: String,
}

fn main() {}
