//! Files to tools: every `*.json` below a path, in every shape that tools come in.

mod duplicate;
mod position;
mod shapes;

use std::path::{Path, PathBuf};

use serde_json::Value;
use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::DocEntry;

use crate::error::Error;

pub(crate) use position::locate;

/// A tool and where it stands.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) tool: Tool,
    pub(crate) source: Source,
    /// JSON pointer of the tool in its file.
    pub(crate) pointer: String,
    /// The keys of the two schemas in the file, which depend on its shape.
    pub(crate) input_key: &'static str,
    pub(crate) output_key: &'static str,
    /// What a side file says about the tool.
    pub(crate) docs: Option<DocEntry>,
}

/// A file that tools came from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The path below the folder that was asked for, with `/`.
    pub(crate) name: String,
    pub(crate) text: std::rc::Rc<str>,
}

impl Source {
    pub(crate) fn error(&self, pointer: &str, message: impl std::fmt::Display) -> Error {
        Error {
            file: self.name.clone(),
            position: locate(&self.text, pointer),
            pointer: pointer.to_owned(),
            message: message.to_string(),
        }
    }
}

/// What loading found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) tools: Vec<Loaded>,
    /// Files and folders to watch.
    pub(crate) watched: Vec<PathBuf>,
    pub(crate) files: Vec<String>,
    pub(crate) errors: Vec<Error>,
}

/// Loads a file, or every `*.json` below a folder, sorted by path.
pub(crate) fn load(path: &Path) -> Found {
    let mut found = Found::default();
    let mut files = Vec::new();
    if path.is_dir() {
        collect(path, &mut files, &mut found);
    } else if path.is_file() {
        found.watched.push(path.to_owned());
        files.push(path.to_owned());
    } else {
        // A path that does not exist would make cargo run the build script every time.
        let message = "no such file or folder";
        found
            .errors
            .push(Error::in_file(&path.display().to_string(), message));
        return found;
    }
    files.sort();
    let base = if path.is_dir() {
        path
    } else {
        path.parent().unwrap_or(path)
    };
    for file in files {
        load_file(base, &file, &mut found);
    }
    found
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>, found: &mut Found) {
    found.watched.push(folder.to_owned());
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let name = folder.display().to_string();
            found.errors.push(Error::in_file(
                &name,
                format_args!("cannot be read: {error}"),
            ));
            return;
        }
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        let hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden && !path.is_symlink() {
            collect(&path, files, found);
        } else if !hidden
            && path
                .extension()
                .is_some_and(|extension| extension == "json")
        {
            found.watched.push(path.clone());
            files.push(path);
        }
    }
}

fn load_file(base: &Path, path: &Path, found: &mut Found) {
    let name = path
        .strip_prefix(base)
        .unwrap_or(path)
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join("/");
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            found.errors.push(Error::in_file(
                &name,
                format_args!("cannot be read: {error}"),
            ));
            return;
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let source = Source {
        name: name.clone(),
        text: text.into(),
    };
    found.files.push(name);
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            // The place is said once, in front.
            let message = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = message.strip_suffix(&place).unwrap_or(&message);
            found.errors.push(Error {
                // An error at the end of the text has column 0.
                position: Some((error.line(), error.column().max(1))),
                ..Error::in_file(&source.name, format_args!("not JSON: {message}"))
            });
            return;
        }
    };
    for pointer in duplicate::duplicates(text) {
        let key = pointer.rsplit('/').next().unwrap_or_default();
        let key = key.replace("~1", "/").replace("~0", "~");
        let message = format!("key `{key}` comes twice, and only the last one would count");
        found.errors.push(source.error(&pointer, message));
    }
    for entry in shapes::entries(&value) {
        load_entry(path, &source, entry, found);
    }
}

/// The docs of a tool: `<tool name>.md` beside the tool's file.
fn load_docs(file: &Path, source: &Source, tool: &str, found: &mut Found) -> Option<DocEntry> {
    let path = file.with_file_name(format!("{tool}.md"));
    if !path.is_file() {
        return None;
    }
    found.watched.push(path.clone());
    match DocEntry::from_file(&path) {
        Ok(entry) => Some(entry),
        Err(problems) => {
            let folder = source
                .name
                .rsplit_once('/')
                .map_or(String::new(), |(f, _)| format!("{f}/"));
            for problem in problems.problems() {
                found.errors.push(Error {
                    position: problem.line.map(|line| (line, 1)),
                    ..Error::in_file(&format!("{folder}{tool}.md"), &problem.message)
                });
            }
            None
        }
    }
}

fn load_entry(
    file: &Path,
    source: &Source,
    entry: Result<shapes::Entry, shapes::Refused>,
    found: &mut Found,
) {
    let mut entry = match entry {
        Ok(entry) => entry,
        Err(refused) => {
            found
                .errors
                .push(source.error(&refused.pointer, refused.message));
            return;
        }
    };
    match Tool::from_value(entry.tool.take()) {
        Ok(tool) => {
            let checked = tool.validate().err();
            for problem in checked.iter().flat_map(toolmodel_runtime::Error::problems) {
                let pointer = entry.place(&problem.pointer);
                found.errors.push(source.error(&pointer, &problem.message));
            }
            let docs = load_docs(file, source, &tool.name, found);
            found.tools.push(Loaded {
                docs,
                tool,
                source: source.clone(),
                pointer: entry.pointer,
                input_key: entry.input_key,
                output_key: entry.output_key,
            });
        }
        Err(error) => {
            for problem in error.problems() {
                let pointer = entry.place(&problem.pointer);
                found.errors.push(source.error(&pointer, &problem.message));
            }
        }
    }
}
