use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(crate = "not a path")]
struct GetRepo {
    owner: String,
}

fn main() {}
