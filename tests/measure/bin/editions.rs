//! Checks that the code for real tools compiles without warnings in a crate of every edition, with this version
//! of Rust and the least one: for all of them in 2021, which most crates still have, for a sample in the others. What is derived, and the
//! snapshot cases, are in `tests/codegen/editions.rs`.
//!
//! `editions [COUNT]` takes only the first real tools.

mod scratch;

use std::path::Path;
use std::process::Command;

use scratch::{Fallible, scratch, write, write_workspace};
use serde_json::{Value, json};
use toolmodel_build::{Config, NamespaceFrom, WireNames};

/// How many tools are in one crate.
const BATCH: usize = 130;

const HEAD: &str = "//! Scratch.\n#![deny(warnings, missing_docs)]\n#![warn(clippy::pedantic)]\n\n";

fn main() -> Fallible<()> {
    let count = std::env::args().nth(1).map(|text| text.parse());
    let count: usize = count.transpose()?.unwrap_or(usize::MAX);
    let Some(tools) = toolmodel_tests::corpus() else {
        return Ok(());
    };
    let tools = tools.into_iter().take(count).map(|(file, mut tool)| {
        tool["namespace"] = json!(file.trim_end_matches(".json"));
        tool
    });
    let tools: Vec<Value> = tools.collect();
    // One of every few, so that the sample has tools of many servers.
    let every = tools.len().div_ceil(BATCH);
    let sample: Vec<Value> = tools.iter().step_by(every).cloned().collect();

    let folder = scratch("editions")?;
    let mut members = Vec::new();
    for edition in ["2018", "2021", "2024"] {
        let batches: Vec<&[Value]> = match edition {
            "2021" => tools.chunks(BATCH).collect(),
            _ => vec![&sample],
        };
        for (number, tools) in batches.into_iter().enumerate() {
            let name = format!("generated_{edition}_{number}");
            generate(&folder.join(&name), tools)?;
            write_manifest(&folder.join(&name), &name, edition)?;
            members.push(name);
        }
    }
    let members: Vec<&str> = members.iter().map(String::as_str).collect();
    write_workspace(&folder, &members)?;
    scratch::cargo("check", &folder)?;
    println!(
        "{} tools in edition 2021, {} in 2018 and 2024: no error, no warning",
        tools.len(),
        sample.len()
    );
    let minimum = env!("CARGO_PKG_RUST_VERSION");
    if check_with(minimum, &folder)? {
        println!("the same with Rust {minimum}");
    } else {
        println!("skipped: Rust {minimum} is not installed");
    }
    Ok(())
}

/// Checks with another version of Rust; false where it is not to be had.
fn check_with(version: &str, folder: &Path) -> Fallible<bool> {
    let rustup = || {
        let mut rustup = Command::new("rustup");
        rustup.args(["run", version]);
        // What this program was started with.
        rustup.env_remove("RUSTUP_TOOLCHAIN");
        rustup
    };
    let is_there = rustup().args(["rustc", "--version"]).output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        return Ok(false);
    }
    let status = rustup()
        .args(["cargo", "check", "--quiet", "--offline", "--workspace"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", scratch("minimum")?)
        .env_remove("CARGO")
        .env_remove("RUSTC")
        .status()?;
    if status.success() {
        Ok(true)
    } else {
        Err(format!("the code does not compile with Rust {version}").into())
    }
}

fn generate(folder: &Path, tools: &[Value]) -> Fallible<()> {
    std::fs::create_dir_all(folder.join("src"))?;
    let file = folder.join("tools.json");
    write(&file, &json!({"tools": tools}).to_string())?;
    Config::new()
        .namespace_from(NamespaceFrom::Tool)
        .wire_names(WireNames::Prefixed)
        .out_dir(folder.join("src"))
        .quiet()
        .generate(&file)?;
    let lib = format!("{HEAD}/// Generated.\npub mod tools {{\n    include!(\"tools.rs\");\n}}\n");
    write(&folder.join("src/lib.rs"), &lib)
}

fn write_manifest(folder: &Path, name: &str, edition: &str) -> Fallible<()> {
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n\n[dependencies]\n\
         toolmodel-runtime.workspace = true\n",
    );
    write(&folder.join("Cargo.toml"), &manifest)
}
