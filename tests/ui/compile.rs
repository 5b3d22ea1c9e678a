//! Compiles single files against the runtime, serde and schemars, as a crate of a user has them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::shown::shown;
use crate::tests;

/// What a user of the derive depends on.
const DEPENDENCIES: [&str; 3] = ["toolmodel_runtime", "serde", "schemars"];

pub(crate) fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// rustc with what it takes to find the dependencies.
#[derive(Debug)]
pub(crate) struct Compiler {
    externs: Vec<String>,
    out: PathBuf,
}

impl Compiler {
    /// Has cargo compile the dependencies, with the target folder of the workspace and the features
    /// that the workspace turns on, so that only the runtime is compiled once more.
    pub(crate) fn new() -> Self {
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui_crate");
        let workspace = tests().parent().unwrap();
        std::fs::create_dir_all(out.join("src")).unwrap();
        let manifest = format!(
            "[package]\nname = \"ui-crate\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dependencies]\ntoolmodel-runtime = {{ path = \"{}\", features = [\"rmcp\"] }}\n\
             schemars = {{ version = \"1.2\", features = [\"preserve_order\"] }}\n\
             serde = {{ version = \"1\", features = [\"derive\"] }}\n\n\
             [profile.dev]\ndebug = 0\n\n[workspace]\n",
            workspace.join("toolmodel-runtime").display(),
        );
        std::fs::write(out.join("Cargo.toml"), manifest).unwrap();
        std::fs::write(out.join("src/lib.rs"), "").unwrap();
        std::fs::copy(workspace.join("Cargo.lock"), out.join("Cargo.lock")).unwrap();
        let output = Command::new(env!("CARGO"))
            .args(["build", "--offline", "--message-format=json"])
            .current_dir(&out)
            .env("CARGO_TARGET_DIR", out.join("../.."))
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        let messages = String::from_utf8(output.stdout).unwrap();
        Self {
            externs: externs(&messages),
            out,
        }
    }

    /// What the compiler says of a file, or nothing when it compiles.
    pub(crate) fn messages(&self, file: &Path) -> Option<String> {
        let output = Command::new(rustc())
            .args(["--edition=2024", "--emit=metadata", "--crate-name=mistake"])
            .args(["--diagnostic-width=140", "-Adead_code"])
            .args(&self.externs)
            .arg("-o")
            .arg(
                self.out
                    .join(file.with_extension("rmeta").file_name().unwrap()),
            )
            .arg(file)
            .current_dir(tests())
            .output()
            .unwrap();
        if output.status.success() {
            return None;
        }
        let messages = String::from_utf8(output.stderr).unwrap();
        Some(shown(&messages, tests().parent().unwrap()))
    }
}

/// The arguments that name the compiled dependencies.
fn externs(messages: &str) -> Vec<String> {
    let mut externs = Vec::new();
    for line in messages.lines() {
        let message: Value = serde_json::from_str(line).unwrap();
        let name = message["target"]["name"].as_str().unwrap_or_default();
        let files = message["filenames"].as_array().into_iter().flatten();
        let library = files.filter_map(Value::as_str).find(|file| {
            Path::new(file)
                .extension()
                .is_some_and(|kind| kind == "rlib")
        });
        if let Some(library) = library.filter(|_| DEPENDENCIES.contains(&name)) {
            externs.push(format!("--extern={name}={library}"));
            let folder = Path::new(library).parent().unwrap();
            externs.push(format!("-Ldependency={}", folder.display()));
        }
    }
    assert_eq!(externs.len(), 2 * DEPENDENCIES.len(), "{externs:?}");
    externs
}
