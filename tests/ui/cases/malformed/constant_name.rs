use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

const NAME: &str = "bad name";

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(name = NAME)]
struct GetRepo {
    owner: String,
}

fn main() {}
