//! One crate of a user, built by cargo: when its build script runs again, and that nothing in the
//! generated code upsets strict lints, docs or doctests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

const LIB: &str = r#"//! A crate with every lint on.
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications, missing_debug_implementations)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, rustdoc::all)]
#![allow(clippy::blanket_clippy_restriction_lints, reason = "all of them is the point")]
#![forbid(unsafe_code)]

toolmodel_runtime::include_tools!();
"#;

/// How the first crate generates.
const FOLDER: &str = r#"toolmodel_build::Config::new()
        .namespace_from(toolmodel_build::NamespaceFrom::Folder)
        .wire_names(toolmodel_build::WireNames::Prefixed)
        .generate("tools")"#;

/// A build script that counts its runs.
fn build_script(generate: &str) -> String {
    format!(
        r#"fn main() -> Result<(), toolmodel_build::Errors> {{
    let count = std::path::Path::new(&std::env::var("CARGO_MANIFEST_DIR").unwrap()).join("runs");
    let runs = std::fs::read_to_string(&count).map_or(0, |text| text.parse::<u32>().unwrap());
    std::fs::write(count, (runs + 1).to_string()).unwrap();
    {generate}?;
    Ok(())
}}
"#
    )
}

struct Crate {
    folder: PathBuf,
}

impl Crate {
    /// Always at the same place, with the target folder of the workspace and the features that the
    /// workspace turns on, so that what both depend on is compiled once.
    fn new(name: &str, generate: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // What is compiled stays; everything else is made anew.
        for name in ["tools", "src", "runs", "Cargo.toml", "build.rs", "tool.md"] {
            let path = folder.join(name);
            let _ = std::fs::remove_file(&path);
            let _ = std::fs::remove_dir_all(&path);
        }
        let made = Self { folder };
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dependencies]\ntoolmodel-runtime = {{ path = \"{runtime}\", features = [\"rmcp\"] }}\n\n\
             [build-dependencies]\ntoolmodel-build = {{ path = \"{build}\" }}\n\
             toolmodel-runtime = {{ path = \"{runtime}\", features = [\"rmcp\"] }}\n\n[workspace]\n\n\
             [profile.dev]\ndebug = 0\n",
            runtime = workspace.join("toolmodel-runtime").display(),
            build = workspace.join("toolmodel-build").display(),
        );
        made.write("Cargo.toml", &manifest);
        made.write("build.rs", &build_script(generate));
        made.write("src/lib.rs", LIB);
        // The versions that the workspace is tested with, and no look at a registry.
        std::fs::copy(workspace.join("Cargo.lock"), made.folder.join("Cargo.lock")).unwrap();
        made
    }

    /// The tools of all snapshots.
    fn write_cases(&self) {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen/cases");
        for case in toolmodel_tests::fixture::folders(&cases) {
            let name = case.file_name().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(case.join("tool.json")).unwrap();
            self.write(&format!("tools/{name}/tool.json"), &text);
        }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        // Cargo compares times, which a file system may count coarsely.
        std::thread::sleep(Duration::from_millis(20));
        std::fs::write(&path, text).unwrap();
    }

    fn cargo(&self, arguments: &[&str], environment: &[(&str, &str)]) -> String {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        self.run(
            Command::new(env!("CARGO"))
                .args(arguments)
                .arg("--offline")
                .env("CARGO_TARGET_DIR", target)
                .envs(environment.iter().copied()),
        )
    }

    /// What a program prints, which must succeed.
    fn run(&self, command: &mut Command) -> String {
        let output = command
            .current_dir(&self.folder)
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(output.status.success(), "{command:?}\n{text}");
        text
    }

    /// Builds, and says how often the build script has run.
    fn runs(&self) -> u32 {
        self.cargo(&["build"], &[]);
        let text = std::fs::read_to_string(self.folder.join("runs")).unwrap();
        text.parse().unwrap()
    }

