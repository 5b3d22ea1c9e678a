use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(icon(src = "https://example.com/a.png", sizes("48x48", "48", "big")))]
struct GetRepo {
    owner: String,
}

fn main() {}
