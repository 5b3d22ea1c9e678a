//! The libraries that the workspace's tests were built with, for compilers that are called without
//! cargo: a crate of its own would have nearly all of them compiled again, with other features.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

static LIBRARIES: LazyLock<Vec<(String, PathBuf)>> = LazyLock::new(libraries);

const NAMES: [&str; 4] = ["schemars", "serde", "serde_json", "toolmodel_runtime"];

pub(crate) fn workspace() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap()
}

/// Asks cargo, which has nothing to do when all of the workspace is being tested.
fn libraries() -> Vec<(String, PathBuf)> {
    let printed = output(
        Command::new(env!("CARGO"))
            .args(["test", "--workspace", "--no-run", "--offline", "--locked"])
            .arg("--message-format=json")
            .current_dir(workspace())
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap(),
            ),
    );
    let artifacts: Vec<Value> = printed
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact")
        .collect();
    // Build scripts may have libraries of their own, with fewer features than the tests.
    let found = |name: &str| {
        let of_name = artifacts.iter().filter(|artifact| {
            artifact["target"]["name"] == name && artifact["profile"]["test"] == false
        });
        let rlib = |artifact: &Value| {
            let files = artifact["filenames"].as_array().unwrap();
            let mut paths = files.iter().filter_map(Value::as_str).map(PathBuf::from);
            paths.find(|file| file.extension().is_some_and(|ending| ending == "rlib"))
        };
        let features = |artifact: &&Value| artifact["features"].as_array().unwrap().len();
        let (file, _) = of_name
            .filter_map(|artifact| Some((rlib(artifact)?, features(&artifact))))
            .max_by_key(|(_, features)| *features)
            .unwrap_or_else(|| panic!("no library `{name}` among what was built:\n{printed}"));
        (name.to_owned(), file)
    };
    NAMES.map(found).to_vec()
}

/// A compiler, rustdoc or clippy over one library.
pub(crate) fn compiler(program: &str, edition: &str, crate_name: &str) -> Command {
    let mut command = Command::new(program);
    command
        .arg(format!("--edition={edition}"))
        .arg(format!("--crate-name={crate_name}"))
        .env_remove("RUSTFLAGS");
    for (name, file) in &*LIBRARIES {
        command.arg(format!("--extern={name}={}", file.display()));
    }
    let folder = LIBRARIES[0].1.parent().unwrap();
    command.arg(format!("-Ldependency={}", folder.display()));
    command
}

/// What a program prints, which must succeed.
pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "{command:?}\n{text}");
    text
}
