//! Files to tools: every `*.json` below a path, in every shape that tools come in.

mod files;
mod shapes;

use std::path::{Path, PathBuf};

use serde_json::Value;
use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::DocEntry;

use crate::error::Error;
use crate::problems::Problems;
use crate::source::Source;

/// A tool and its place.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) tool: Tool,
    pub(crate) source: Source,
    /// JSON pointer of the tool in its file.
    pub(crate) pointer: String,
    /// The keys of the two schemas in the file, which depend on its shape.
    pub(crate) input_key: &'static str,
    pub(crate) output_key: &'static str,
    /// What a docs file says about the tool.
    pub(crate) docs: Option<DocEntry>,
}

/// What loading found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) tools: Vec<Loaded>,
    /// What was requested, as it is reported.
    pub(crate) path: String,
    /// Files and folders to watch.
    pub(crate) watched: Vec<PathBuf>,
    /// Docs that do not exist, beside a file whose folder is not watched.
    pub(crate) awaited: Vec<PathBuf>,
    /// The names of the files that were read.
    pub(crate) files: Vec<String>,
}

/// Loads a file, or every `*.json` below a folder, sorted by path.
pub(crate) fn load(path: &Path, largest: Option<u64>, problems: &mut Problems) -> Found {
    let found = files::find(path, problems);
    let mut loading = Loading {
        within: (found.base == path).then_some(found.base.as_path()),
        largest: largest.unwrap_or(files::LARGEST_FILE),
        found: Found {
            path: files::shown(path),
            watched: found.watched,
            ..Found::default()
        },
        problems,
    };
    for file in &found.paths {
        loading.file(file, files::name(file, &found.base));
    }
    loading.found
}

/// The name of what was read from standard input.
#[cfg(feature = "cli")]
pub(crate) const STDIN: &str = "<stdin>";

/// Loads the tools of standard input.
#[cfg(feature = "cli")]
pub(crate) fn load_text(text: &str, problems: &mut Problems) -> Found {
    let mut loading = Loading {
        within: None,
        largest: files::LARGEST_FILE,
        found: Found {
            path: STDIN.to_owned(),
            ..Found::default()
        },
        problems,
    };
    loading.text(None, STDIN.to_owned(), STDIN.to_owned(), text);
    loading.found
}

/// The text of a regular file of bounded size, or why it cannot be read.
#[cfg(feature = "cli")]
pub(crate) fn read_file(path: &Path) -> Result<String, String> {
    files::read(path, None, files::LARGEST_FILE)
}

impl Loaded {
    /// The place in the file of a place in the tool, as MCP has it.
    #[cfg(feature = "cli")]
    pub(crate) fn place(&self, pointer: &str) -> String {
        shapes::place(&self.pointer, self.input_key, self.output_key, pointer)
    }
}

struct Loading<'a> {
    /// The folder that links must not lead out of.
    within: Option<&'a Path>,
    largest: u64,
    found: Found,
    problems: &'a mut Problems,
}

impl Loading<'_> {
    fn file(&mut self, path: &Path, name: String) {
        let shown = files::shown(path);
        match files::read(path, self.within, self.largest) {
            Ok(text) => self.text(Some(path), name, shown, &text),
            Err(message) => self.problems.error(Error::in_file(&shown, message)),
        }
    }

    /// The tools of a text, given its name and the path by which it is reported.
    fn text(&mut self, path: Option<&Path>, name: String, shown: String, text: &str) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        self.found.files.push(name.clone());
        match serde_json::from_str::<Value>(text) {
            Ok(value) => {
                let source = self.problems.add_file(name, shown, text);
                for entry in shapes::entries(&value) {
                    self.entry(path, &source, entry);
                }
            }
            Err(error) => self.problems.error(not_json(&shown, &error)),
        }
    }

    fn entry(
        &mut self,
        file: Option<&Path>,
        source: &Source,
        entry: Result<shapes::Entry, shapes::Refused>,
    ) {
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(refused) => {
                let (pointer, message) = (&refused.pointer, refused.message);
                return self.problems.error_at(source, pointer, message);
            }
        };
        let (tool, wrong) = match Tool::from_value(entry.tool.take()) {
            Ok(tool) => {
                let wrong = tool.validate().err();
                (Some(tool), wrong)
            }
            Err(error) => (None, Some(error)),
        };
        for problem in wrong.iter().flat_map(toolmodel_runtime::Error::problems) {
            let pointer = entry.place(&problem.pointer);
            self.problems.error_at(source, &pointer, &problem.message);
        }
        let Some(tool) = tool else { return };
        // A name that is refused might lead to any file.
        let docs = match (wrong, file) {
            (None, Some(file)) => self.docs(file, &tool.name),
            _ => None,
        };
        self.found.tools.push(Loaded {
            docs,
            tool,
            source: source.clone(),
            pointer: entry.pointer,
            input_key: entry.input_key,
            output_key: entry.output_key,
        });
    }

    /// The docs of a tool: `<tool name>.md` beside the tool's file.
    fn docs(&mut self, file: &Path, tool: &str) -> Option<DocEntry> {
        let path = file.with_file_name(format!("{tool}.md"));
        if !path.exists() {
            if self.within.is_none() {
                self.found.awaited.push(path);
            }
            return None;
        }
        self.found.watched.push(path.clone());
        let name = files::shown(&path);
        if let Err(message) = files::read(&path, self.within, self.largest) {
            self.problems.error(Error::in_file(&name, message));
            return None;
        }
        match DocEntry::from_file(&path) {
            Ok(entry) => Some(entry),
            Err(problems) => {
                for problem in problems.problems() {
                    self.problems.error(Error {
                        position: problem.line.map(|line| (line, 1)),
                        ..Error::in_file(&name, &problem.message)
                    });
                }
                None
            }
        }
    }
}

pub(crate) fn not_json(name: &str, error: &serde_json::Error) -> Error {
    // The place is stated once, in front.
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&place).unwrap_or(&message);
    Error {
        // An error at the end of the text has column 0.
        position: Some((error.line(), error.column().max(1))),
        ..match message {
            "recursion limit exceeded" => Error::in_file(name, "the JSON is nested too deeply"),
            _ => Error::in_file(name, format_args!("not JSON: {message}")),
        }
    }
}
