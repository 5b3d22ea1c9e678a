//! Files and folders that the documents name exist.

use std::collections::BTreeSet;

use crate::{read, workspace};

fn document(name: &str) -> String {
    std::fs::read_to_string(workspace().join(name)).unwrap()
}

/// What stands between backticks, outside of blocks.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (i, prose) in text.split("```").enumerate() {
        if i % 2 == 0 {
            found.extend(prose.split('`').skip(1).step_by(2));
        }
    }
    found
}

/// The rows of the table that stands below a line that begins with `start`.
fn table<'a>(text: &'a str, start: &str) -> Vec<Vec<&'a str>> {
    let lines = text.lines().skip_while(|line| !line.starts_with(start));
    let rows = lines
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn files_that_documents_name_exist() {
    let folders = ["tests/", "examples/", "toolmodel-", ".ci/"];
    let mut missing = Vec::new();
    let mut seen = 0;
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        for word in quoted(&document(name)) {
            let word = word.split_whitespace().next().unwrap_or_default();
            let is_path = word.contains('/') && folders.iter().any(|start| word.starts_with(start));
            if is_path {
                seen += 1;
                if !workspace().join(word).exists() {
                    missing.push(format!("{name}: {word}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(seen > 5, "only {seen} paths");
}

#[test]
fn owners_of_rules_exist() {
    let src = workspace().join("toolmodel-runtime/src");
    let architecture = document("ARCHITECTURE.md");
    let rows = table(&architecture, "| rule | owner |");
    assert!(rows.len() > 5, "{rows:?}");
    for row in rows {
        for owner in quoted(row[1]) {
            if let Some((module, name)) = owner.split_once("::") {
                let text = std::fs::read_to_string(src.join(module).join("mod.rs")).unwrap();
                assert!(text.contains(name), "{owner}: {module} has no such name");
            } else if owner.contains('/') {
                let file = src.join(format!("{owner}.rs"));
                assert!(
                    file.exists() || src.join(owner).is_dir(),
                    "{owner}: no such file"
                );
            }
        }
    }
}

#[test]
fn every_module_of_the_runtime_is_described() {
    let architecture = document("ARCHITECTURE.md");
    let rows = table(&architecture, "| folder of `toolmodel-runtime/src`");
    let described: BTreeSet<&str> = rows.iter().flat_map(|row| quoted(row[0])).collect();
    let runtime = read("toolmodel-runtime");
    let modules: BTreeSet<&str> = runtime.modules().collect();
    assert_eq!(described, modules);
}
