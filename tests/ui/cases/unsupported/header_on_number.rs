use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    #[tool(header = "Ratio")]
    ratio: Option<f64>,
}

fn main() {}