    /// What cargo passes to rustc. `cargo doc` would have all dependencies checked, though they are
    /// compiled.
    fn rustdoc(&self, arguments: &[&str]) -> String {
        let built = self.cargo(&["build", "--message-format=json"], &[]);
        let messages: Vec<Value> = built
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        let runtime = messages
            .iter()
            .filter(|message| message["target"]["name"] == "toolmodel_runtime")
            .find_map(|message| message["filenames"][0].as_str())
            .unwrap();
        let out_dir = messages
            .iter()
            .filter(|message| message["reason"] == "build-script-executed")
            .filter(|message| {
                message["package_id"]
                    .as_str()
                    .unwrap()
                    .contains("user_crate")
            })
            .find_map(|message| message["out_dir"].as_str())
            .unwrap();
        let dependencies = Path::new(runtime).parent().unwrap();
        self.run(
            Command::new(std::env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into()))
                .args(["--edition=2024", "--crate-name=user_crate", "src/lib.rs"])
                .arg(format!("--extern=toolmodel_runtime={runtime}"))
                .arg(format!("-Ldependency={}", dependencies.display()))
                .arg("--out-dir=doc")
                .args(arguments)
                .env("OUT_DIR", out_dir),
        )
    }
}

#[test]
fn a_strict_crate_is_built_again_only_when_its_tools_change() {
    let krate = Crate::new("user_crate", FOLDER);
    krate.write_cases();
    let tool = |name: &str| format!(r#"{{"name": "{name}", "inputSchema": {{"type": "object"}}}}"#);
    let first = krate.runs();
    assert_eq!(krate.runs(), first, "untouched");
    krate.write("tools/new/deep/added.json", &tool("added"));
    let added = krate.runs();
    assert_eq!(added, first + 1, "added");
    assert_eq!(krate.runs(), added, "untouched after adding");
    krate.write("tools/new/deep/added.json", &tool("edited"));
    let edited = krate.runs();
    assert_eq!(edited, added + 1, "edited");
    assert_eq!(krate.runs(), edited, "untouched after editing");
    std::fs::remove_file(krate.folder.join("tools/new/deep/added.json")).unwrap();
    let removed = krate.runs();
    assert_eq!(removed, edited + 1, "removed");
    assert_eq!(krate.runs(), removed, "untouched after removing");
    krate.write("src/other.rs", "");
    assert_eq!(krate.runs(), removed, "a file that is no tool");

    krate.rustdoc(&[]);
    let doctests = krate.rustdoc(&["--test"]);
    assert!(doctests.contains("running 0 tests"), "{doctests}");
    let clippy = Command::new("clippy-driver").arg("--version").output();
    if clippy.is_ok_and(|output| output.status.success()) {
        // As `cargo clippy` does it, but for a build, whose dependencies are compiled already.
        krate.cargo(&["build"], &[("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")]);
    } else {
        toolmodel_tests::skipped("no clippy");
    }
}

/// The folder of the file is the package, which holds `runs` and more that changes.
#[test]
fn docs_put_beside_a_single_file_start_a_build() {
    if toolmodel_tests::one_in(2) > 1 {
        return toolmodel_tests::skipped("a second crate is built with TOOLMODEL_ALL only");
    }
    let krate = Crate::new("single_file", r#"toolmodel_build::generate("tool.json")"#);
    krate.write(
        "tool.json",
        r#"{"name": "tool", "description": "Works.", "inputSchema": {"type": "object"}}"#,
    );
    let first = krate.runs();
    assert_eq!(krate.runs(), first, "untouched");
    krate.write("README.md", "A file that is no tool's.");
    assert_eq!(krate.runs(), first, "docs of something else");
    if !cfg!(unix) {
        return toolmodel_tests::skipped("no links");
    }
    krate.write("tool.md", "How it works.");
    let added = krate.runs();
    assert_eq!(added, first + 1, "added");
    assert_eq!(krate.runs(), added, "untouched after adding");
    krate.write("tool.md", "How it really works.");
    let edited = krate.runs();
    assert_eq!(edited, added + 1, "edited");
    assert_eq!(krate.runs(), edited, "untouched after editing");
    let (docs, apart) = (krate.folder.join("tool.md"), krate.folder.join("apart"));
    std::fs::rename(&docs, &apart).unwrap();
    let removed = krate.runs();
    assert_eq!(removed, edited + 1, "removed");
    assert_eq!(krate.runs(), removed, "untouched after removing");
    // Moved, it is older than the last build.
    std::fs::rename(&apart, &docs).unwrap();
    let moved = krate.runs();
    assert_eq!(moved, removed + 1, "moved");
    assert_eq!(krate.runs(), moved, "untouched after moving");
}
