use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(
    example(GetRepo { owner: String::new() }, id = "one"),
    example(GetRepo { owner: String::new() }, id = "one")
)]
struct GetRepo {
    owner: String,
}

fn main() {}
