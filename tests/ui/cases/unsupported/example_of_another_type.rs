use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

struct Other {
    owner: String,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(example(Other { owner: String::new() }))]
struct GetRepo {
    owner: String,
}

fn main() {}
