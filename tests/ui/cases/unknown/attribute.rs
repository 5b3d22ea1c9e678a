use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(nmae = "a", colour = "red")]
struct GetRepo {
    owner: String,
}

fn main() {}
