//! What is wrong with documentation files, and where.

use std::error::Error as StdError;
use std::fmt;
use std::path::{Path, PathBuf};

/// One thing that is wrong with a documentation file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileProblem {
    /// The file or folder.
    pub file: PathBuf,
    /// The line, from one; none when the problem is about the whole file.
    pub line: Option<usize>,
    /// What was found and what is accepted.
    pub message: String,
}

impl FileProblem {
    pub(super) fn whole(file: &Path, message: impl fmt::Display) -> Self {
        Self {
            file: file.to_owned(),
            line: None,
            message: message.to_string(),
        }
    }
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}", self.message)
    }
}

/// Everything that is wrong with documentation files, one line each; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblems(Vec<FileProblem>);

impl FileProblems {
    pub(super) fn new(problems: Vec<FileProblem>) -> Self {
        Self(problems)
    }

    /// The problems, file by file and line by line.
    #[must_use]
    pub fn problems(&self) -> &[FileProblem] {
        &self.0
    }
}

impl fmt::Display for FileProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl StdError for FileProblems {}

/// What is wrong with one file, and what is merely worth a warning.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) problems: Vec<(usize, String)>,
    pub(super) warnings: Vec<(usize, String)>,
}

impl Findings {
    pub(super) fn problem(&mut self, line: usize, message: impl fmt::Display) {
        self.problems.push((line, message.to_string()));
    }

    /// An error of JSON text that starts on `line`.
    pub(super) fn not_json(&mut self, line: usize, error: &serde_json::Error) {
        let text = error.to_string();
        // The place that the error tells counts from the start of the JSON, not of the file.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = text.strip_suffix(&place).unwrap_or(&text);
        let line = (line + error.line()).saturating_sub(1).max(1);
        self.problem(line, format_args!("not JSON: {message}"));
    }

    pub(super) fn warning(&mut self, line: usize, message: impl fmt::Display) {
        self.warnings.push((line, message.to_string()));
    }
}

/// Findings as problems of a file, line by line.
pub(super) fn in_file(file: &Path, mut found: Vec<(usize, String)>) -> Vec<FileProblem> {
    found.sort_by_key(|(line, _)| *line);
    found
        .into_iter()
        .map(|(line, message)| FileProblem {
            file: file.to_owned(),
            line: Some(line),
            message,
        })
        .collect()
}
