//! A Rust struct is a tool: what it advertises, how it reads calls, and a set of tools.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::{Tool, tool_set};

/// A repository.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Repo {
    full_name: String,
    stars: u32,
}

/// Fetch repository metadata.
///
/// Private repositories need a token.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(
    namespace = "gh",
    version = "1.2.0",
    tags("Repos", "git hub"),
    read_only,
    output = Repo,
    example(
        GetRepo { owner: "rust-lang".to_owned(), repo: "rust".to_owned() },
        title = "The compiler",
        result_hint = "full_name is rust-lang/rust"
    ),
    reference("https://docs.github.com/rest/repos")
)]
struct GetRepo {
    /// Who owns it.
    owner: String,
    /// What it is called.
    repo: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum State {
    Open,
    Closed,
}

/// List the issues of a repository.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[tool(namespace = "gh", read_only)]
struct ListIssues {
    #[tool(header = "Repo")]
    repo: String,
    state: Option<State>,
    /// How many at most.
    #[schemars(range(min = 1, max = 50))]
    #[serde(default = "ten")]
    limit: u32,
}

fn ten() -> u32 {
    10
}

tool_set![GetRepo, ListIssues];

fn answer(id: &str, arguments: &str) -> toolmodel_runtime::Result<String> {
    Ok(match ToolCall::from_slice(id, arguments.as_bytes())? {
        ToolCall::GetRepo(call) => format!("fetch {}/{}", call.owner, call.repo),
        ToolCall::ListIssues(call) => {
            format!(
                "list {} issues of {}: {:?}",
                call.limit, call.repo, call.state
            )
        }
    })
}

fn main() -> toolmodel_runtime::Result<()> {
    println!("definitions:");
    for tool in ToolCall::definitions() {
        println!("  {} {}", tool.id()?, tool.input_schema);
    }

    println!("calls:");
    for (id, arguments) in [
        ("gh:get_repo", r#"{"owner": "rust-lang", "repo": "rust"}"#),
        ("gh:list_issues", r#"{"repo": "rust", "limit": 5.0}"#),
        (
            "gh:list_issues",
            r#"{"repo": 5, "limit": 99, "stat": "open"}"#,
        ),
        ("gh:list_isues", "{}"),
    ] {
        match answer(id, arguments) {
            Ok(answer) => println!("  {answer}"),
            Err(error) => println!("  {error}"),
        }
    }

    println!("docs:");
    for (tool, docs) in ToolCall::docs() {
        println!("  {}: {}", tool.display_name(), docs.summary);
        for example in docs.examples {
            println!(
                "    {}: {}",
                example.title,
                serde_json::Value::Object(example.args)
            );
        }
    }
    ToolCall::check_examples()
}
