use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(task_support = sometimes)]
struct GetRepo {
    owner: String,
}

fn main() {}
