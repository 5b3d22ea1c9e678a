use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "a:b")]
struct GetRepo {
    owner: String,
}

fn main() {}
