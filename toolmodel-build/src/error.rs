//! What is wrong with tool files: every problem, with its file and place.

use std::fmt;

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The file, by the path given to the build; empty when no file is at fault.
    pub file: String,
    /// Line and column in the file, counted from one, when the place is known.
    pub position: Option<(usize, usize)>,
    /// JSON pointer into the file; empty for the whole.
    pub pointer: String,
    /// What was found and what is accepted.
    pub message: String,
}

impl Error {
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Self {
            file: String::new(),
            position: None,
            pointer: String::new(),
            message: message.to_string(),
        }
    }

    pub(crate) fn in_file(file: &str, message: impl fmt::Display) -> Self {
        Self {
            file: file.to_owned(),
            ..Self::new(message)
        }
    }

    pub(crate) fn from_runtime(error: &toolmodel_runtime::Error) -> Self {
        let pointer = error
            .problems()
            .first()
            .map_or("", |problem| problem.pointer.as_str());
        Self {
            pointer: pointer.to_owned(),
            ..Self::new(error)
        }
    }
}

/// `file:line:column#pointer: message`.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        located(f, &self.file, self.position, &self.pointer, &self.message)
    }
}

pub(crate) fn located(
    f: &mut fmt::Formatter<'_>,
    file: &str,
    position: Option<(usize, usize)>,
    pointer: &str,
    message: &str,
) -> fmt::Result {
    f.write_str(file)?;
    if let Some((line, column)) = position {
        write!(f, ":{line}:{column}")?;
    }
    if !pointer.is_empty() {
        write!(f, "#{pointer}")?;
    }
    let colon = if file.is_empty() { "" } else { ": " };
    write!(f, "{colon}{message}")
}

impl std::error::Error for Error {}

/// Everything that is wrong, in the order of the files.
#[derive(Clone, PartialEq, Eq)]
pub struct Errors(Vec<Error>);

impl Errors {
    /// `Ok` when there are none.
    pub(crate) fn check(errors: Vec<Error>) -> Result<(), Self> {
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Self(errors))
        }
    }

    /// The problems.
    pub fn iter(&self) -> std::slice::Iter<'_, Error> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Errors {
    type Item = &'a Error;
    type IntoIter = std::slice::Iter<'a, Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<Error> for Errors {
    fn from(error: Error) -> Self {
        Self(vec![error])
    }
}

/// One line per problem.
impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(Error::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// The same text as `Display`, on separate lines: this is what a build script that returns the
/// error prints.
impl fmt::Debug for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for Errors {}
