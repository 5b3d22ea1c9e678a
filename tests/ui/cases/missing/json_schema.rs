use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize)]
struct GetRepo {
    owner: String,
}

fn main() {}
