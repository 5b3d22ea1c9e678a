//! Tool files become typed Rust at build time: called, checked and dispatched.

use serde_json::json;
use toolmodel_runtime::TypedTool;

toolmodel_runtime::include_tools!();

use gh::edit_issue::Change;
use gh::list_issues::State;

fn main() -> Result<(), toolmodel_runtime::Error> {
    println!("tools:");
    for tool in ToolCall::definitions() {
        println!("  {}: {}", tool.id()?, summary(tool));
    }

    // A call as a model sends it: typed, validated against the advertised schema. A field is what was sent, the
    // method of the same name what that means.
    let call = gh::ListIssues::parse(&json!({"repo": "rust-lang/cargo", "page": 2.0}))?;
    assert_eq!((call.state, call.state()), (None, State::Open));
    println!(
        "list_issues: {} issues of {}, page {:?}, {} a page",
        call.state(),
        call.repo,
        call.page,
        call.per_page()
    );

    // Dispatch by id, and a union told apart by its `kind`.
    let arguments =
        json!({"repo": "rust-lang/cargo", "change": {"title": "A typo", "kind": "create"}});
    match ToolCall::parse("gh:edit_issue", &arguments)? {
        ToolCall::GhEditIssue(gh::EditIssue {
            change: Change::Create(issue),
            ..
        }) => println!("edit_issue: create {:?}", issue.title),
        other => println!("{}: something else", other.id()),
    }

    // Everything that is wrong, at once, for a model to mend.
    let wrong = json!({"repo": "x", "state": "opne", "per_page": 500, "labels": ["", "bug"]});
    if let Err(error) = ToolCall::parse("gh:list_issues", &wrong) {
        println!("refused:");
        for violation in error.violations().into_iter().flatten() {
            println!("  {violation}");
        }
    }
    if let Err(error) = ToolCall::parse("gh:get_repos", &json!({})) {
        println!("{error}");
    }

    // Built by hand: fields are plain, so a bound can be broken; `check` validates it against the schema.
    let call = gh::ListIssues::new("rust-lang/cargo").with_per_page(50);
    println!("list_issues: {}", serde_json::json!(call));
    let mut call = gh::GetRepo::new("rust-lang", "cargo");
    println!("get_repo: {}", serde_json::json!(call));
    call.repo = String::from("no spaces allowed");
    if let Err(error) = call.check() {
        println!("{error}");
    }

    // Results are typed, too.
    let result = json!({"full_name": "rust-lang/cargo", "stars": 12_000, "license": null});
    let repo = gh::GetRepo::parse_output(&result)?;
    println!("{} has {} stars", repo.full_name, repo.stars);
    Ok(())
}

fn summary(tool: &toolmodel_runtime::Tool) -> &str {
    let description = tool.description.as_deref().unwrap_or_default();
    description.lines().next().unwrap_or_default()
}
