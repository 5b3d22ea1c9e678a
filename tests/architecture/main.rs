//! What ARCHITECTURE.md says of the source holds: who may import whom, no cycles, files that exist.

mod crates;
mod cycles;
mod paths;
mod words;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use crates::{Crate, Edge};

/// What each module of the runtime may import. `private` and `typed` see everything.
const SEES: [(&str, &[&str]); 11] = [
    ("rules", &[]),
    ("path", &[]),
    ("error", &["rules", "path"]),
    ("meter", &["rules", "path", "error"]),
    ("version", &["rules", "path", "error"]),
    ("schema", &["rules", "path", "error", "meter"]),
    (
        "model",
        &["rules", "path", "error", "meter", "version", "schema"],
    ),
    ("validate", LEFT_OF_THE_LAST),
    ("adapter", LEFT_OF_THE_LAST),
    ("docs", LEFT_OF_THE_LAST),
    (
        "repair",
        &[
            "rules", "path", "error", "meter", "version", "schema", "model", "validate", "private",
        ],
    ),
];

const LEFT_OF_THE_LAST: &[&str] = &[
    "rules", "path", "error", "meter", "version", "schema", "model",
];

const ADAPTERS: [&str; 5] = ["a2a", "anthropic", "gemini", "mcp", "openai"];

/// Imports against the rules, known and to be mended: an entry that is no longer needed fails.
const KNOWN_IMPORTS: [(&str, &str, &str); 1] = [(
    "docs",
    "typed",
    "the documents of a typed tool are registered by its type",
)];

/// Modules that import each other, known and to be mended: an entry that is no longer needed fails.
const KNOWN_CYCLES: [(&str, &[&str], &str); 2] = [
    (
        "toolmodel-runtime",
        &["docs", "private", "typed"],
        "`docs` takes typed tools, whose trait tells their documents and is implemented in `private`",
    ),
    (
        "toolmodel-build",
        &["assemble", "config", "output", "render"],
        "`Config` has the method that drives the stages, and the stages read `Config`",
    ),
];

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(name: &str) -> Crate {
    Crate::read(&workspace().join(name).join("src"))
}

#[test]
fn modules_of_the_runtime_see_only_what_stands_left_of_them() {
    let runtime = read("toolmodel-runtime");
    let free = ["private", "typed"];
    let named: BTreeSet<&str> = SEES.iter().map(|(name, _)| *name).chain(free).collect();
    let found: BTreeSet<&str> = runtime.modules().collect();
    assert_eq!(found, named, "every module has a place in the order");
    let mut known: BTreeSet<(&str, &str)> = KNOWN_IMPORTS
        .iter()
        .map(|(from, to, _)| (*from, *to))
        .collect();
    let mut wrong = Vec::new();
    for Edge { file, from, to, .. } in runtime.edges() {
        let Some((_, allowed)) = SEES.iter().find(|(name, _)| name == from) else {
            continue;
        };
        if !allowed.contains(&to.as_str()) {
            let is_known = KNOWN_IMPORTS.iter().any(|(a, b, _)| a == from && b == to);
            known.remove(&(from.as_str(), to.as_str()));
            if !is_known {
                wrong.push(format!("{}: `{from}` imports `{to}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known.is_empty(), "no longer needed in the list: {known:?}");
}

#[test]
fn adapters_do_not_import_each_other() {
    let runtime = read("toolmodel-runtime");
    let provider = |path: &[String]| -> Option<&'static str> {
        let [first, second, ..] = path else {
            return None;
        };
        let name = ADAPTERS.into_iter().find(|name| name == second)?;
        (first == "adapter").then_some(name)
    };
    let mut seen = BTreeSet::new();
    for reference in runtime.references() {
        let Some(own) = provider(&reference.from) else {
            continue;
        };
        seen.insert(own);
        if let Some(other) = provider(&reference.to) {
            let file = reference.file.display();
            assert_eq!(own, other, "{file}: `{own}` imports `{other}`");
        }
    }
    assert_eq!(seen, BTreeSet::from(ADAPTERS), "folders of the adapters");
}

#[test]
fn no_crate_has_modules_that_import_each_other() {
    let mut known: BTreeSet<(&str, &[&str])> = KNOWN_CYCLES
        .iter()
        .map(|(name, cycle, _)| (*name, *cycle))
        .collect();
    let mut wrong = Vec::new();
    for name in ["toolmodel-macros", "toolmodel-runtime", "toolmodel-build"] {
        let krate = read(name);
        for cycle in cycles::cycles(krate.edges().map(|edge| (&*edge.from, &*edge.to))) {
            let listed = KNOWN_CYCLES
                .iter()
                .find(|(a, b, _)| *a == name && *b == cycle);
            match listed {
                Some((_, listed, _)) => drop(known.remove(&(name, *listed))),
                None => wrong.push(describe(name, &krate, &cycle)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known.is_empty(), "no longer needed in the list: {known:?}");
}

/// A cycle with one import for each step in it.
fn describe(name: &str, krate: &Crate, cycle: &[&str]) -> String {
    let mut text = format!("{name}: {cycle:?} import each other:");
    let mut told = BTreeSet::new();
    for Edge { file, from, to } in krate.edges() {
        let inside = cycle.contains(&from.as_str()) && cycle.contains(&to.as_str());
        if inside && told.insert((from, to)) {
            let _ = write!(text, "\n  {}: {from} -> {to}", file.display());
        }
    }
    text
}
