use serde::Serialize;
use toolmodel_runtime::{TypedTool, tool_set};

#[derive(Serialize)]
struct GetRepo {
    owner: String,
}

fn list<T: TypedTool>() {}

tool_set![GetRepo];

fn main() {
    list::<GetRepo>();
}
