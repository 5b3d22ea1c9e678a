use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(icon(src = "javascript:alert(1)"), icon(src = "icon.png"))]
struct GetRepo {
    owner: String,
}

fn main() {}
