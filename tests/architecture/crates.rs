//! The modules of a crate, and what each of them imports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::paths::{Contents, ModulePath};

/// The source of a crate.
#[derive(Debug)]
pub(crate) struct Crate {
    modules: BTreeSet<String>,
    references: Vec<Reference>,
    edges: Vec<Edge>,
}

/// A path in a file, from the root of the crate.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) file: PathBuf,
    pub(crate) from: ModulePath,
    pub(crate) to: ModulePath,
}

/// A module at the root that imports another one.
#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) file: PathBuf,
    pub(crate) from: String,
    pub(crate) to: String,
}

impl Crate {
    /// Reads all files below the `src` of a crate, but for programs and tests.
    pub(crate) fn read(src: &Path) -> Self {
        let mut files = Vec::new();
        collect(src, &[], &mut files);
        let read = files.into_iter().map(|(own, path)| {
            let text = std::fs::read_to_string(&path).unwrap();
            let contents = Contents::read(&text, &own);
            (own, path, contents)
        });
        let read: Vec<(ModulePath, PathBuf, Contents)> = read.collect();
        let modules: BTreeSet<String> = read
            .iter()
            .filter_map(|(own, _, _)| own.first().cloned())
            .collect();
        let exports = exports(src, &read, &modules);
        let mut references = Vec::new();
        for (_, path, contents) in read {
            let file = path.strip_prefix(src).unwrap_or(&path);
            references.extend(contents.paths.into_iter().map(|(from, to)| Reference {
                file: file.to_owned(),
                from,
                to,
            }));
        }
        let edges = edges(&references, &modules, &exports);
        Self {
            modules,
            references,
            edges,
        }
    }

    /// The modules at the root.
    pub(crate) fn modules(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(String::as_str)
    }

    pub(crate) fn references(&self) -> &[Reference] {
        &self.references
    }

    /// Imports from one module at the root to another.
    pub(crate) fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter()
    }
}

fn collect(folder: &Path, own: &[String], files: &mut Vec<(ModulePath, PathBuf)>) {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let below = [own, std::slice::from_ref(&stem)].concat();
        if path.is_dir() {
            if stem != "bin" {
                collect(&path, &below, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "tests" {
            let is_own = stem == "mod" || own.is_empty() && stem == "lib";
            files.push((if is_own { own.to_vec() } else { below }, path));
        }
    }
}

/// Which module each name at the root comes from: what `lib.rs` re-exports, and exported macros.
fn exports(
    src: &Path,
    read: &[(ModulePath, PathBuf, Contents)],
    modules: &BTreeSet<String>,
) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for (own, _, contents) in read {
        for name in &contents.macros {
            exports.insert(name.clone(), own.first().cloned().unwrap_or_default());
        }
    }
    let lib = std::fs::read_to_string(src.join("lib.rs")).unwrap();
    // `pub use model::X` in the root is the path `crate::model::X`.
    let rooted = lib.replace("use ", "use crate::");
    for (_, path) in Contents::read(&rooted, &[]).paths {
        let (Some(first), Some(last)) = (path.iter().find(|part| *part != "crate"), path.last())
        else {
            continue;
        };
        if modules.contains(first) {
            exports.entry(last.clone()).or_insert_with(|| first.clone());
        }
    }
    exports.insert("__private".to_owned(), "private".to_owned());
    // What stands in `lib.rs` itself is of no module.
    let words = lib.split(|c: char| !c.is_alphanumeric() && c != '_');
    for name in words.filter(|word| !word.is_empty()) {
        exports.entry(name.to_owned()).or_default();
    }
    exports
}

fn edges(
    references: &[Reference],
    modules: &BTreeSet<String>,
    exports: &BTreeMap<String, String>,
) -> Vec<Edge> {
    let mut edges = Vec::new();
    let mut unknown = BTreeSet::new();
    for reference in references {
        let (Some(from), Some(first)) = (reference.from.first(), reference.to.first()) else {
            continue;
        };
        let to = if modules.contains(first) {
            Some(first)
        } else {
            exports.get(first)
        };
        match to {
            Some(to) if to.is_empty() || to == from => {}
            Some(to) => edges.push(Edge {
                file: reference.file.clone(),
                from: from.clone(),
                to: to.clone(),
            }),
            None => {
                unknown.insert(format!("{}: `{first}`", reference.file.display()));
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "names at the root of no module: {unknown:#?}"
    );
    edges
}
