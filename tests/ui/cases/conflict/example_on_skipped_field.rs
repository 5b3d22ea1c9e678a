use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    #[serde(skip_deserializing)]
    #[tool(example = "me")]
    owner: String,
}

fn main() {}
