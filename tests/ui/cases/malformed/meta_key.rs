use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(meta("1a.b/x" = 1, "-a" = 2))]
struct GetRepo {
    owner: String,
}

fn main() {}
