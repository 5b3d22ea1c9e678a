//! Finds the documentation files of a folder.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::findings::{Findings, in_file};
use super::kept::bytes_of;
use super::{read, text_of};
use crate::docs::file_problem::shown_path;
use crate::docs::{DocEntry, FileProblem};
use crate::error::excerpt::{cut, is_secret_text};
use crate::meter::{Allowance, Exceeded, Meter, Resource};
use crate::rules::name::{check_name, check_namespace};

/// How deep folders are followed; a namespace such as `org/repo` takes two of them.
const MAX_FOLDERS: usize = 8;
/// Most problems listed for a folder, and most warnings.
const MOST_TOLD: usize = 10_000;
/// What a folder may cost: the bytes of its files, a fixed amount for each name in it, and the memory of the entries.
const ALLOWANCE: Allowance = Allowance {
    work: 32 << 20,
    depth: MAX_FOLDERS,
    bytes: 128 << 20,
};
const STEPS_PER_NAME: usize = 512;
/// What the tables of a store take for an entry, in bytes, estimated.
const ENTRY: usize = 400;

/// Which links are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    /// Links to files in the same folder.
    Inside,
    /// All links.
    Everywhere,
}

/// What was found below a folder.
pub(super) struct Loader {
    pub(super) entries: BTreeMap<String, (PathBuf, DocEntry)>,
    pub(super) problems: Vec<FileProblem>,
    pub(super) warnings: Vec<FileProblem>,
    /// How many more problems there are.
    pub(super) untold: usize,
    /// The folder as the caller named it.
    folder: PathBuf,
    /// The folder without links in its path.
    root: PathBuf,
    links: Links,
    /// The folders that were read, without links in their paths.
    seen: HashSet<PathBuf>,
    meter: Meter,
}

/// What a name leads to.
enum Kind {
    Folder,
    File,
    /// Nothing that documentation is read from, or a link to a folder that is read at its own
    /// place.
    Ignored,
}

impl Loader {
    pub(super) fn load(folder: &Path, links: Links) -> Self {
        let mut loader = Self {
            entries: BTreeMap::new(),
            problems: Vec::new(),
            warnings: Vec::new(),
            untold: 0,
            folder: folder.to_owned(),
            root: folder.to_owned(),
            links,
            seen: HashSet::new(),
            meter: Meter::new(ALLOWANCE),
        };
        match fs::canonicalize(folder) {
            Ok(root) => loader.root = root,
            Err(error) => {
                loader.problem(folder, error);
                return loader;
            }
        }
        if let Err(exceeded) = loader.folder(folder, "", 0) {
            let message = match exceeded.resource {
                Resource::Bytes => format!("the entries hold more than {} bytes", exceeded.limit),
                _ => exceeded.to_string(),
            };
            // This one is told, however many there are.
            loader.problems.push(FileProblem::whole(folder, message));
        }
        loader
    }

    fn problem(&mut self, path: &Path, message: impl std::fmt::Display) {
        self.tell(FileProblem::whole(path, message));
    }

    fn tell(&mut self, problem: FileProblem) {
        if self.problems.len() < MOST_TOLD {
            self.problems.push(problem.found_in(&self.folder));
        } else {
            self.untold += 1;
        }
    }

    fn warn(&mut self, warning: FileProblem) {
        match self.warnings.len() {
            0..MOST_TOLD => self.warnings.push(warning.found_in(&self.folder)),
            MOST_TOLD => {
                let message = "there are more warnings, which are not told";
                self.warnings
                    .push(FileProblem::whole(&self.folder, message));
            }
            _ => {}
        }
    }

