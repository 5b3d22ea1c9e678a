use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    #[serde(skip)]
    #[tool(header = "Owner")]
    owner: String,
}

fn main() {}
