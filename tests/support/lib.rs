//! What the tests share: where the reference data is, instances of schemas, and compilers.

pub mod built;
pub mod exactness;
pub mod fixture;
pub mod instances;
pub mod random;
pub mod suite;

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder of reference data, when it is there: `TOOLMODEL_SHARED`, or `../shared` beside the
/// workspace. Tests that need it say so and skip when it is absent.
#[must_use]
pub fn shared() -> Option<PathBuf> {
    let folder = match std::env::var_os("TOOLMODEL_SHARED") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")),
    };
    if folder.is_dir() {
        Some(folder)
    } else {
        skipped("no reference data");
        None
    }
}

/// Says that a test, or a part of it, does not run, and why. `.ci/run` looks for these lines.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("unnamed");
    // Not `eprintln!`, which the test harness keeps to itself when a test passes.
    let _ = writeln!(std::io::stderr(), "skipped: {why}: {test}");
}

/// A JSON file below the folder of reference data.
///
/// # Panics
/// When the folder is there but the file is missing or not JSON.
#[must_use]
pub fn shared_json(path: &str) -> Option<serde_json::Value> {
    let path = shared()?.join(path);
    let text = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Some(serde_json::from_slice(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

/// How much of a large sample is tried: one in `few`, or all of it with `TOOLMODEL_ALL`, as `.ci/run` has it.
#[must_use]
pub fn one_in(few: usize) -> usize {
    if std::env::var_os("TOOLMODEL_ALL").is_some() {
        1
    } else {
        few
    }
}

/// All tools of the corpus, as (file name, tool JSON), in a fixed order.
///
/// # Panics
/// When a corpus file is not a `tools/list` result.
#[must_use]
pub fn corpus() -> Option<Vec<(String, serde_json::Value)>> {
    let folder = shared()?.join("corpus");
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    let mut tools = Vec::new();
    for path in files {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let document = shared_json(&format!("corpus/{name}"))?;
        let list = document["tools"]
            .as_array()
            .unwrap_or_else(|| panic!("{name}: no tools"));
        tools.extend(list.iter().map(|tool| (name.clone(), tool.clone())));
    }
    Some(tools)
}

/// Writes the first tools of the corpus into one file below a folder, the namespace of each being
/// the file that it comes from.
///
/// # Panics
/// When the file cannot be written.
#[must_use]
pub fn corpus_file(folder: &Path, count: usize) -> Option<PathBuf> {
    let tools = corpus()?.into_iter().take(count).map(|(file, mut tool)| {
        tool["namespace"] = file.trim_end_matches(".json").into();
        tool
    });
    let tools: Vec<serde_json::Value> = tools.collect();
    let path = folder.join("corpus.json");
    let text = serde_json::json!({"tools": tools}).to_string();
    std::fs::create_dir_all(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    std::fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Some(path)
}
