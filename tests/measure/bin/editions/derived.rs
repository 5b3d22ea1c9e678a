use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::{Tool, tool_set};

/// Fetch repository metadata.
///
/// The default branch only.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "gh", version = "1.2.0", tags("repos"), read_only, output = Repo)]
pub struct GetRepo {
    /// Who owns the repository.
    #[schemars(length(min = 1))]
    pub owner: String,
    /// How many commits to show.
    #[schemars(range(min = 1, max = 50))]
    pub commits: Option<u32>,
    /// In which order.
    #[serde(default)]
    pub order: Order,
}

/// What is known of a repository.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Repo {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub topics: Vec<String>,
}

/// An order.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The newest first.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
}

/// Change an issue.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "gh", destructive)]
pub struct EditIssue {
    /// What to change.
    pub change: Change,
}

/// A change of an issue.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// Close it.
    Close,
    /// Give it another title.
    Rename {
        /// The title.
        title: String,
    },
}

/// A tool without parameters.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
pub struct Ping {}

/// A list of anything.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
pub struct Keep<T> {
    /// What to keep.
    pub values: Vec<T>,
}

tool_set![GetRepo, EditIssue, Ping];
