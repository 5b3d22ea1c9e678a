//! Calls a public server with types that were made from its list of tools:
//! `client node server-memory/dist/index.js`.

use std::error::Error;

use rmcp::ServiceExt as _;
use rmcp::transport::TokioChildProcess;
use tokio::process::Command;
use toolmodel_runtime::rmcp::{CallError, Client};

toolmodel_runtime::include_tools!();

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().ok_or("usage: client COMMAND [ARGUMENT..]")?;
    let mut command = Command::new(program);
    command.args(arguments);
    let running = ().serve(TokioChildProcess::new(command)?).await?;
    let memory = Client::<ToolCall>::new(running.peer().clone());

    let change = memory.verify().await?;
    println!("{} tools known or new, {:?}", change.tools.len(), change.verdict);

    let entity = |name: &str, kind: &str| {
        create_entities::Entity::new(kind, name, ["it is an example"].map(str::to_owned).to_vec())
    };
    let created = CreateEntities::new([entity("toolmodel", "crate"), entity("rmcp", "crate")]);
    let created = memory.call(created).await?;
    for entity in &created.entities {
        println!("created {} ({})", entity.name, entity.entity_type);
    }
    let relation = create_relations::Relation::new("toolmodel", "uses", "rmcp");
    memory.call(CreateRelations::new([relation])).await?;
    let graph = memory.call(ReadGraph::default()).await?;
    println!("{} entities, {} relations", graph.entities.len(), graph.relations.len());

    match memory.call_foreign("search_nodes", toolmodel_runtime::__private::serde_json::json!({"query": 5})).await {
        Err(CallError::Arguments(error)) => println!("{error}"),
        other => return Err(format!("not refused: {other:?}").into()),
    }
    running.cancel().await?;
    Ok(())
}
