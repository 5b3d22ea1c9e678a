//! Sets of tools behind the official SDK, over a pipe in memory.

mod beside;
mod call;
mod faults;
mod readme;
mod repair;
mod serve;
mod side_by_side;

use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientLifecycleMode, RunningService, serve_client_with_lifecycle};
use rmcp::{ClientHandler, RoleClient, RoleServer, ServerHandler, ServiceExt as _};
use tokio::io::DuplexStream;
use toolmodel_runtime::rmcp::{Client, Lines, Server};
use toolmodel_tests_edges::{App, ToolCall};

type Ours = Server<ToolCall, App>;

fn server() -> Ours {
    Server::new(App::default()).named("edges", "1.0.0")
}

/// Serves at one end of a pipe; the other is for a client.
fn serve<S: ServerHandler>(server: S) -> DuplexStream {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    // As standard input and output are served.
    let (from, to) = tokio::io::split(ours);
    tokio::spawn(async move {
        if let Ok(running) = server.serve((Lines::new(from), to)).await {
            let running: RunningService<RoleServer, S> = running;
            let _ = running.waiting().await;
        }
    });
    theirs
}

/// A client that begins with `initialize`.
async fn connect<S: ServerHandler>(server: S) -> RunningService<RoleClient, ()> {
    ().serve(serve(server)).await.unwrap()
}

/// A client of the revision 2026-07-28, which has no session.
async fn discover<S: ServerHandler, C: ClientHandler>(
    server: S,
    client: C,
) -> RunningService<RoleClient, C> {
    let mode = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    serve_client_with_lifecycle(client, serve(server), mode)
        .await
        .unwrap()
}

fn typed(client: &RunningService<RoleClient, ()>) -> Client<ToolCall> {
    Client::new(client.peer().clone())
}
