//! Documentation in files: `docs/<namespace>/<name>.md`, or JSON beside the definitions.

mod findings;
mod front_matter;
mod locate;
mod read;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use findings::{Findings, in_file};

use super::{
    Budget, DetailLevel, DocEntry, DocStore, DocsError, FileProblem, FileProblems, FittedDocs,
    InMemoryDocs, ToolDoc, ToolExample, ToolIndex, ToolResolver,
};
use crate::rules::name::{check_name, check_namespace};

/// The largest file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// How deep folders are followed; a namespace such as `org/repo` is two of them.
const MAX_FOLDERS: usize = 8;

/// Documentation read from a folder: `<namespace>/<name>.md` or `<namespace>/<name>.json`, and
/// `<name>.md` for a tool without a namespace.
///
/// A Markdown file may start with front matter, lines of `key: value` between two lines of `---`;
/// what follows are the notes. Known keys are `summary` (text), `references` (lines of `- text`, or
/// a JSON array) and `examples` (a JSON array of objects with `id`, `title`, `description`, `args`
/// and `resultHint`). JSON may go on over several lines; a line that starts with `#` is a comment.
/// Without front matter the first paragraph is the summary and the rest are notes.
///
/// ```text
/// ---
/// summary: Fetch repository metadata.
/// references:
///   - https://docs.github.com/rest/repos
/// examples: [{"title": "The compiler", "args": {"owner": "rust-lang", "repo": "rust"}}]
/// ---
/// Archived repositories are found too.
/// ```
///
/// A JSON file holds an object of the same keys, and `notes`; the JSON of a [`DocEntry`] is such an
/// object. Files of other kinds, hidden files and `README.md` are left alone.
///
/// The files are read once. The tools themselves come from an index or a resolver, or else the
/// entries go to another store: [`FileDocs::entries`].
#[derive(Debug, Default)]
pub struct FileDocs {
    entries: BTreeMap<String, DocEntry>,
    warnings: Vec<FileProblem>,
    store: InMemoryDocs,
}

impl FileDocs {
    /// Reads all documentation below a folder.
    ///
    /// # Errors
    /// [`DocsError::Files`], listing everything that is wrong, each with its file and line.
    pub fn load(folder: impl AsRef<Path>) -> Result<Self, DocsError> {
        let mut loader = Loader::default();
        loader.folder(folder.as_ref(), "", 0);
        if !loader.problems.is_empty() {
            return Err(FileProblems::new(loader.problems).into());
        }
        let mut docs = Self {
            warnings: loader.warnings,
            ..Self::default()
        };
        for (id, (_, entry)) in loader.entries {
            docs.store.register_doc(id.clone(), entry.clone())?;
            docs.entries.insert(id, entry);
        }
        Ok(docs)
    }

    /// Serves the tools of this index.
    #[must_use]
    pub fn with_index(mut self, index: impl ToolIndex + 'static) -> Self {
        self.store = self.store.with_index(index);
        self
    }

    /// Asks this resolver for tools that are not in the index.
    #[must_use]
    pub fn with_resolver(mut self, resolver: impl ToolResolver + 'static) -> Self {
        self.store = self.store.with_resolver(resolver);
        self
    }

    /// The entries as they were read, by id, to register them elsewhere.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &DocEntry)> {
        self.entries.iter().map(|(id, entry)| (id.as_str(), entry))
    }

    /// Texts that are longer than their cap, and so are cut.
    #[must_use]
    pub fn warnings(&self) -> &[FileProblem] {
        &self.warnings
    }
}

impl DocEntry {
    /// Reads one documentation file, Markdown or JSON by its extension, as [`FileDocs`] reads it;
    /// for docs that stand beside the definition of their tool.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its line.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, FileProblems> {
        let path = path.as_ref();
        let read = match path.extension().and_then(|extension| extension.to_str()) {
            Some("md") => read::markdown,
            Some("json") => read::json,
            _ => {
                let message = "expected a file that ends in `.md` or `.json`";
                return Err(FileProblems::new(vec![FileProblem::whole(path, message)]));
            }
        };
        let text = text_of(path).map_err(|problem| FileProblems::new(vec![problem]))?;
        let mut findings = Findings::default();
        let entry = read(&text, &mut findings);
        if findings.problems.is_empty() {
            Ok(entry)
        } else {
            Err(FileProblems::new(in_file(path, findings.problems)))
        }
    }
}

