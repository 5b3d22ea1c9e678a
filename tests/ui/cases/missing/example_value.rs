use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(example(title = "nothing to show"))]
struct GetRepo {
    owner: String,
}

fn main() {}
