//! Repair, which has to be asked for: what a model meant, and what was changed for it.

use serde_json::{Value, json};
use toolmodel_runtime::{Result, Schema, Tool, repair};

fn handle(tool: &Tool, arguments: Value) {
    match repair::arguments(tool, arguments) {
        Ok(repaired) => {
            println!("{}", repaired.arguments);
            for change in &repaired.changes {
                println!("  {change}");
            }
        }
        Err(unrepaired) => println!("{}\n  {}", unrepaired.arguments, unrepaired.error),
    }
}

fn main() -> Result<()> {
    let state = Schema::one_of_texts(["open", "in_progress", "closed"]);
    let tool = Tool::builder("list_issues")
        .input_schema(
            Schema::object()
                .required("repo", Schema::string())
                .optional("state", state)
                .optional("labels", Schema::array(Schema::string()))
                .optional("per_page", Schema::integer().at_least(1).at_most(100))
                .optional(
                    "filter",
                    Schema::object().optional("assignee", Schema::string()),
                )
                .closed(),
        )
        .build()?;
    handle(&tool, json!({"repo": "rust", "per_page": 30}));
    handle(
        &tool,
        json!({
            "repo": "rust", "state": "InProgress", "labels": "bug", "perPage": "30",
            "filter": "{\"assignee\": 7}"
        }),
    );
    handle(
        &tool,
        json!({"repo": "rust", "state": null, "labels": "[\"a\", \"b\"]"}),
    );
    handle(&tool, json!({"repo": "rust", "perPage": "many"}));
    Ok(())
}
