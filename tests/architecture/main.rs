//! What ARCHITECTURE.md says of the source holds: who may import whom, no cycles, files that exist.

mod crates;
mod cycles;
mod limits;
mod paths;
mod promises;
mod words;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use crates::{Crate, Edge};

/// What each module of the runtime may import. `private`, `typed` and `rmcp` see everything.
const SEES: [(&str, &[&str]); 13] = [
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
    (
        "example",
        &[
            "rules", "path", "error", "meter", "version", "schema", "model", "validate",
        ],
    ),
    (
        "compare",
        &[
            "rules", "path", "error", "meter", "version", "schema", "model", "validate", "example",
        ],
    ),
    (
        "adapter",
        &[
            "rules", "path", "error", "meter", "version", "schema", "model", "validate",
        ],
    ),
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

/// The stages of the generator: one imports those before it only.
const STAGES: [&str; 10] = [
    "load",
    "identify",
    "authoring",
    "tool_names",
    "lower",
    "types",
    "typify",
    "unused",
    "render",
    "write",
];

const ADAPTERS: [&str; 6] = ["a2a", "anthropic", "bedrock", "gemini", "mcp", "openai"];

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(name: &str) -> Crate {
    Crate::read(&workspace().join(name).join("src"))
}

#[test]
fn modules_of_the_runtime_see_only_what_stands_left_of_them() {
    let runtime = read("toolmodel-runtime");
    let free = ["private", "typed", "rmcp"];
    let named: BTreeSet<&str> = SEES.iter().map(|(name, _)| *name).chain(free).collect();
    let found: BTreeSet<&str> = runtime.modules().collect();
    assert_eq!(found, named, "every module has a place in the order");
    let mut wrong = Vec::new();
    for Edge { file, from, to, .. } in runtime.edges() {
        let Some((_, allowed)) = SEES.iter().find(|(name, _)| name == from) else {
            continue;
        };
        if !allowed.contains(&to.as_str()) {
            wrong.push(format!("{}: `{from}` imports `{to}`", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
fn stages_of_the_generator_import_those_before_them() {
    let generator = read("toolmodel-build");
    let number = |module: &str| STAGES.iter().position(|stage| *stage == module);
    let mut seen = BTreeSet::new();
    for Edge { file, from, to, .. } in generator.edges() {
        let (Some(own), Some(other)) = (number(from), number(to)) else {
            continue;
        };
        seen.insert((own, other));
        let file = file.display();
        assert!(
            other <= own,
            "{file}: `{from}` imports `{to}`, a later stage"
        );
    }
    let lower_is_called = (number("types"), number("lower"));
    assert!(
        seen.iter()
            .any(|(own, other)| (Some(*own), Some(*other)) == lower_is_called)
    );
}

#[test]
fn no_crate_has_modules_that_import_each_other() {
    let mut wrong = Vec::new();
    for name in ["toolmodel-macros", "toolmodel-runtime", "toolmodel-build"] {
        let krate = read(name);
        for cycle in cycles::cycles(krate.edges().map(|edge| (&*edge.from, &*edge.to))) {
            wrong.push(describe(name, &krate, &cycle));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_of_adapter_do_not_import_each_other() {
    let runtime = read("toolmodel-runtime");
    let inside = |path: &[String]| match path {
        [first, second, ..] if first == "adapter" => Some(second.clone()),
        _ => None,
    };
    let references = runtime.references().iter();
    let edges =
        references.filter_map(|reference| Some((inside(&reference.from)?, inside(&reference.to)?)));
    let edges: BTreeSet<(String, String)> = edges.filter(|(from, to)| from != to).collect();
    assert!(edges.contains(&("common".to_owned(), "lower".to_owned())));
    let cycles = cycles::cycles(edges.iter().map(|(from, to)| (&**from, &**to)));
    assert!(cycles.is_empty(), "{cycles:?}");
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
