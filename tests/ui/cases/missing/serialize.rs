use schemars::JsonSchema;
use serde::Deserialize;
use toolmodel_runtime::Tool;

#[derive(Tool, Deserialize, JsonSchema)]
struct GetRepo {
    owner: String,
}

fn main() {}
