use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
enum Change {
    Add { path: String },
    Remove { path: String },
}

fn main() {}
