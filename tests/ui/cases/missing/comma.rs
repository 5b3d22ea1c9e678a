use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(read_only idempotent, name = "a")]
struct GetRepo {
    owner: String,
}

fn main() {}
