use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    #[tool(header = "Names")]
    names: Vec<String>,
    #[tool(header = "Pair")]
    pair: (u8, u8),
}

fn main() {}
