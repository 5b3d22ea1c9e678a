use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

struct Opaque;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(meta(a = Opaque))]
struct GetRepo {
    owner: String,
}

fn main() {}
