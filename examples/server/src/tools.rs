//! The tools: what they take, what they give, and what they do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::{SyncHandler, Tool, ToolFailure, tool_set};

use crate::store::Store;

/// Create an issue.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "tracker", output = Issue)]
#[serde(deny_unknown_fields)]
pub struct CreateIssue {
    /// What is wrong, in one line.
    #[schemars(length(min = 1, max = 200))]
    pub title: String,
    /// Words to find it by.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub labels: Vec<String>,
}

/// List issues, the newest first.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "tracker", read_only, output = Issues)]
#[serde(deny_unknown_fields)]
pub struct ListIssues {
    /// Only those in this state.
    pub state: Option<State>,
    /// At most this many.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 100))]
    pub limit: u32,
}

/// Close an issue.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "tracker", idempotent, output = Issue)]
#[serde(deny_unknown_fields)]
pub struct CloseIssue {
    /// The number of the issue.
    #[schemars(range(min = 1))]
    pub number: i64,
}

fn fifty() -> u32 {
    50
}

/// Whether an issue is to be worked on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Open,
    Closed,
}

/// Something to be done.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Issue {
    #[schemars(range(min = 1))]
    pub number: i64,
    pub title: String,
    pub state: State,
    pub labels: Vec<String>,
}

/// Things to be done.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Issues {
    pub issues: Vec<Issue>,
}

impl SyncHandler<Store> for CreateIssue {
    fn handle_sync(self, store: &Store) -> Result<Issue, ToolFailure> {
        Ok(store.create(&self.title, &self.labels)?)
    }
}

impl SyncHandler<Store> for ListIssues {
    fn handle_sync(self, store: &Store) -> Result<Issues, ToolFailure> {
        let issues = store.list(self.state, self.limit)?;
        Ok(Issues { issues })
    }
}

impl SyncHandler<Store> for CloseIssue {
    fn handle_sync(self, store: &Store) -> Result<Issue, ToolFailure> {
        let closed = store.close(self.number)?;
        closed.ok_or_else(|| format!("there is no issue {}", self.number).into())
    }
}

tool_set![CreateIssue, ListIssues, CloseIssue];
