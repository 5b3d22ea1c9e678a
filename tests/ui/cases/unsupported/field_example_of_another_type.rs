use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    #[tool(example = vec![1, 2])]
    owner: String,
}

fn main() {}
