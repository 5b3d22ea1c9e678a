use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Search {
    #[schemars(range(min = 5, max = -1))]
    limit: i32,
    #[schemars(length(min = 3, max = 2), inner(range(min = 1.5, max = 1)))]
    weights: Vec<f64>,
}

fn main() {}
