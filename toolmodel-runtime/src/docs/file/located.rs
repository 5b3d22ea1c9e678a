//! Findings at places of one JSON text. The lines are looked up in one pass at the end, however
//! many there are.

use std::fmt;

use super::findings::Findings;
use crate::error::excerpt::show_name;
use crate::path::{Path, Step};
use crate::schema::scan::{Asked, Scan};

/// Problems and warnings, each with its place in a JSON text.
#[derive(Debug, Default)]
pub(super) struct Located {
    scan: Scan,
    problems: Vec<(Asked, String)>,
    warnings: Vec<(Asked, String)>,
}

/// A JSON text inside a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonText<'a> {
    pub(super) text: &'a str,
    /// The line on which the text starts, from one.
    pub(super) first_line: usize,
}

impl Located {
    pub(super) fn problem(&mut self, at: &Path<'_>, message: impl fmt::Display) {
        if self.problems.len() <= Findings::MOST {
            let asked = self.ask(at);
            self.problems.push((asked, message.to_string()));
        }
    }

    pub(super) fn warning(&mut self, at: &Path<'_>, message: impl fmt::Display) {
        if self.warnings.len() <= Findings::MOST {
            let asked = self.ask(at);
            self.warnings.push((asked, message.to_string()));
        }
    }

    fn ask(&mut self, at: &Path<'_>) -> Asked {
        let steps = at.steps().into_iter();
        self.scan.ask_tokens(steps.map(|step| match step {
            Step::Key(key) => key.to_owned(),
            Step::Index(index) => index.to_string(),
        }))
    }

    /// Reports everything with its line.
    pub(super) fn tell(self, json: JsonText<'_>, findings: &mut Findings) {
        let scanned = self.scan.run(json.text);
        let line = |asked| json.first_line + scanned.position(asked).0 - 1;
        for (asked, message) in self.problems {
            findings.problem(line(asked), message);
        }
        for (asked, message) in self.warnings {
            findings.warning(line(asked), message);
        }
        for twice in &scanned.duplicates {
            let line = json.first_line + twice.position.0 - 1;
            let key = show_name(&twice.key);
            let message = format!("key {key} comes twice, and only the last one would count");
            findings.problem(line, message);
        }
    }
}
