use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Change {
    Add { path: String },
    Remove { old: String },
}

fn main() {}
