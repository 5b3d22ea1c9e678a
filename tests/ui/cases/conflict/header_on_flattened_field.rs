use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Page {
    page: u32,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    #[serde(flatten)]
    #[tool(header = "Page")]
    page: Page,
}

fn main() {}