impl DocStore for FileDocs {
    fn describe(&self, id: &str, level: DetailLevel) -> Result<ToolDoc, DocsError> {
        self.store.describe(id, level)
    }

    fn list_examples(&self, id: &str, max: usize) -> Result<Vec<ToolExample>, DocsError> {
        self.store.list_examples(id, max)
    }

    fn ids(&self) -> Vec<String> {
        self.store.ids()
    }

    fn describe_many(&self, ids: &[&str], level: DetailLevel, budget: Budget) -> FittedDocs {
        self.store.describe_many(ids, level, budget)
    }
}

#[derive(Default)]
struct Loader {
    entries: BTreeMap<String, (PathBuf, DocEntry)>,
    problems: Vec<FileProblem>,
    warnings: Vec<FileProblem>,
}

impl Loader {
    fn folder(&mut self, folder: &Path, namespace: &str, depth: usize) {
        if depth > MAX_FOLDERS {
            let message = format!("more than {MAX_FOLDERS} folders inside each other");
            self.problems.push(FileProblem::whole(folder, message));
            return;
        }
        let paths = fs::read_dir(folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        let mut paths: Vec<PathBuf> = match paths {
            Ok(paths) => paths,
            Err(error) => return self.problems.push(FileProblem::whole(folder, error)),
        };
        paths.sort_unstable();
        for path in paths {
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                let message = "the file name is not Unicode";
                self.problems.push(FileProblem::whole(&path, message));
                continue;
            };
            if name.starts_with('.') || name == "README.md" {
                continue;
            }
            if path.is_dir() {
                let namespace = match namespace {
                    "" => name.to_owned(),
                    outer => format!("{outer}/{name}"),
                };
                self.folder(&path, &namespace, depth + 1);
            } else if let Some(name) = name.strip_suffix(".md") {
                self.file(&path, namespace, name, read::markdown);
            } else if let Some(name) = name.strip_suffix(".json") {
                self.file(&path, namespace, name, read::json);
            }
        }
    }

    fn file(
        &mut self,
        path: &Path,
        namespace: &str,
        name: &str,
        read: fn(&str, &mut Findings) -> DocEntry,
    ) {
        if let Err(problem) = check_name(name) {
            return self.problems.push(FileProblem::whole(path, problem));
        }
        let id = match namespace {
            "" => name.to_owned(),
            namespace => {
                if let Err(problem) = check_namespace(namespace) {
                    return self.problems.push(FileProblem::whole(path, problem));
                }
                format!("{namespace}:{name}")
            }
        };
        let text = match text_of(path) {
            Ok(text) => text,
            Err(problem) => return self.problems.push(problem),
        };
        let mut findings = Findings::default();
        let entry = read(&text, &mut findings);
        self.problems.extend(in_file(path, findings.problems));
        self.warnings.extend(in_file(path, findings.warnings));
        if let Some((other, _)) = self.entries.get(&id) {
            let message = format!("`{id}` is already documented in {}", other.display());
            self.problems.push(FileProblem::whole(path, message));
        } else {
            self.entries.insert(id, (path.to_owned(), entry));
        }
    }
}

fn text_of(path: &Path) -> Result<String, FileProblem> {
    let whole = |error: std::io::Error| FileProblem::whole(path, error);
    let size = fs::metadata(path).map_err(whole)?.len();
    if size > MAX_FILE_BYTES {
        let message = format!("{size} bytes, at most {MAX_FILE_BYTES} are read");
        return Err(FileProblem::whole(path, message));
    }
    String::from_utf8(fs::read(path).map_err(whole)?).map_err(|error| {
        let before = error.as_bytes().utf8_chunks().next();
        let line = before
            .map_or("", |chunk| chunk.valid())
            .matches('\n')
            .count()
            + 1;
        FileProblem {
            line: Some(line),
            ..FileProblem::whole(path, "not UTF-8")
        }
    })
}
