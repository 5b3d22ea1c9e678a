use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(example(GetRepo { owner: String::new() }, GetRepo { owner: String::new() }))]
struct GetRepo {
    owner: String,
}

fn main() {}
