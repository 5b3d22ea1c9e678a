//! What runs a tool is written beside it: an MCP server, a provider, or a function of the program.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use toolmodel_runtime::{
    BackendBinding, DefaultValidator, Result, Schema, SchemaValidator, Tool, ToolBackend,
};

type Function = fn(&Value) -> Value;

/// Runs a call where its backend says; here, only functions of the program really run.
fn run(
    tool: &Tool,
    backend: &ToolBackend,
    functions: &BTreeMap<&str, Function>,
    arguments: &Value,
) -> Result<String> {
    backend.validate()?;
    DefaultValidator::shared().validate_input(tool, arguments)?;
    Ok(match &backend.binding {
        BackendBinding::Local(local) => match functions.get(local.name.as_str()) {
            Some(function) => format!("here: {}", function(arguments)),
            None => format!("no function is called `{}`", local.name),
        },
        BackendBinding::Mcp(mcp) => {
            format!(
                "to the server `{}`: {} {arguments}",
                mcp.server_name, tool.name
            )
        }
        BackendBinding::Provider(provider) => {
            format!(
                "to `{}`: {} {arguments}",
                provider.provider_id, provider.tool_id
            )
        }
        other => format!("nothing here runs a backend of the kind `{}`", other.kind()),
    })
}

fn length(arguments: &Value) -> Value {
    json!(
        arguments["text"]
            .as_str()
            .map_or(0, |text| text.chars().count())
    )
}

fn main() -> Result<()> {
    let tool = Tool::builder("length")
        .description("Count the characters of a text.")
        .input_schema(Schema::object().required("text", Schema::string()).closed())
        .build()?;
    let functions = BTreeMap::from([("length", length as Function)]);
    let backends = [
        ToolBackend::local("length"),
        ToolBackend::local("width"),
        ToolBackend::mcp("texts"),
        ToolBackend::provider("acme", "text.length"),
        ToolBackend::from_json(r#"{"kind": "mcp", "mcp": {"serverName": "texts"}, "weight": 2}"#)?,
        ToolBackend::mcp(""),
    ];
    for backend in backends {
        println!("{}", backend.to_json());
        match run(&tool, &backend, &functions, &json!({"text": "seven…!"})) {
            Ok(answer) => println!("  {answer}"),
            Err(error) => println!("  {error}"),
        }
    }
    if let Err(error) = run(&tool, &ToolBackend::local("length"), &functions, &json!({})) {
        println!("{error}");
    }
    Ok(())
}
