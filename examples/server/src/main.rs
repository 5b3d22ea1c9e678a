//! An issue tracker: tools as structs, state in SQLite, served over stdio or HTTP.
//!
//! `server stdio [DATABASE]`, or `server http ADDRESS [DATABASE]`.

mod store;
mod tools;

use std::error::Error;

use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use toolmodel_runtime::rmcp::{Server, stdio};

use store::Store;
use tools::ToolCall;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let server = |database: &[&str]| -> Result<_, Box<dyn Error>> {
        let store = Store::open(database.first().copied())?;
        let server = Server::<ToolCall, _>::new(store).named("tracker", env!("CARGO_PKG_VERSION"));
        Ok(server.on_fault(|fault| eprintln!("{fault}")))
    };
    match arguments.as_slice() {
        ["stdio", database @ ..] => {
            server(database)?.serve(stdio()).await?.waiting().await?;
        }
        ["http", address, database @ ..] => serve_http(server(database)?, address).await?,
        _ => return Err("usage: server stdio [DATABASE] | server http ADDRESS [DATABASE]".into()),
    }
    Ok(())
}

async fn serve_http(server: Server<ToolCall, Store>, address: &str) -> Result<(), Box<dyn Error>> {
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    );
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let app = axum::Router::new().nest_service("/mcp", service);
    axum::serve(listener, app).await?;
    Ok(())
}
