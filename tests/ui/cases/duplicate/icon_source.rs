use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(icon(src = "https://example.com/a.png", src = "https://example.com/b.png"))]
struct GetRepo {
    owner: String,
}

fn main() {}
