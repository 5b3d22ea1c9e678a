//! Running the command, and what it says.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::fixture::Scratch;

pub(crate) const FAKE: &str = env!("CARGO_BIN_EXE_fake_server");

pub(crate) fn scratch() -> Scratch {
    Scratch::below(env!("CARGO_TARGET_TMPDIR"))
}

/// Where programs are looked for, the fake server among them.
fn path_with_fake() -> OsString {
    let own = Path::new(FAKE).parent().map(Path::to_owned);
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(own.into_iter().chain(std::env::split_paths(&others))).unwrap()
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolmodel_command"));
    command
        .args(arguments)
        .current_dir(folder)
        .env("PATH", path_with_fake())
        .env_remove("OUT_DIR")
        .env_remove("COLUMNS")
        .env_remove("TOOLMODEL_CHECKOUT")
        .env_remove("CLICOLOR_FORCE");
    command
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs it with a text on standard input.
pub(crate) fn run_with(folder: &Path, arguments: &[&str], input: &str) -> Output {
    use std::io::Write as _;
    let mut child = command(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The command may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A fake server behind a URL, ended when dropped.
#[derive(Debug)]
pub(crate) struct Served {
    child: Child,
    pub(crate) url: String,
}

impl Served {
    pub(crate) fn start(manner: &str) -> Self {
        use std::io::BufRead as _;
        let mut child = Command::new(FAKE)
            .args([manner, "http"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap();
        std::io::BufReader::new(stdout)
            .read_line(&mut line)
            .unwrap();
        Self {
            child,
            url: line.trim().to_owned(),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
