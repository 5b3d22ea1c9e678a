//! Documentation in files: `docs/<namespace>/<name>.md`, or JSON beside the definitions.

mod argument;
mod findings;
mod front_matter;
mod kept;
mod key;
mod load;
mod located;
mod parsed;
mod read;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use findings::{Findings, in_file};
use load::{Links, Loader};

use super::{
    Budget, DetailLevel, DocEntry, DocStore, DocsError, FileProblem, FileProblems, FittedDocs,
    InMemoryDocs, ToolDoc, ToolExample, ToolIndex, ToolResolver,
};

/// The largest documentation file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Documentation read from a folder: `<namespace>/<name>.md` or `<namespace>/<name>.json`, and
/// `<name>.md` for a tool without a namespace.
///
/// A Markdown file may start with front matter, a JSON object between two lines of `---`; what
/// follows are the notes. Known keys are `summary` (a string), `references` (an array of strings)
/// and `examples` (an array of objects with `id`, `title`, `description`, `args` and `resultHint`).
/// Of references the first [`MAX_REFERENCES`](super::MAX_REFERENCES) are read, and of examples the first
/// [`MAX_EXAMPLES`](super::MAX_EXAMPLES).
/// Without front matter the first paragraph is the summary and the rest are notes.
///
/// ```text
/// ---
/// {
///   "summary": "Fetch repository metadata.",
///   "references": ["https://docs.github.com/rest/repos"],
///   "examples": [{"title": "The compiler", "args": {"owner": "rust-lang", "repo": "rust"}}]
/// }
/// ---
/// Archived repositories are found too.
/// ```
///
/// A JSON file holds an object of the same keys, and `notes`; the JSON of a [`DocEntry`] is such an
/// object. Files of other kinds, hidden files and `README.md` are ignored.
///
/// Only regular files are read, each up to [`MAX_FILE_BYTES`], and all of a folder up to 32 MiB.
/// Each folder is read once, at its own place: links to folders inside are skipped, and links that lead out of the
/// folder are an error ([`FileDocs::load_following_links`] reads what is there).
///
/// The files are read once. The tools themselves come from an index or a resolver; otherwise the entries can be moved
/// to another store: [`FileDocs::entries`].
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
        Self::load_with(folder.as_ref(), Links::Inside)
    }

    /// Like [`FileDocs::load`], but also reads files and folders outside of the folder that links
    /// lead to. Anyone who can write links into the folder then controls what this process reads.
    ///
    /// # Errors
    /// As [`FileDocs::load`].
    pub fn load_following_links(folder: impl AsRef<Path>) -> Result<Self, DocsError> {
        Self::load_with(folder.as_ref(), Links::Everywhere)
    }

    fn load_with(folder: &Path, links: Links) -> Result<Self, DocsError> {
        let loader = Loader::load(folder, links);
        if !loader.problems.is_empty() {
            return Err(FileProblems::new(loader.problems, loader.untold).into());
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

    /// Uses this resolver for tools that are not in the index.
    #[must_use]
    pub fn with_resolver(mut self, resolver: impl ToolResolver + 'static) -> Self {
        self.store = self.store.with_resolver(resolver);
        self
    }

    /// The entries as read, by id, to register them elsewhere.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &DocEntry)> {
        self.entries.iter().map(|(id, entry)| (id.as_str(), entry))
    }

    /// Texts that exceed their cap and are cut, and lists of examples and references that exceed theirs.
    #[must_use]
    pub fn warnings(&self) -> &[FileProblem] {
        &self.warnings
    }
}

impl DocEntry {
    /// Reads one documentation file, Markdown or JSON by its extension, as [`FileDocs`] reads it;
    /// for docs beside the definition of their tool.
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
                return Err(FileProblems::new(
                    vec![FileProblem::whole(path, message)],
                    0,
                ));
            }
        };
        let text = text_of(path).map_err(|problem| FileProblems::new(vec![problem], 0))?;
        let mut findings = Findings::default();
        let entry = read(&text, &mut findings);
        if findings.problems.is_empty() {
            Ok(entry)
        } else {
            Err(FileProblems::new(in_file(path, findings.problems), 0))
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

    fn describe_many(&self, ids: &[String], level: DetailLevel, budget: Budget) -> FittedDocs {
        self.store.describe_many(ids, level, budget)
    }
}

/// The text of a regular file, unless it is too long.
fn text_of(path: &Path) -> Result<String, FileProblem> {
    let whole = |error: std::io::Error| FileProblem::whole(path, error);
    let not_regular = || FileProblem::whole(path, "not a regular file");
    // Opening a pipe blocks until somebody writes to it, so the file type is checked first.
    if !fs::metadata(path).map_err(whole)?.is_file() {
        return Err(not_regular());
    }
    let file = File::open(path).map_err(whole)?;
    let metadata = file.metadata().map_err(whole)?;
    if !metadata.is_file() {
        return Err(not_regular());
    }
    let mut bytes = Vec::new();
    // The size is not reliable: a file may grow, and some files report none.
    let read = file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(whole)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let size = metadata.len().max(MAX_FILE_BYTES + 1);
        let message = format!("{size} bytes, at most {MAX_FILE_BYTES} are read");
        return Err(FileProblem::whole(path, message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = error.as_bytes().utf8_chunks().next();
        let before = before.map_or("", |chunk| chunk.valid());
        let line = before.matches('\n').count() + 1;
        FileProblem::new(path, Some(line), "not UTF-8".to_owned())
    })
}
