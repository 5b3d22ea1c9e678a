//! Calls a public server with types that were made from its list of tools:
//! `client node server-memory/dist/index.js`.

use std::error::Error;

use rmcp::ServiceExt as _;
use rmcp::transport::TokioChildProcess;
use serde_json::json;
use tokio::process::Command;
use toolmodel_runtime::rmcp::{CallError, Client};

toolmodel_runtime::include_tools!();

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments
        .next()
        .ok_or("usage: client COMMAND [ARGUMENT..]")?;
    let mut command = Command::new(program);
    command.args(arguments);
    let running = ().serve(TokioChildProcess::new(command)?).await?;
    let memory = Client::<ToolCall>::new(running.peer().clone());

    let change = memory.verify().await?;
    println!(
        "{} tools known or new, {:?}",
        change.tools.len(),
        change.verdict
    );

    let entity = |name: &str| create_entities::Entity {
        name: name.to_owned(),
        entity_type: "crate".to_owned(),
        observations: vec!["it is an example".to_owned()],
    };
    let created = CreateEntities::new(vec![entity("toolmodel"), entity("rmcp")]);
    let created = memory.call(created).await?;
    for entity in &created.entities {
        println!("created {} ({})", entity.name, entity.entity_type);
    }
    let relation = create_relations::Relation {
        from: "toolmodel".to_owned(),
        relation_type: "uses".to_owned(),
        to: "rmcp".to_owned(),
    };
    memory.call(CreateRelations::new(vec![relation])).await?;
    let graph = memory.call(ReadGraph::default()).await?;
    println!(
        "{} entities, {} relations",
        graph.entities.len(),
        graph.relations.len()
    );

    match memory
        .call_foreign("search_nodes", json!({"query": 5}))
        .await
    {
        Err(CallError::Arguments(error)) => println!("{error}"),
        other => return Err(format!("not refused: {other:?}").into()),
    }
    running.cancel().await?;
    Ok(())
}
