//! Tools with every way to end, and the state behind them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::rmcp::Context;
use toolmodel_runtime::{ContextHandler, Handler, Reply, SyncHandler, Tool, ToolFailure, tool_set};

/// What the handlers share.
#[derive(Debug, Default)]
pub struct App {
    /// Handlers that were dropped while they waited.
    pub dropped: Arc<AtomicUsize>,
    /// Handlers that ended because they were told to.
    pub heeded: AtomicUsize,
}

/// Add two numbers.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "math", read_only, output = Sum)]
pub struct Add {
    /// The first.
    #[schemars(range(max = 1000))]
    pub a: i64,
    /// The second.
    pub b: i64,
}

/// A sum.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sum {
    /// At most a million.
    #[schemars(range(max = 1_000_000))]
    pub sum: i64,
}

impl Handler<App> for Add {
    async fn handle(self, _: &App) -> Result<Sum, ToolFailure> {
        let sum = self.a.checked_add(self.b).ok_or("the sum is too large")?;
        Ok(Sum { sum })
    }
}

/// Repeat a text.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
pub struct Echo {
    /// The text.
    pub text: String,
}

impl SyncHandler<App> for Echo {
    fn handle_sync(self, _: &App) -> Result<Value, ToolFailure> {
        Ok(self.text.into())
    }
}

/// Panic.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
pub struct Crash {}

impl Handler<App> for Crash {
    async fn handle(self, _: &App) -> Result<Value, ToolFailure> {
        tokio::task::yield_now().await;
        panic!("the secret is 42");
    }
}

/// Wait.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
pub struct Wait {
    /// For how long.
    pub seconds: u32,
}

struct CountDrop(Arc<AtomicUsize>);

impl Drop for CountDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Handler<App> for Wait {
    async fn handle(self, app: &App) -> Result<Value, ToolFailure> {
        let _count = CountDrop(Arc::clone(&app.dropped));
        tokio::time::sleep(Duration::from_secs(self.seconds.into())).await;
        Ok(Value::Null)
    }
}

/// Count, telling how far it is, until the end or until nobody wants to know.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    /// How far.
    pub to: u32,
    /// Milliseconds from one to the next.
    pub pause: u32,
}

impl ContextHandler<App, Context> for Count {
    async fn handle_in(self, app: &App, context: Context) -> Result<Reply<Value>, ToolFailure> {
        let cancelled = context.cancelled();
        let count = async {
            for number in 1..=self.to {
                let (done, total) = (f64::from(number), f64::from(self.to));
                context.progress(done, Some(total), "counting").await?;
                tokio::time::sleep(Duration::from_millis(self.pause.into())).await;
            }
            Ok(Reply::new(json!(self.to)).with_meta("example.com/counted", json!(true)))
        };
        tokio::select! {
            () = cancelled => {
                app.heeded.fetch_add(1, Ordering::SeqCst);
                Err("nobody wants to know".into())
            }
            reply = count => reply,
        }
    }
}

tool_set![Add, Echo, Crash, Wait, Count];
