use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::{Tool, tool_set};

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    owner: String,
}

tool_set![names = "short"; GetRepo];

fn main() {}
