use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::{Tool, tool_set};

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "gh")]
struct GetRepo {
    owner: String,
}

mod other {
    use super::*;

    #[derive(Tool, Serialize, Deserialize, JsonSchema)]
    pub struct GetRepo {}
}

tool_set![GetRepo, other::GetRepo];

fn main() {}
