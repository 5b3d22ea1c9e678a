//! What is wrong with documentation files, and where.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::error::excerpt::{cut_to, is_secret_text};
use crate::error::join;

/// The most problems that a text lists.
const MOST_SHOWN: usize = 100;
/// The longest path that the caller named, in characters.
const LONGEST_PATH: usize = 1000;
/// The longest path below a folder that the caller named, in characters.
const LONGEST_INSIDE: usize = 200;

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
    /// How many names at the end of the path were found in the caller's folder.
    inside: usize,
}

impl FileProblem {
    pub(in crate::docs) fn new(file: &Path, line: Option<usize>, message: String) -> Self {
        Self {
            file: file.to_owned(),
            line,
            message,
            inside: 0,
        }
    }

    pub(in crate::docs) fn whole(file: &Path, message: impl fmt::Display) -> Self {
        Self::new(file, None, message.to_string())
    }

    /// The problem of a file that was found in a folder.
    pub(in crate::docs) fn found_in(mut self, folder: &Path) -> Self {
        self.inside = names_below(folder, &self.file);
        self
    }
}

/// The path of a file that was found in a folder, as it is shown to people.
pub(in crate::docs) fn shown_path(folder: &Path, file: &Path) -> String {
    shown(file, names_below(folder, file))
}

fn names_below(folder: &Path, file: &Path) -> usize {
    let below = file.strip_prefix(folder);
    below.map_or(0, |below| below.components().count())
}

/// A path in one line. What the caller named is shown as it is; names that were found, of which some
/// may look like secrets, come from whoever may write to the folder.
fn shown(file: &Path, inside: usize) -> String {
    let names: Vec<_> = file.components().collect();
    let (outer, inner) = names.split_at(names.len().saturating_sub(inside));
    let inner: Vec<String> = inner
        .iter()
        .map(|name| name.as_os_str().to_string_lossy())
        .map(|name| {
            if is_secret_text(&name) {
                Cow::Borrowed("…")
            } else {
                name
            }
        })
        .map(|name| cut_to(&name, LONGEST_INSIDE))
        .collect();
    let inner = inner.join(std::path::MAIN_SEPARATOR_STR);
    let outer: PathBuf = outer.iter().collect();
    let mut shown = cut_to(&outer.to_string_lossy(), LONGEST_PATH);
    let is_separated = shown.is_empty() || shown.ends_with(std::path::is_separator);
    if !inner.is_empty() && !is_separated {
        shown.push(std::path::MAIN_SEPARATOR);
    }
    // The end of a long path names the file.
    if let Some(longer) = inner.chars().count().checked_sub(LONGEST_INSIDE + 1) {
        shown.push('…');
        shown.extend(inner.chars().skip(longer + 1));
    } else {
        shown.push_str(&inner);
    }
    shown
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", shown(&self.file, self.inside))?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}", self.message)
    }
}

/// What is wrong with documentation files, at least one thing; as text one line each, for the first
/// hundred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblems {
    problems: Vec<FileProblem>,
    untold: usize,
}

impl FileProblems {
    pub(in crate::docs) fn new(problems: Vec<FileProblem>, untold: usize) -> Self {
        Self { problems, untold }
    }

    /// The problems, file by file and line by line: of a file the first hundred, and of a folder the
    /// first ten thousand.
    #[must_use]
    pub fn problems(&self) -> &[FileProblem] {
        &self.problems
    }

    /// How many more problems were found in a folder than are listed.
    #[must_use]
    pub fn untold(&self) -> usize {
        self.untold
    }
}

impl fmt::Display for FileProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        join(f, self.problems.iter().take(MOST_SHOWN), "\n")?;
        match self.problems.len().saturating_sub(MOST_SHOWN) + self.untold {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl StdError for FileProblems {}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(file: &str, folder: &str) -> String {
        let problem = FileProblem::whole(Path::new(file), "no");
        problem.found_in(Path::new(folder)).to_string()
    }

    #[test]
    fn names_from_a_folder_are_escaped_and_no_secrets() {
        assert_eq!(told("a/b/c.md", "a"), "a/b/c.md: no");
        assert_eq!(told("./c.md", "."), "./c.md: no");
        assert_eq!(told("/c.md", "/"), "/c.md: no");
        assert_eq!(
            told("a/b\u{1b}[31m/c\n.md", "a"),
            "a/b\\u{1b}[31m/c\\n.md: no"
        );
        assert_eq!(told("a/AKIAIOSFODNN7EXAMPLE/c.md", "a"), "a/…/c.md: no");
        let callers = FileProblem::whole(Path::new("/4f9a8b7c6d5e4f3a2b1c0d9e/a\u{7}"), "no");
        assert_eq!(callers.to_string(), "/4f9a8b7c6d5e4f3a2b1c0d9e/a\\u{7}: no");
    }

    #[test]
    fn of_a_long_path_the_end_is_told() {
        let long = format!("a/{}/c.md", vec!["b"; 500].join("/"));
        let told = told(&long, "a");
        assert!(
            told.starts_with("a/…") && told.ends_with("/b/c.md: no"),
            "{told}"
        );
        assert_eq!(told.chars().count(), 2 + 1 + LONGEST_INSIDE + ": no".len());
    }
}
