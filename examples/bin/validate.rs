//! A foreign tool, met at run time: its schema is checked, its arguments are validated against it, and a
//! model is told what to mend.

use serde_json::{Value, json};
use toolmodel_runtime::{DefaultValidator, ErrorKind, Result, SchemaValidator, Tool};

/// A tool as a server lists it.
const TOOL: &str = r#"{
    "name": "search_issues",
    "description": "Search the issues of a repository.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "repository": {"type": "string", "pattern": "^[^/]+/[^/]+$"},
            "state": {"enum": ["open", "closed", "all"], "default": "open"},
            "per_page": {"type": "integer", "minimum": 1, "maximum": 100},
            "token": {"type": "string", "maxLength": 8}
        },
        "required": ["repository"],
        "additionalProperties": false
    }
}"#;

fn main() -> Result<()> {
    let tool = Tool::from_mcp_json(TOOL)?;
    let validator = DefaultValidator::shared();
    validator.check_schema(&tool.input_schema)?;

    call(
        validator,
        &tool,
        &json!({"repository": "rust-lang/rust", "state": "closed"}),
    );
    call(
        validator,
        &tool,
        &json!({
            "repository": "rust",
            "state": "opne",
            "perPage": 10,
            "per_page": "10",
            "token": "a-secret-nobody-should-read",
        }),
    );

    let foreign = Tool::from_mcp_json(
        r#"{"name": "hostile", "inputSchema": {"$ref": "https://example.com/schema.json"}}"#,
    )?;
    match validator.validate_input(&foreign, &json!({})) {
        Err(error) if error.kind() == ErrorKind::ExternalRef => println!("{error}"),
        other => println!("unexpected: {other:?}"),
    }
    Ok(())
}

fn call(validator: &impl SchemaValidator, tool: &Tool, arguments: &Value) {
    match validator.validate_input(tool, arguments) {
        Ok(()) => println!("{}: the arguments are valid", tool.name),
        Err(error) => println!("{}: {:#}", tool.name, error.to_tool_error()),
    }
}
