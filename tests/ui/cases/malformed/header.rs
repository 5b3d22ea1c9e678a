use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    #[tool(header = "my region")]
    region: String,
    #[tool(header = "")]
    zone: String,
}

fn main() {}
