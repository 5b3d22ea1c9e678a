//! A finding: something to report about a tool, a file or a server, in every output format.

use std::fmt::{self, Display};

use serde_json::{Map, Value, json};

use crate::authoring::WAY_OUT;
use crate::error::Error;
use crate::report::Warning;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// In order, and good to know: reported with `-v`, or when requested.
    Note,
    Warning,
    Error,
}

impl Level {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The place of a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The path by which the user can open it; empty when no file is concerned.
    pub(crate) file: String,
    /// Line and column, from one.
    pub(crate) position: Option<(usize, usize)>,
    /// JSON pointer into the file.
    pub(crate) pointer: String,
}

/// A finding.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The name that `--only`, `--allow` and `--deny` use for it.
    pub(crate) code: &'static str,
    pub(crate) level: Level,
    pub(crate) tool: Option<String>,
    pub(crate) place: Place,
    pub(crate) message: String,
    pub(crate) notes: Vec<String>,
    /// How to fix it.
    pub(crate) help: Option<String>,
    /// Details shown only in JSON.
    pub(crate) data: Map<String, Value>,
}

impl Finding {
    pub(crate) fn new(code: &'static str, level: Level, message: impl Display) -> Self {
        Self {
            code,
            level,
            tool: None,
            place: Place::default(),
            message: message.to_string(),
            notes: Vec::new(),
            help: None,
            data: Map::new(),
        }
    }

    pub(crate) fn help(mut self, help: impl Display) -> Self {
        self.help = Some(help.to_string());
        self
    }

    pub(crate) fn note(mut self, note: impl Display) -> Self {
        self.notes.push(note.to_string());
        self
    }

    pub(crate) fn at(mut self, file: &str, pointer: impl Into<String>) -> Self {
        file.clone_into(&mut self.place.file);
        self.place.pointer = pointer.into();
        self
    }

    pub(crate) fn of_tool(mut self, id: &str) -> Self {
        self.tool = Some(id.to_owned());
        self
    }

    pub(crate) fn from_error(error: &Error) -> Self {
        let finding = Self::new("invalid-tool", Level::Error, &error.message);
        let mut finding = finding.at(&error.file, error.pointer.as_str());
        finding.place.position = error.position;
        finding
    }

    pub(crate) fn from_warning(warning: &Warning) -> Self {
        // Many warnings end with how to turn them off.
        let message = warning.message.as_str();
        let (message, help) = match message.split_once("; `Config::") {
            Some((what, how)) if !message.ends_with(WAY_OUT) => {
                (what, Some(format!("`Config::{how}")))
            }
            _ => (message, None),
        };
        let finding = Self::new("generated-code", Level::Warning, message);
        let mut finding = finding.at(&warning.file, warning.pointer.as_str());
        finding.place.position = warning.position;
        finding.help = help;
        finding
    }

    /// The message with its notes and its help, a line each.
    pub(crate) fn text(&self) -> String {
        let more = self.notes.iter().chain(&self.help);
        more.fold(self.message.clone(), |text, more| format!("{text}\n{more}"))
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut map = Map::new();
        map.insert("code".to_owned(), json!(self.code));
        map.insert("level".to_owned(), json!(self.level.word()));
        if let Some(tool) = &self.tool {
            map.insert("tool".to_owned(), json!(tool));
        }
        if !self.place.file.is_empty() {
            map.insert("file".to_owned(), json!(self.place.file));
            if let Some((line, column)) = self.place.position {
                map.insert("line".to_owned(), json!(line));
                map.insert("column".to_owned(), json!(column));
            }
            map.insert("pointer".to_owned(), json!(self.place.pointer));
        }
        map.insert("message".to_owned(), json!(self.message));
        if !self.notes.is_empty() {
            map.insert("notes".to_owned(), json!(self.notes));
        }
        if let Some(help) = &self.help {
            map.insert("help".to_owned(), json!(help));
        }
        map.extend(self.data.clone());
        Value::Object(map)
    }
}
