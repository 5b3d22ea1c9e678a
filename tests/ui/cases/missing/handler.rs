use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::{Handler, Tool, ToolFailure, TypedTool, tool_set};

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct GetRepo {
    owner: String,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct ListIssues {
    owner: String,
}

tool_set![GetRepo, ListIssues];

struct App;

impl Handler<App> for GetRepo {
    async fn handle(self, _: &App) -> Result<<Self as TypedTool>::Output, ToolFailure> {
        Ok(self.owner.into())
    }
}

fn main() {
    let call = ToolCall::from_slice("get_repo", b"{}").unwrap();
    let _ = call.handle(&App);
}