    fn folder(&mut self, folder: &Path, namespace: &str, depth: usize) -> Result<(), Exceeded> {
        if depth > MAX_FOLDERS {
            let message = format!("more than {MAX_FOLDERS} folders inside each other");
            self.problem(folder, message);
            return Ok(());
        }
        let names = fs::canonicalize(folder).and_then(|real| {
            let is_new = self.seen.insert(real);
            let names = is_new.then(|| self.names(folder));
            names.transpose()
        });
        let names = match names {
            Ok(Some(names)) => names?,
            Ok(None) => return Ok(()),
            Err(error) => {
                self.problem(folder, error);
                return Ok(());
            }
        };
        for path in names {
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                self.problem(&path, "the file name is not Unicode");
                continue;
            };
            if name.starts_with('.') || name == "README.md" {
                continue;
            }
            match self.kind(&path) {
                Ok(Kind::Folder) => {
                    let namespace = match namespace {
                        "" => name.to_owned(),
                        outer => format!("{outer}/{name}"),
                    };
                    self.folder(&path, &namespace, depth + 1)?;
                }
                Ok(Kind::File) => self.file(&path, namespace, name)?,
                Ok(Kind::Ignored) => {}
                Err(problem) => self.problem(&path, problem),
            }
        }
        Ok(())
    }

    /// The paths in a folder, sorted.
    fn names(&self, folder: &Path) -> io::Result<Result<Vec<PathBuf>, Exceeded>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            if let Err(exceeded) = self.meter.work(STEPS_PER_NAME) {
                return Ok(Err(exceeded));
            }
            names.push(entry?.path());
        }
        names.sort_unstable();
        Ok(Ok(names))
    }

    fn kind(&self, path: &Path) -> Result<Kind, String> {
        let told = |error: io::Error| error.to_string();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_docs = matches!(extension, Some("md" | "json"));
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            // A dangling link.
            Err(_) if !is_docs => return Ok(Kind::Ignored),
            Err(error) => return Err(told(error)),
        };
        if !is_docs && !metadata.is_dir() {
            return Ok(Kind::Ignored);
        }
        let is_link = fs::symlink_metadata(path).map_err(told)?.is_symlink();
        let real = fs::canonicalize(path).map_err(told)?;
        let is_inside = real.starts_with(&self.root);
        if is_link && !is_inside && self.links == Links::Inside {
            return Err("leads out of the folder; such links are not followed".to_owned());
        }
        if metadata.is_dir() && is_link && is_inside {
            return Ok(Kind::Ignored);
        }
        if metadata.is_dir() {
            return Ok(Kind::Folder);
        }
        if metadata.is_file() {
            return Ok(Kind::File);
        }
        Err("not a regular file".to_owned())
    }

    fn file(&mut self, path: &Path, namespace: &str, file: &str) -> Result<(), Exceeded> {
        let (name, read): (_, fn(&str, &mut Findings) -> DocEntry) =
            match (file.strip_suffix(".md"), file.strip_suffix(".json")) {
                (Some(name), _) => (name, read::markdown),
                (None, Some(name)) => (name, read::json),
                (None, None) => return Ok(()),
            };
        // Names are checked before anything is read.
        let id = match id_of(namespace, name) {
            Ok(id) => id,
            Err(problem) => {
                self.problem(path, problem);
                return Ok(());
            }
        };
        let text = match text_of(path) {
            Ok(text) => text,
            Err(problem) => {
                self.tell(problem);
                return Ok(());
            }
        };
        self.meter.work(text.len())?;
        let mut findings = Findings::default();
        let entry = read(&text, &mut findings);
        for problem in in_file(path, findings.problems) {
            self.tell(problem);
        }
        for warning in in_file(path, findings.warnings) {
            self.warn(warning);
        }
        if let Some((other, _)) = self.entries.get(&id) {
            let other = shown_path(&self.folder, other);
            let id = if is_secret_text(&id) {
                "this id".to_owned()
            } else {
                format!("`{}`", cut(&id))
            };
            self.problem(path, format_args!("{id} is already documented in {other}"));
        } else {
            let names = 2 * (id.len() + path.as_os_str().len());
            self.meter.write(bytes_of(&entry) + names + ENTRY)?;
            self.entries.insert(id, (path.to_owned(), entry));
        }
        Ok(())
    }
}

fn id_of(namespace: &str, name: &str) -> Result<String, String> {
    check_name(name)?;
    if namespace.is_empty() {
        return Ok(name.to_owned());
    }
    check_namespace(namespace)?;
    Ok(format!("{namespace}:{name}"))
}
