use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

const NAMESPACE: &str = "a:b";

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = NAMESPACE)]
struct GetRepo {
    owner: String,
}

fn main() {}
