use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(meta("com.example/a" = 1, b = 2, "com.example/a" = 3))]
struct GetRepo {
    owner: String,
}

fn main() {}
