//! What the README shows of servers and clients. `tests/examples/readme.rs` finds its lines here.

use rmcp::{Peer, RoleClient};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolmodel_runtime::rmcp::{Client, Server, stdio};
use toolmodel_runtime::{Handler, Tool, ToolFailure, tool_set};

use crate::connect;

/// Fetch repository metadata.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "gh", output = Repo)]
struct GetRepo {
    owner: String,
    commits: u32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Repo {
    name: String,
}

/// List the issues.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "gh")]
struct ListIssues {}

struct App;

impl App {
    async fn repo(&self, owner: &str) -> Result<Repo, std::io::Error> {
        tokio::task::yield_now().await;
        let name = format!("{owner}/cargo");
        Ok(Repo { name })
    }
}

impl Handler<App> for GetRepo {
    async fn handle(self, app: &App) -> Result<Repo, ToolFailure> {
        Ok(app.repo(&self.owner).await?)
    }
}

impl Handler<App> for ListIssues {
    async fn handle(self, _: &App) -> Result<Value, ToolFailure> {
        Ok(Value::Null)
    }
}

tool_set![GetRepo, ListIssues]; // or `include_tools!()`: the same `ToolCall`

type Failed = Box<dyn std::error::Error>;

async fn serve(app: App) -> Result<(), Failed> {
    let server = Server::<ToolCall, _>::new(app).serve(stdio()).await?;
    server.waiting().await?;
    Ok(())
}

async fn call(peer: Peer<RoleClient>, owner: String) -> Result<String, Failed> {
    let github = Client::<ToolCall>::new(peer);
    github.verify().await?;
    let repo = github.call(GetRepo { owner, commits: 5 }).await?; // typed, checked
    Ok(repo.name.clone())
}

#[tokio::test]
async fn what_the_readme_shows_works() {
    let client = connect(Server::<ToolCall, _>::new(App)).await;
    let called = call(client.peer().clone(), "rust-lang".to_owned()).await;
    assert_eq!(called.unwrap(), "rust-lang/cargo");
    // A server over the standard streams of the tests is only compiled.
    drop(serve(App));
}
