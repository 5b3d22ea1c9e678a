use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    #[tool(haeder = "Owner", title = "Owner")]
    owner: String,
}

fn main() {}
