//! A set of tools over streamable HTTP on the loopback, and clients that write HTTP by hand.

mod faults;
mod headers;
mod wire;

use std::sync::Arc;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use toolmodel_runtime::rmcp::Server;
use toolmodel_tests_edges::{App, ToolCall};

use wire::Client;

/// Serves over HTTP, each session with a clone.
async fn serve<S: ServerHandler + Clone>(server: S) -> Client {
    let sessions = Arc::new(LocalSessionManager::default());
    let config = StreamableHttpServerConfig::default();
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let service = TowerToHyperService::new(service.clone());
            tokio::spawn(async move {
                let connection =
                    http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                // Clients that leave are what these tests are about.
                let _ = connection.await;
            });
        }
    });
    Client::new(address)
}

async fn served() -> (Server<ToolCall, App>, Client) {
    let server = Server::new(App::default());
    let client = serve(server.clone()).await;
    (server, client)
}
