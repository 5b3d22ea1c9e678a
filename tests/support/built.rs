//! The libraries that the workspace's tests were built with, for compilers that are called without
//! cargo: a crate of its own would have nearly all of them compiled again, with other features.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const NAMES: [&str; 4] = ["schemars", "serde", "serde_json", "toolmodel_runtime"];

/// The folder of the workspace.
///
/// # Panics
/// Never: the folder of the tests is inside of it.
#[must_use]
pub fn workspace() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap()
}

/// What a crate of a user depends on, as compiled for the tests.
#[derive(Debug)]
pub struct Libraries {
    files: Vec<(&'static str, PathBuf)>,
}

impl Libraries {
    /// Asks cargo, which has nothing to do when all of the workspace is being tested. The folder is
    /// `CARGO_TARGET_TMPDIR`, which only tests are told.
    ///
    /// # Panics
    /// When they cannot be built.
    #[must_use]
    pub fn beside(target_tmpdir: &str) -> Self {
        let target = Path::new(target_tmpdir).parent().unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["test", "--workspace", "--no-run", "--offline", "--locked"])
            .arg("--message-format=json")
            .current_dir(workspace())
            .env("CARGO_TARGET_DIR", target);
        // What cargo tells a test of its package: a build script that looks at these runs again, and
        // much is compiled again.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            let of_package = ["CARGO_PKG_", "CARGO_MANIFEST_", "OUT_DIR"];
            if of_package.iter().any(|start| text.starts_with(start)) {
                cargo.env_remove(&name);
            }
        }
        let printed = output(&mut cargo);
        let artifacts: Vec<Value> = printed
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|message| message["reason"] == "compiler-artifact")
            .collect();
        let found = |name| {
            let file = library(&artifacts, name);
            let file = file.unwrap_or_else(|| panic!("no library `{name}` in:\n{printed}"));
            (name, file)
        };
        Self {
            files: NAMES.map(found).to_vec(),
        }
    }

    /// A compiler, rustdoc or clippy over one library that depends on these.
    #[must_use]
    pub fn compiler(&self, program: &str, edition: &str, crate_name: &str) -> Command {
        let mut command = Command::new(program);
        command
            .arg(format!("--edition={edition}"))
            .arg(format!("--crate-name={crate_name}"))
            .env_remove("RUSTFLAGS");
        for (name, file) in &self.files {
            command.arg(format!("--extern={name}={}", file.display()));
        }
        let folders = self
            .files
            .iter()
            .take(1)
            .filter_map(|(_, file)| file.parent());
        command.args(folders.map(|folder| format!("-Ldependency={}", folder.display())));
        command
    }
}

/// Build scripts may have a library of their own, with fewer features than the tests.
fn library(artifacts: &[Value], name: &str) -> Option<PathBuf> {
    let of_name = artifacts.iter().filter(|artifact| {
        artifact["target"]["name"] == name && artifact["profile"]["test"] == false
    });
    let rlib = |artifact: &Value| {
        let files = artifact["filenames"].as_array()?;
        let mut paths = files.iter().filter_map(Value::as_str).map(PathBuf::from);
        paths.find(|file| file.extension().is_some_and(|ending| ending == "rlib"))
    };
    let features = |artifact: &Value| artifact["features"].as_array().map_or(0, Vec::len);
    let found = of_name.filter_map(|artifact| Some((rlib(artifact)?, features(artifact))));
    let most = found.max_by_key(|(_, features)| *features);
    most.map(|(file, _)| file)
}

/// What a program prints, which must succeed.
///
/// # Panics
/// When it does not.
pub fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "{command:?}\n{text}");
    text
}
