//! What a server advertises, as JSON: `list COMMAND [ARGUMENT..]`.

use std::error::Error;

use rmcp::ServiceExt as _;
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};
use toolmodel_runtime::rmcp::Client;

toolmodel_runtime::include_tools!();

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().ok_or("usage: list COMMAND [ARGUMENT..]")?;
    let mut command = tokio::process::Command::new(program);
    command.args(arguments);
    let running = ().serve(TokioChildProcess::new(command)?).await?;
    let tools = Client::<ToolCall>::new(running.peer().clone())
        .tools()
        .await?;
    let tools: Vec<Value> = tools
        .iter()
        .map(toolmodel_runtime::Tool::to_value)
        .collect();
    println!("{}", json!({"tools": tools}));
    running.cancel().await?;
    Ok(())
}
