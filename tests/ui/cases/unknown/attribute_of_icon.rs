use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(icon(scr = "https://example.com/a.png"))]
struct GetRepo {
    owner: String,
}

fn main() {}
