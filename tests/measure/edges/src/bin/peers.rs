//! Calls public servers with types that were generated from their own lists:
//! `peers NODE_MODULES PYTHON SCRATCH`.

use std::error::Error;
use std::path::Path;

use rmcp::service::RunningService;
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceExt as _};
use serde_json::json;
use tokio::process::Command;
use toolmodel_runtime::rmcp::{CallError, Client};
use toolmodel_runtime::{ToolSet, TypedTool as _};

macro_rules! generated {
    ($($name:ident $file:literal),*) => {$(
        mod $name {
            toolmodel_runtime::include_tools!($file);
        }
    )*};
}

generated!(everything "everything.rs", filesystem "filesystem.rs", git "git.rs", memory "memory.rs");

type Fallible<T> = Result<T, Box<dyn Error>>;
type Running = RunningService<RoleClient, ()>;

async fn start<S: ToolSet>(command: &[&str]) -> Fallible<(Running, Client<S>)> {
    let [program, arguments @ ..] = command else {
        return Err("no command".into());
    };
    let mut command = Command::new(program);
    command.args(arguments);
    let running = ().serve(TokioChildProcess::new(command)?).await?;
    let client = Client::new(running.peer().clone());
    let change = client.verify().await?;
    println!("{} tools, {:?}", change.tools.len(), change.verdict);
    Ok((running, client))
}

fn expect(condition: bool, what: &str) -> Fallible<()> {
    println!("{} {what}", if condition { "ok" } else { "NOT" });
    if condition { Ok(()) } else { Err(what.into()) }
}

async fn everything(node: &str, modules: &str) -> Fallible<()> {
    use everything::{Echo, GetStructuredContent, GetSum, ToolCall};
    let script = format!("{modules}/server-everything/dist/index.js");
    let (running, client) = start::<ToolCall>(&[node, &script]).await?;
    let echo = client
        .call(Echo::parse(&json!({"message": "hello"}))?)
        .await?;
    expect(echo.text().contains("hello"), "everything: echo")?;
    let sum = client
        .call(GetSum::parse(&json!({"a": 1, "b": 2}))?)
        .await?;
    expect(sum.text().contains('3'), "everything: get-sum")?;
    let weather = json!({"location": "New York"});
    let weather = client.call(GetStructuredContent::parse(&weather)?).await?;
    expect(
        weather.humidity > 0.0,
        "everything: get-structured-content is typed",
    )?;
    let refused = client.call_foreign("get-sum", json!({"a": "1"})).await;
    expect(
        matches!(refused, Err(CallError::Arguments(_))),
        "everything: wrong arguments stay here",
    )?;
    running.cancel().await?;
    Ok(())
}

async fn filesystem(node: &str, modules: &str, folder: &Path) -> Fallible<()> {
    use filesystem::{ListDirectory, ReadTextFile, ToolCall, WriteFile};
    let script = format!("{modules}/server-filesystem/dist/index.js");
    let folder = folder.to_string_lossy();
    let (running, client) = start::<ToolCall>(&[node, &script, &folder]).await?;
    let file = format!("{folder}/note.txt");
    let write = json!({"path": file, "content": "a note"});
    client.call(WriteFile::parse(&write)?).await?;
    let read = client
        .call(ReadTextFile::parse(&json!({"path": file}))?)
        .await?;
    expect(
        read.content == "a note",
        "filesystem: what was written is read",
    )?;
    let list = client
        .call(ListDirectory::parse(&json!({"path": folder}))?)
        .await?;
    expect(
        list.content.contains("note.txt"),
        "filesystem: list_directory",
    )?;
    let outside = client
        .call(ReadTextFile::parse(&json!({"path": "/etc/hostname"}))?)
        .await;
    expect(
        matches!(outside, Err(CallError::Failed(_))),
        "filesystem: a failure is one",
    )?;
    running.cancel().await?;
    Ok(())
}

async fn memory(node: &str, modules: &str, folder: &Path) -> Fallible<()> {
    use memory::{CreateEntities, ReadGraph, ToolCall};
    let script = format!("{modules}/server-memory/dist/index.js");
    let store = format!("MEMORY_FILE_PATH={}", folder.join("memory.jsonl").display());
    let (running, client) = start::<ToolCall>(&["env", &store, node, &script]).await?;
    let entity = json!({"name": "a", "entityType": "b", "observations": ["c"]});
    client
        .call(CreateEntities::parse(&json!({"entities": [entity]}))?)
        .await?;
    let graph = client.call(ReadGraph::parse(&json!({}))?).await?;
    expect(graph.entities.len() == 1, "memory: the graph is typed")?;
    running.cancel().await?;
    Ok(())
}

async fn git(python: &str, folder: &Path) -> Fallible<()> {
    use git::{GitStatus, ToolCall};
    let repository = folder.join("repository");
    let made = Command::new("git")
        .arg("init")
        .arg("-q")
        .arg(&repository)
        .status()
        .await?;
    expect(made.success(), "git: init")?;
    let (running, client) = start::<ToolCall>(&[python, "-m", "mcp_server_git"]).await?;
    let status = json!({"repo_path": repository});
    let status = client.call(GitStatus::parse(&status)?).await?;
    expect(status.text().contains("No commits yet"), "git: git_status")?;
    running.cancel().await?;
    Ok(())
}

#[tokio::main]
async fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [node, modules, python, folder] = arguments.as_slice() else {
        return Err("usage: peers NODE NODE_MODULES PYTHON SCRATCH".into());
    };
    let modules = format!("{modules}/@modelcontextprotocol");
    let folder = Path::new(folder);
    everything(node, &modules).await?;
    filesystem(node, &modules, folder).await?;
    memory(node, &modules, folder).await?;
    git(python, folder).await
}
