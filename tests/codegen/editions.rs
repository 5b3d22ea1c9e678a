//! Generated and derived code in crates of every edition that can hold it: `editions/lib.rs` is
//! compiled once for each, with every warning denied. `tests/measure/bin/editions.rs` does so with all
//! real tools.

use std::path::Path;

use toolmodel_build::{Config, NamespaceFrom, WireNames};
use toolmodel_tests::built::{output, workspace};

use crate::LIBRARIES;

const EDITIONS: [&str; 3] = ["2018", "2021", "2024"];

/// Writes a crate of an edition, which is also a package, for cargo with another compiler.
fn write_crate(folder: &Path, name: &str, edition: &str, source: &Path) {
    let krate = folder.join(name);
    std::fs::create_dir_all(&krate).unwrap();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n\n\
         [lib]\npath = \"{source}\"\n\n\
         [dependencies]\nschemars = \"1\"\nserde = \"1\"\nserde_json = \"1\"\n\
         toolmodel-runtime = {{ path = \"{runtime}\", features = [\"rmcp\"] }}\n",
        source = source.display(),
        runtime = workspace().join("toolmodel-runtime").display(),
    );
    std::fs::write(krate.join("Cargo.toml"), manifest).unwrap();
}

#[test]
fn code_compiles_without_warnings_in_every_edition() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editions");
    let source = workspace().join("tests/codegen/editions/lib.rs");
    let mut members = Vec::new();
    for edition in EDITIONS {
        let name = format!("of_{edition}");
        write_crate(&folder, &name, edition, &source);
        members.push(name);
    }
    Config::new()
        .namespace_from(NamespaceFrom::Folder)
        .wire_names(WireNames::Prefixed)
        .out_dir(&folder)
        .generate(workspace().join("tests/codegen/cases"))
        .unwrap();
    let root = format!(
        "[workspace]\nresolver = \"2\"\nmembers = {members:?}\n\n[profile.dev]\ndebug = 0\n"
    );
    std::fs::write(folder.join("Cargo.toml"), root).unwrap();
    // The versions that the workspace is tested with, and no look at a registry.
    std::fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    for (edition, name) in EDITIONS.iter().zip(&members) {
        output(
            LIBRARIES
                .compiler("rustc", edition, name)
                .args(["--crate-type=lib", "--emit=metadata"])
                .arg(format!("--out-dir={}", folder.join(name).display()))
                .arg(&source)
                .env("CARGO_MANIFEST_DIR", folder.join(name)),
        );
    }
}
