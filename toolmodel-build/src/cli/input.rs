//! The tools that a command is about: from files, folders or standard input.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use toolmodel_runtime::__private::kernel::{nearest, scan::Scan};
use toolmodel_runtime::WireNames;

use super::exit::{Exit, Failure};
use super::finding::{Finding, Level};
use super::shell::Shell;
use crate::config::{Config, NamespaceFrom};
use crate::identify::{Identified, identify};
use crate::load::{STDIN, load, load_text, not_json, read_file};
use crate::problems::Problems;

/// The tools, and where they came from.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) tools: Vec<Identified>,
    pub(crate) root: Root,
}

/// What the tools are read from.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    path: PathBuf,
    /// What standard input contained.
    text: Option<String>,
}

/// The options about namespaces, and the text of standard input.
pub(crate) fn config(matches: &ArgMatches, root: &Root) -> Config {
    // Only generated code has to give each tool a distinct name, and most tools here are
    // someone else's.
    let mut config = Config::new()
        .wire_names(WireNames::Prefixed)
        .authoring_warnings(false);
    if let Some(namespace) = matches.get_one::<String>("namespace") {
        config = config.namespace(namespace);
    }
    let from = matches.get_one::<String>("namespace-from");
    config = match from.map(String::as_str) {
        Some("file") => config.namespace_from(NamespaceFrom::File),
        Some(_) => config.namespace_from(NamespaceFrom::Folder),
        None => config,
    };
    config.given.clone_from(&root.text);
    config
}

impl Root {
    pub(crate) fn read(matches: &ArgMatches, shell: &mut Shell) -> Result<Self, Failure> {
        let path = matches.get_one::<PathBuf>("path").cloned();
        Self::of(path.unwrap_or_default(), shell)
    }

    pub(crate) fn of(path: PathBuf, shell: &mut Shell) -> Result<Self, Failure> {
        let text = match path.to_str() {
            Some("-") => Some(shell.read_stdin()?),
            _ => None,
        };
        Ok(Self { path, text })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Input {
    /// Loads the tools that the arguments name; whatever is wrong with any of them is reported.
    pub(crate) fn read(matches: &ArgMatches, shell: &mut Shell) -> Result<Self, Failure> {
        let root = Root::read(matches, shell)?;
        let config = config(matches, &root);
        Self::load(root, &config)
    }

    /// The tools of a path, with their own namespaces.
    pub(crate) fn of(path: PathBuf, shell: &mut Shell) -> Result<Self, Failure> {
        let root = Root::of(path, shell)?;
        let mut config = Config::new().wire_names(WireNames::Prefixed);
        config.given.clone_from(&root.text);
        Self::load(root, &config)
    }

    pub(crate) fn load(root: Root, config: &Config) -> Result<Self, Failure> {
        let mut problems = Problems::default();
        let found = match &root.text {
            Some(text) => load_text(text, &mut problems),
            None => load(&root.path, None, &mut problems),
        };
        let tools = identify(found.tools, config, &mut problems);
        problems.settle()?;
        Ok(Self { tools, root })
    }

    /// The tool with an id, or with a name that only one of the tools has.
    pub(crate) fn find(&self, name: &str) -> Result<&Identified, Failure> {
        if let Some(tool) = self.tools.iter().find(|tool| tool.id == name) {
            return Ok(tool);
        }
        let named = |tool: &&Identified| tool.loaded.tool.name == name;
        let mut same = self.tools.iter().filter(named);
        match (same.next(), same.next()) {
            (Some(tool), None) => Ok(tool),
            (Some(_), Some(_)) => {
                let ids = self.tools.iter().filter(named);
                let ids: Vec<&str> = ids.map(|tool| tool.id.as_str()).collect();
                let message = format!("`{name}` is the name of several tools");
                Err(Failure::usage(message).help(format_args!("say which: {}", ids.join(", "))))
            }
            _ => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> Failure {
        let place = self.root.path.display();
        let failure = Failure::usage(format_args!("no tool `{name}` in {place}"));
        let ids = self.tools.iter().map(|tool| tool.id.as_str());
        let names = self.tools.iter().map(|tool| tool.loaded.tool.name.as_str());
        match nearest(name, ids).or_else(|| nearest(name, names)) {
            Some(near) => failure.help(format_args!("did you mean `{near}`?")),
            None if self.tools.is_empty() => failure,
            None => failure.help(format_args!("`toolmodel list {place}` tells what is there")),
        }
    }

    /// The path of a tool's file.
    pub(crate) fn file(tool: &Identified) -> &str {
        &tool.loaded.source.path
    }

    /// A finding at a place of a tool, given as a pointer into the tool as MCP has it.
    #[allow(clippy::unused_self, reason = "the tool is one of these")]
    pub(crate) fn finding(&self, tool: &Identified, pointer: &str, finding: Finding) -> Finding {
        let place = tool.loaded.place(pointer);
        finding.of_tool(&tool.id).at(Self::file(tool), place)
    }

    /// Looks up the lines and columns of findings that have none, scanning each file once.
    pub(crate) fn locate(&self, findings: &mut [Finding]) {
        let mut files: Vec<(&str, &str)> = Vec::new();
        for tool in &self.tools {
            let file = Self::file(tool);
            if files.iter().all(|(known, _)| *known != file) {
                files.push((file, &tool.loaded.source.text));
            }
        }
        for (file, text) in files {
            locate_in(file, text, findings);
        }
    }
}

/// Looks up the lines and columns of findings in one file.
pub(crate) fn locate_in(file: &str, text: &str, findings: &mut [Finding]) {
    let mut scan = Scan::new();
    let unplaced = findings.iter_mut().map(|finding| &mut finding.place);
    let unplaced = unplaced.filter(|place| place.position.is_none() && place.file == file);
    let asked: Vec<_> = unplaced
        .map(|place| (scan.ask(&place.pointer), place))
        .collect();
    let scanned = scan.run(text);
    for (asked, place) in asked {
        place.position = Some(scanned.position(asked));
    }
}

/// A JSON document from a file, from standard input, or from the command line itself.
pub(crate) fn document(
    given: &str,
    shell: &mut Shell,
) -> Result<(String, serde_json::Value), Failure> {
    // No file has such a name, and JSON on the command line needs no file.
    if given.trim_start().starts_with(['{', '[']) {
        shell.texts.add(INLINE, given);
        return Ok((INLINE.to_owned(), json(INLINE, given)?));
    }
    document_of(Path::new(given), shell)
}

/// The name of a document given on the command line.
const INLINE: &str = "<arguments>";

/// A JSON document from a file or from standard input, and its name.
pub(crate) fn document_of(
    path: &Path,
    shell: &mut Shell,
) -> Result<(String, serde_json::Value), Failure> {
    let (name, text) = if path == Path::new("-") {
        (STDIN.to_owned(), shell.read_stdin()?)
    } else {
        let name = path.display().to_string();
        let text =
            read_file(path).map_err(|message| Failure::new(format_args!("{name}: {message}")))?;
        (name, text)
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let value = json(&name, text)?;
    Ok((name, value))
}

/// Parses a text as JSON; the error has the place.
fn json(name: &str, text: &str) -> Result<serde_json::Value, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let error = not_json(name, &error);
        let mut finding = Finding::from_error(&error);
        finding.code = "not-json";
        finding.level = Level::Error;
        Failure::of(Exit::No, finding)
    })
}
