//! Tools in a crate that renames the runtime and depends on nothing but it, serde and schemars.
#![deny(warnings, clippy::all, clippy::pedantic)]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tm::{Tool, tool_set};

/// A repository.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Repo {
    /// Owner and name.
    pub full_name: String,
    /// How many people starred it.
    pub stars: u32,
}

/// Fetch repository metadata.
#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
#[tool(
    crate = "tm",
    namespace = "gh",
    version = "1.2.0",
    tags("Repos", "git hub"),
    read_only,
    output = Repo,
    meta("com.example/cost" = 3),
    example(GetRepo { owner: "rust-lang".to_owned(), repo: "rust".to_owned() }, title = "Rust")
)]
pub struct GetRepo {
    /// Who owns it.
    #[tool(example = "rust-lang")]
    pub owner: String,
    /// What it is called.
    pub repo: String,
}

/// List issues.
#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
#[tool(crate = "tm", namespace = "gh")]
pub struct ListIssues {
    /// How many at most.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<u8>,
}

tool_set![GetRepo, ListIssues];

#[cfg(test)]
mod tests {
    use tm::TypedTool;

    use super::*;

    #[test]
    fn the_runtime_may_have_another_name() {
        assert_eq!(ToolCall::IDS, ["gh:get_repo", "gh:list_issues"]);
        assert_eq!(GetRepo::definition().tags, ["repos", "git-hub"]);
        let call = ToolCall::from_slice("gh:list_issues", br#"{"limit": 5.0}"#).unwrap();
        let ToolCall::ListIssues(issues) = call else {
            panic!("another tool");
        };
        assert_eq!(issues.limit, Some(5));
        assert!(ListIssues::from_str(r#"{"limit": 51}"#).is_err());
        assert!(ToolCall::check_examples().is_ok());
    }
}
