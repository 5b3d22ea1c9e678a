//! Generates tools, compiles them and compares their types with the schemas they came from.
//!
//! `exactness suite` takes every schema of the JSON Schema test suite as an output schema, and its
//! tests as instances; `exactness corpus` takes the real tools and instances made from their
//! schemas; `exactness random SEED COUNT` makes schemas up. `exactness formats` takes the real tools
//! whose schemas have formats, with formats asserted, and `exactness typify` all real tools, with types
//! that typify declares where it can. The scratch crates lie in the target folder and deny warnings.

mod scratch;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use scratch::{Fallible, scratch, target, write, write_workspace};
use serde_json::{Value, json};
use toolmodel_build::{
    Config, Declarations, Enforcement, NamespaceFrom, Report, ToolReport, WireNames,
};
use toolmodel_tests::suite::groups;

/// Tools that are generated and compiled together, and instances whose validity is known.
struct Batch {
    name: String,
    tools: Vec<Value>,
    cases: Vec<(String, Value, bool)>,
    way: Way,
}

/// How a batch is generated.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Plain,
    /// With formats asserted.
    Formats,
    /// With types that typify declares.
    Typify,
    /// Both.
    TypifyFormats,
}

impl Way {
    fn formats(self) -> bool {
        matches!(self, Self::Formats | Self::TypifyFormats)
    }

    fn typify(self) -> bool {
        matches!(self, Self::Typify | Self::TypifyFormats)
    }
}

fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let batches = match words.as_slice() {
        ["suite"] => suite(),
        ["corpus"] => corpus(Way::Plain),
        ["formats"] => corpus(Way::Formats),
        ["typify"] => corpus(Way::Typify),
        ["typify", "every", step] => every(step.parse()?, corpus(Way::Typify)),
        ["typify", "formats"] => corpus(Way::TypifyFormats),
        ["random", seed, count] => Some(random(seed.parse()?, count.parse()?)),
        ["file", path] => Some(vec![file(path)?]),
        _ => {
            let usage = "usage: exactness suite | corpus | formats | typify [every N] | typify formats | \
                         random SEED COUNT | file PATH";
            return Err(usage.into());
        }
    };
    let Some(batches) = batches else {
        return Ok(());
    };
    let folder = scratch("exactness")?.join(words.join("_"));
    let mut reports = Vec::new();
    for batch in &batches {
        reports.push(write_crate(&folder, batch)?);
    }
    let members: Vec<&str> = batches.iter().map(|batch| batch.name.as_str()).collect();
    write_workspace(&folder, &members)?;
    summarise(&reports);
    if batches.iter().any(|batch| batch.way.typify()) {
        summarise_declarations(&reports);
    }
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
                way: Way::Plain,
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

fn corpus(way: Way) -> Option<Vec<Batch>> {
    let mut tools = Vec::new();
    for (file, mut tool) in toolmodel_tests::corpus()? {
        tool["namespace"] = json!(file.trim_end_matches(".json"));
        if !way.formats() || has_format(&tool) {
            tools.push(tool);
        }
    }
    let name = match way {
        Way::Plain => "corpus",
        Way::Formats => "formats",
        Way::Typify => "typify",
        Way::TypifyFormats => "typify_formats",
    };
    Some(chunked(name, &tools, 130, way))
}

/// Some of the tools of batches, evenly, in one batch.
fn every(step: usize, batches: Option<Vec<Batch>>) -> Option<Vec<Batch>> {
    let batches = batches?;
    let way = batches.first()?.way;
    let tools = batches.into_iter().flat_map(|batch| batch.tools);
    let tools: Vec<Value> = tools.step_by(step.max(1)).collect();
    Some(chunked("typify_some", &tools, 130, way))
}

/// Whether a text in a schema of the tool has a format.
fn has_format(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_format),
        Value::Object(map) => {
            map.get("format").is_some_and(Value::is_string) || map.values().any(has_format)
        }
        _ => false,
    }
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
    chunked("random", &tools, 150, Way::Plain)
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
        way: Way::Plain,
    })
}

fn chunked(name: &str, tools: &[Value], size: usize, way: Way) -> Vec<Batch> {
    let batch = |(number, tools): (usize, &[Value])| Batch {
        name: format!("{name}_{number}"),
        tools: tools.to_vec(),
        cases: Vec::new(),
        way,
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
    let config = Config::new().assert_formats(batch.way.formats());
    let config = if batch.way.typify() {
        let ids = batch
            .tools
            .iter()
            .map(|tool| format!("{}:{}", word(tool, "namespace"), word(tool, "name")));
        ids.fold(config, Config::typify)
    } else {
        config
    };
    let report = config
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
         report(&entries, include_str!(\"../cases.json\"), {formats});\n}}\n",
        formats = batch.way.formats(),
    );
    write(&folder.join("src/main.rs"), &main)?;
    let manifest = format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         toolmodel-runtime.workspace = true\ntoolmodel-tests.workspace = true\n{}",
        batch.name,
        if batch.way.typify() { FOR_TYPIFY } else { "" },
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    Ok(report)
}

/// What code of typify needs.
const FOR_TYPIFY: &str = "\
    serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\nregress = \"0.12\"\n\
    chrono = { version = \"0.4\", default-features = false, features = [\"serde\"] }\n\
    uuid = { version = \"1\", default-features = false, features = [\"serde\"] }\n";

fn word<'v>(tool: &'v Value, key: &str) -> &'v str {
    tool.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// How many tools have types of typify, and what keeps others from them.
fn summarise_declarations(reports: &[Report]) {
    let tools = reports.iter().flat_map(|report| &report.tools);
    let (mut declared, mut crates) = (0, BTreeMap::new());
    let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for tool in tools {
        match &tool.declarations {
            Declarations::Typify { crates: needed } => {
                declared += 1;
                for name in needed {
                    *crates.entry(name.as_str()).or_insert(0) += 1;
                }
            }
            Declarations::NotTypify { reason } => {
                let reason = reason.split(", at `").next().unwrap_or(reason);
                reasons.entry(reason.to_owned()).or_default().push(&tool.id);
            }
            _ => {}
        }
    }
    println!("{declared} tools have types of typify, which need {crates:?}");
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, tools)| std::cmp::Reverse(tools.len()));
    for (reason, tools) in reasons {
        println!(
            "not typify, {} tools, such as {}: {reason}",
            tools.len(),
            tools[0]
        );
    }
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
    let own = |tool: &&ToolReport| tool.declarations == Declarations::Own;
    for tool in tools().filter(own) {
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
