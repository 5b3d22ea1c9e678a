//! Generates tools, compiles them and compares their types with the schemas they came from.
//!
//! `exactness suite` takes every schema of the JSON Schema test suite as an output schema, and its
//! tests as instances; `exactness corpus` takes the real tools and instances made from their
//! schemas; `exactness random SEED COUNT` makes schemas up. The scratch crates lie in the target
//! folder and deny warnings.

mod scratch;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use scratch::{Fallible, scratch, target, write, write_workspace};
use serde_json::{Value, json};
use toolmodel_build::{Config, Enforcement, NamespaceFrom, Report, WireNames};
use toolmodel_tests::suite::groups;

/// Tools that are generated and compiled together, and instances whose validity is known.
struct Batch {
    name: String,
    tools: Vec<Value>,
    cases: Vec<(String, Value, bool)>,
}

fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let batches = match words.as_slice() {
        ["suite"] => suite(),
        ["corpus"] => corpus(),
        ["random", seed, count] => Some(random(seed.parse()?, count.parse()?)),
        ["file", path] => Some(vec![file(path)?]),
        _ => return Err("usage: exactness suite | corpus | random SEED COUNT | file PATH".into()),
    };
    let Some(batches) = batches else {
        return Ok(());
    };
    let folder = scratch("exactness")?.join(words[0]);
    let mut reports = Vec::new();
    for batch in &batches {
        reports.push(write_crate(&folder, batch)?);
    }
    let members: Vec<&str> = batches.iter().map(|batch| batch.name.as_str()).collect();
    write_workspace(&folder, &members)?;
    summarise(&reports);
    scratch::cargo("build", &folder)?;
    run(&folder, &batches)
}

fn suite() -> Option<Vec<Batch>> {
    let mut batches = Vec::new();
    for folder in ["draft2020-12", "draft7"] {
        let groups = groups(folder)?;
        for (number, groups) in groups.chunks(150).enumerate() {
            let mut batch = Batch {
                name: format!("{}_{number}", folder.replace('-', "_")),
                tools: Vec::new(),
                cases: Vec::new(),
            };
            for (i, group) in groups.iter().enumerate() {
                let name = format!("g{i}");
                for (instance, valid) in &group.tests {
                    batch.cases.push((name.clone(), instance.clone(), *valid));
                }
                batch.tools.push(json!({
                    "name": name,
                    "description": group.name,
                    "inputSchema": {"type": "object"},
                    "outputSchema": group.schema,
                }));
            }
            batches.push(batch);
        }
    }
    Some(batches)
}

fn corpus() -> Option<Vec<Batch>> {
    let mut tools = Vec::new();
    for (file, mut tool) in toolmodel_tests::corpus()? {
        tool["namespace"] = json!(file.trim_end_matches(".json"));
        tools.push(tool);
    }
    Some(chunked("corpus", &tools, 130))
}

fn random(seed: u64, count: usize) -> Vec<Batch> {
    let schemas = toolmodel_tests::random::schemas(seed, count);
    let tools: Vec<Value> = schemas
        .into_iter()
        .enumerate()
        .map(|(i, schema)| {
            let name = format!("r{i}");
            json!({"name": name, "inputSchema": {"type": "object"}, "outputSchema": schema})
        })
        .collect();
    chunked("random", &tools, 150)
}

fn file(path: &str) -> Fallible<Batch> {
    let document: Value = serde_json::from_slice(&std::fs::read(path)?)?;
    let tools = document.get("tools").unwrap_or(&document);
    Ok(Batch {
        name: "file".to_owned(),
        tools: tools
            .as_array()
            .cloned()
            .unwrap_or_else(|| vec![tools.clone()]),
        cases: Vec::new(),
    })
}

fn chunked(name: &str, tools: &[Value], size: usize) -> Vec<Batch> {
    let batch = |(number, tools): (usize, &[Value])| Batch {
        name: format!("{name}_{number}"),
        tools: tools.to_vec(),
        cases: Vec::new(),
    };
    tools.chunks(size).enumerate().map(batch).collect()
}

fn write_crate(folder: &Path, batch: &Batch) -> Fallible<Report> {
    let folder = folder.join(&batch.name);
    std::fs::create_dir_all(folder.join("src"))?;
    let tools = folder.join("tools.json");
    write(&tools, &json!({"tools": batch.tools}).to_string())?;
    write(
        &folder.join("cases.json"),
        &serde_json::to_string(&batch.cases)?,
    )?;
    let report = Config::new()
        .namespace_from(NamespaceFrom::Tool)
        .wire_names(WireNames::Prefixed)
        .out_dir(folder.join("src"))
        .generate(&tools)?;
    let entries = report.tools.iter().fold(String::new(), |mut text, tool| {
        let _ = writeln!(text, "        entry::<tools::{}>(),", tool.path);
        text
    });
    let main = format!(
        "//! Scratch.\n#![deny(warnings, missing_docs)]\n#![warn(clippy::pedantic)]\n\
         /// Generated.\npub mod tools {{\n    include!(\"tools.rs\");\n}}\n\n\
         use toolmodel_tests::exactness::{{entry, report}};\n\n\
         fn main() {{\n    let entries = [\n{entries}    ];\n    \
         report(&entries, include_str!(\"../cases.json\"));\n}}\n"
    );
    write(&folder.join("src/main.rs"), &main)?;
    let manifest = format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         toolmodel-runtime.workspace = true\ntoolmodel-tests.workspace = true\n",
        batch.name
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    Ok(report)
}

fn summarise(reports: &[Report]) {
    let tools = || reports.iter().flat_map(|report| &report.tools);
    let outputs = || tools().filter_map(|tool| tool.output.as_ref());
    let exact = |enforcement: &&Enforcement| enforcement.is_exact();
    println!(
        "{} tools: {} input schemas exact; {} of {} output schemas exact; {} warnings",
        tools().count(),
        tools().map(|tool| &tool.input).filter(exact).count(),
        outputs().filter(exact).count(),
        outputs().count(),
        reports
            .iter()
            .map(|report| report.warnings.len())
            .sum::<usize>(),
    );
    for tool in tools() {
        if let Enforcement::Checked(reasons) = &tool.input {
            println!("checked: {} input: {}", tool.id, reasons[0]);
        }
    }
}

fn run(folder: &Path, batches: &[Batch]) -> Fallible<()> {
    let mut failed = 0;
    for batch in batches {
        let program = target()?.join("debug").join(&batch.name);
        let status = Command::new(program).current_dir(folder).status()?;
        failed += usize::from(!status.success());
    }
    if failed == 0 {
        Ok(())
    } else {
        Err(format!("{failed} batches have wrong answers").into())
    }
}
