//! Ten thousand calls at once over HTTP, right and wrong, against this server and against the same one
//! written with the SDK's macro: `load [CALLS]`.
//!
//! The servers are processes of their own, so that their memory is theirs alone: `load serve ours|sdk`.

mod ours;
mod requests;
mod sdk;

use std::error::Error;
use std::io::BufRead as _;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use requests::Outcome;

type Fallible<T> = Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["serve", "ours"] => serve(ours::server).await,
        ["serve", "sdk"] => serve(sdk::Tracker::new).await,
        [] => compare(10_000).await,
        [calls] => compare(calls.parse()?).await,
        _ => Err("usage: load [CALLS]".into()),
    }
}

/// Serves without sessions, each answer as JSON: what is measured is the tools, not streams.
async fn serve<S: ServerHandler>(server: impl Fn() -> S + Send + Sync + 'static) -> Fallible<()> {
    let mut config = StreamableHttpServerConfig::default();
    config.legacy_session_mode = false;
    config.json_response = true;
    let sessions = LocalSessionManager::default();
    let service = StreamableHttpService::new(move || Ok(server()), sessions.into(), config);
    let socket = tokio::net::TcpSocket::new_v4()?;
    socket.bind(([127, 0, 0, 1], 0).into())?;
    let listener = socket.listen(16_384)?;
    println!("{}", listener.local_addr()?);
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}

/// A server, ended when this is dropped.
struct Serving {
    process: Child,
    address: String,
}

impl Serving {
    fn start(kind: &str) -> Fallible<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["serve", kind])
            .stdout(Stdio::piped())
            .spawn()?;
        let output = process.stdout.take().ok_or("no output")?;
        let mut address = String::new();
        std::io::BufReader::new(output).read_line(&mut address)?;
        let address = address.trim().to_owned();
        Ok(Self { process, address })
    }

    /// The most memory that it has used so far, in megabytes.
    fn memory(&self) -> Fallible<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.split_whitespace().next());
        Ok(peak.ok_or("no VmHWM")?.parse::<f64>()? / 1024.0)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn compare(calls: usize) -> Fallible<()> {
    let ours = Serving::start("ours")?;
    let sdk = Serving::start("sdk")?;
    // Both in turns, so that whatever else the machine does disturbs both.
    let mut best: [Option<Outcome>; 2] = [None, None];
    let mut peaks = [0.0_f64; 2];
    for round in 0..4 {
        for (at, server) in [(0, &ours), (1, &sdk)] {
            let outcome = requests::storm(&server.address, calls, at == 0).await?;
            let peak = server.memory()?;
            if round == 3 && at == 0 && peak > peaks[at] * 1.5 {
                return Err(format!("memory grows: {:.0} to {peak:.0} MB", peaks[at]).into());
            }
            peaks[at] = peak;
            let slot = &mut best[at];
            if slot.as_ref().is_none_or(|best| outcome.took < best.took) {
                *slot = Some(outcome);
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let [Some(our_best), Some(sdk_best)] = best else {
        return Err("nothing was measured".into());
    };
    for (name, outcome, peak) in [("ours", &our_best, peaks[0]), ("sdk", &sdk_best, peaks[1])] {
        println!(
            "{name}: {calls} calls at once in {:.2} s, {:.0} a second, half within {:.0} ms, 99 % within {:.0} ms, {peak:.0} MB",
            outcome.took.as_secs_f64(),
            calls as f64 / outcome.took.as_secs_f64(),
            outcome.percentile(50).as_secs_f64() * 1e3,
            outcome.percentile(99).as_secs_f64() * 1e3,
        );
    }
    println!(
        "ours by the SDK's: time {:.2}, half {:.2}, 99 % {:.2}, memory {:.2}",
        our_best.took.as_secs_f64() / sdk_best.took.as_secs_f64(),
        our_best.percentile(50).as_secs_f64() / sdk_best.percentile(50).as_secs_f64(),
        our_best.percentile(99).as_secs_f64() / sdk_best.percentile(99).as_secs_f64(),
        peaks[0] / peaks[1],
    );
    Ok(())
}
