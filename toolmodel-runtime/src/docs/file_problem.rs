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
    /// The line, from one; `None` when the problem is about the whole file.
    pub line: Option<usize>,
    /// What was found and what is accepted.
    pub message: String,
}

impl FileProblem {
    pub(in crate::docs) fn whole(file: &Path, message: impl fmt::Display) -> Self {
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
    pub(in crate::docs) fn new(problems: Vec<FileProblem>) -> Self {
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
