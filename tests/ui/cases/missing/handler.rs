use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::{Tool, ToolHandler, tool_set};

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    owner: String,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct ListIssues {
    owner: String,
}

tool_set![GetRepo, ListIssues];

struct Server;

impl ToolHandler<GetRepo> for Server {
    type Reply = String;

    fn call(&self, call: GetRepo) -> String {
        call.owner
    }
}

fn main() {
    let call = ToolCall::from_slice("get_repo", b"{}").unwrap();
    call.call(&Server);
}
