use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::{Tool, TypedTool};

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(name = "bad name", namespace = "a:b", version = "one", tags("!"), nmae = "x")]
struct GetRepo {
    #[tool(header = "bad header")]
    owner: String,
}

fn main() {
    let call = GetRepo::from_str("{}").unwrap();
    println!("{} {}", GetRepo::ID, GetRepo::definition().name);
    call.check().unwrap();
}
