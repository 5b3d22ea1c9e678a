use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Search {
    #[serde(default)]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
    #[serde(default)]
    #[schemars(length(min = 1))]
    query: String,
    #[serde(default)]
    #[schemars(range(max = 50))]
    page: u32,
}

fn main() {}
