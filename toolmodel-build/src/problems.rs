//! What the stages find wrong or odd; collected, and reported with lines and columns at the end.

use std::fmt::Display;

use toolmodel_runtime::__private::kernel::scan::{MOST_DUPLICATES, Scan};

use crate::error::{Error, Errors};
use crate::report::Warning;
use crate::source::{File, Source};

/// Everything found so far.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    files: Vec<Source>,
    placed: Vec<Placed>,
    errors: Vec<Error>,
    warnings: Vec<Error>,
}

/// A problem at a place of a file, whose line has not been looked up yet.
#[derive(Debug)]
struct Placed {
    /// Which of the files.
    file: usize,
    problem: Error,
    is_error: bool,
}

impl Problems {
    /// Registers a file, so that problems can refer to it and its keys are checked for duplicates.
    pub(crate) fn add_file(&mut self, name: String, path: String, text: &str) -> Source {
        let source = Source::new(File {
            number: self.files.len(),
            name,
            path,
            text: text.into(),
        });
        self.files.push(Source::clone(&source));
        source
    }

    pub(crate) fn error(&mut self, error: Error) {
        self.errors.push(error);
    }

    pub(crate) fn warn(&mut self, warning: Error) {
        self.warnings.push(warning);
    }

    pub(crate) fn error_at(&mut self, source: &Source, pointer: &str, message: impl Display) {
        self.place(source, pointer, message, true);
    }

    pub(crate) fn warn_at(&mut self, source: &Source, pointer: &str, message: impl Display) {
        self.place(source, pointer, message, false);
    }

    fn place(&mut self, source: &Source, pointer: &str, message: impl Display, is_error: bool) {
        self.placed.push(Placed {
            file: source.number,
            problem: Error {
                pointer: pointer.to_owned(),
                ..Error::in_file(&source.path, message)
            },
            is_error,
        });
    }

    /// Whether anything found so far prevents generating.
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty() || self.placed.iter().any(|placed| placed.is_error)
    }

    /// Scans the text of each file once, for lines, columns and duplicate keys; returns
    /// the warnings, or all errors.
    pub(crate) fn settle(mut self) -> Result<Vec<Warning>, Errors> {
        let mut placed = std::mem::take(&mut self.placed);
        placed.sort_by_key(|placed| placed.file);
        let mut placed = placed.into_iter().peekable();
        for (at, source) in std::mem::take(&mut self.files).iter().enumerate() {
            let mut scan = Scan::new();
            let mut asked = Vec::new();
            while let Some(placed) = placed.next_if(|placed| placed.file == at) {
                asked.push((scan.ask(&placed.problem.pointer), placed));
            }
            let scanned = scan.run(&source.text);
            for (place, mut placed) in asked {
                placed.problem.position = Some(scanned.position(place));
                if placed.is_error {
                    self.errors.push(placed.problem);
                } else {
                    self.warnings.push(placed.problem);
                }
            }
            let told = scanned.duplicates.len();
            for duplicate in scanned.duplicates {
                let message = format!(
                    "key `{}` comes twice, and only the last one would count",
                    duplicate.key
                );
                self.errors.push(Error {
                    position: Some(duplicate.position),
                    pointer: duplicate.pointer,
                    ..Error::in_file(&source.path, message)
                });
            }
            if told == MOST_DUPLICATES {
                let message = format!("only the first {told} keys that come twice are told");
                self.errors.push(Error::in_file(&source.path, message));
            }
        }
        self.errors.sort_by(|a, b| {
            (&a.file, a.position, &a.pointer).cmp(&(&b.file, b.position, &b.pointer))
        });
        Errors::check(self.errors)?;
        self.warnings
            .sort_by(|a, b| (&a.file, a.position).cmp(&(&b.file, b.position)));
        Ok(self.warnings.into_iter().map(Warning::of).collect())
    }
}
