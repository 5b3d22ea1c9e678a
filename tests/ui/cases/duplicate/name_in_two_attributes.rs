use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(name = "a")]
#[tool(read_only, name = "b")]
struct GetRepo {
    owner: String,
}

fn main() {}
