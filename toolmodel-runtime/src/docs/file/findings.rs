//! What was found in one documentation file.

use std::fmt;
use std::path::Path;

use crate::docs::FileProblem;

/// What is wrong with one file, and what only deserves a warning.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) problems: Vec<(usize, String)>,
    pub(super) warnings: Vec<(usize, String)>,
}

impl Findings {
    /// The most problems, and the most warnings, reported for one file.
    pub(super) const MOST: usize = 100;

    pub(super) fn problem(&mut self, line: usize, message: impl fmt::Display) {
        push(&mut self.problems, line, message);
    }

    /// An error of JSON text that starts on `line`.
    pub(super) fn not_json(&mut self, line: usize, error: &serde_json::Error) {
        let text = error.to_string();
        // The position in the error counts from the start of the JSON, not of the file.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = text.strip_suffix(&place).unwrap_or(&text);
        let line = (line + error.line()).saturating_sub(1).max(1);
        self.problem(line, format_args!("not JSON: {message}"));
    }

    pub(super) fn warning(&mut self, line: usize, message: impl fmt::Display) {
        push(&mut self.warnings, line, message);
    }
}

fn push(found: &mut Vec<(usize, String)>, line: usize, message: impl fmt::Display) {
    match found.len() {
        0..Findings::MOST => found.push((line, message.to_string())),
        Findings::MOST => found.push((line, "and more that are not told".to_owned())),
        _ => {}
    }
}

/// Findings as problems of a file, line by line.
pub(super) fn in_file(file: &Path, mut found: Vec<(usize, String)>) -> Vec<FileProblem> {
    found.sort_by_key(|(line, _)| *line);
    found
        .into_iter()
        .map(|(line, message)| FileProblem::new(file, Some(line), message))
        .collect()
}
