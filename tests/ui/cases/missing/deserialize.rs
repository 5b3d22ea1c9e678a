use schemars::JsonSchema;
use serde::Serialize;
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, JsonSchema)]
struct GetRepo {
    owner: String,
}

fn main() {}
