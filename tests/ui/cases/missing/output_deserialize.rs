use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Serialize, JsonSchema)]
struct Repo {
    name: String,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Repo)]
struct GetRepo {
    owner: String,
}

fn main() {}
