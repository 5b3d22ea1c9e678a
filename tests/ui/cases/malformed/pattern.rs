use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Search {
    #[schemars(regex(pattern = "^(a|b"))]
    query: String,
    #[schemars(inner(regex(pattern = "*")))]
    tags: Vec<String>,
}

fn main() {}
