use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Serialize, Deserialize)]
struct Repo {
    name: String,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Repo)]
struct GetRepo {
    owner: String,
}

fn main() {}
