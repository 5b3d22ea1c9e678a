//! One crate of a user, built by cargo: when its build script runs again, and that nothing in the
//! generated code upsets strict lints, docs or doctests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use toolmodel_tests::built::output;

use crate::LIBRARIES;

const LIB: &str = r#"//! A crate with every lint on.
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications, missing_debug_implementations)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, rustdoc::all)]
#![allow(clippy::blanket_clippy_restriction_lints, reason = "all of them is the point")]
#![forbid(unsafe_code)]

toolmodel_runtime::include_tools!();
"#;

const MANIFEST: &str = r#"[package]
name = "user_crate"
version = "0.1.0"
edition = "2024"

[workspace]
"#;

/// A build script that counts its runs.
fn build_script(from: &str) -> String {
    format!(
        r#"fn main() {{
    let count = std::path::Path::new(&std::env::var("CARGO_MANIFEST_DIR").unwrap()).join("runs");
    let runs = std::fs::read_to_string(&count).map_or(0, |text| text.parse::<u32>().unwrap());
    std::fs::write(count, (runs + 1).to_string()).unwrap();
    let generated = std::process::Command::new({generator:?}).arg({from:?}).status().unwrap();
    assert!(generated.success());
    println!("cargo::warning=generated in {{}}", std::env::var("OUT_DIR").unwrap());
}}
"#,
        generator = env!("CARGO_BIN_EXE_generator"),
    )
}

struct Crate {
    folder: PathBuf,
}

impl Crate {
    fn new(name: &str, from: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let made = Self { folder };
        made.write("Cargo.toml", MANIFEST);
        made.write("build.rs", &build_script(from));
        made.write("src/lib.rs", "");
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

    fn build(&self) -> String {
        output(
            Command::new(env!("CARGO"))
                .args(["build", "--offline"])
                .current_dir(&self.folder)
                .env("CARGO_TARGET_DIR", self.folder.with_extension("target"))
                .env_remove("RUSTFLAGS"),
        )
    }

    /// Builds, and says how often the build script has run.
    fn runs(&self) -> u32 {
        self.build();
        let text = std::fs::read_to_string(self.folder.join("runs")).unwrap();
        text.parse().unwrap()
    }

    /// A compiler over a library in which what the build script generated can be included.
    fn compiler(&self, program: &str, library: &str) -> Command {
        let built = self.build();
        let (_, out_dir) = built.rsplit_once("generated in ").unwrap();
        self.write("library.rs", library);
        let mut command = LIBRARIES.compiler(program, "2024", "user_crate");
        command
            .args(["library.rs", "--out-dir=out"])
            .current_dir(&self.folder)
            .env("OUT_DIR", out_dir.lines().next().unwrap());
        command
    }
}

#[test]
fn a_strict_crate_is_built_again_only_when_its_tools_change() {
    let krate = Crate::new("user_crate", "tools");
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

    let rustdoc = std::env::var("RUSTDOC").unwrap_or_else(|_| "rustdoc".to_owned());
    output(&mut krate.compiler(&rustdoc, LIB));
    let doctests = output(krate.compiler(&rustdoc, LIB).arg("--test"));
    assert!(doctests.contains("running 0 tests"), "{doctests}");
    let clippy = Command::new("clippy-driver").arg("--version").output();
    let (compiler, lint, refused) = if clippy.is_ok_and(|output| output.status.success()) {
        let half = "/// Half.\npub fn half(whole: f64) -> f64 { whole / 2.0_f64 }";
        ("clippy-driver", "floating-point arithmetic", half)
    } else {
        toolmodel_tests::skipped("no clippy");
        ("rustc", "missing documentation", "pub fn undocumented() {}")
    };
    let metadata = ["--crate-type=lib", "--emit=metadata"];
    output(krate.compiler(compiler, LIB).args(metadata));
    // Else the lints are off, and nothing was tried.
    let more = format!("{LIB}{refused}\n");
    let told = krate
        .compiler(compiler, &more)
        .args(metadata)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&told.stderr);
    assert!(!told.status.success() && text.contains(lint), "{text}");
}

/// The folder of the file is the package, which holds `runs` and more that changes.
#[test]
fn docs_put_beside_a_single_file_start_a_build() {
    let krate = Crate::new("single_file", "tool.json");
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
