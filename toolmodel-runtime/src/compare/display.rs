//! What a comparison found, for people.

use std::fmt;

use super::report::{
    Bump, Detail, Fate, Finding, ListChange, SchemaChange, Side, ToolChange, Verdict, What,
};
use crate::error::excerpt::cut_to;
use crate::error::in_words;

in_words! {
    Side {
        Input => "input",
        Output => "output",
    }
    Verdict {
        Compatible => "compatible",
        Undecided => "undecided",
        Breaking => "breaking",
    }
    Bump {
        None => "none",
        Patch => "patch",
        Minor => "minor",
        Major => "major",
    }
    What {
        Added => "added",
        Removed => "removed",
        Changed => "changed",
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.pointer, self.what)
    }
}

/// Most characters of a proof that are shown; the whole of it is in the data.
const LONGEST_PROOF: usize = 400;

/// One line: where, what, and the proof if there is one, cut to a bounded length.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |pointer: &str| match pointer {
            "" => "/".to_owned(),
            other => other.to_owned(),
        };
        write!(f, "{}", place(&self.new))?;
        if self.old != self.new {
            write!(f, " (was {})", place(&self.old))?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(proof) = &self.proof {
            let text = proof.to_string();
            write!(f, "; for example {}", cut_to(&text, LONGEST_PROOF))?;
        }
        Ok(())
    }
}

/// A line per finding, below the verdict.
impl fmt::Display for SchemaChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)?;
        for finding in &self.findings {
            write!(f, "\n  {}: {finding}", finding.verdict)?;
        }
        for finding in &self.undeclared {
            let doubt = match finding.verdict {
                Verdict::Breaking => "",
                _ => " (undecided)",
            };
            write!(f, "\n  undeclared properties only{doubt}: {finding}")?;
        }
        for detail in &self.annotations {
            write!(f, "\n  harmless: {detail}")?;
        }
        Ok(())
    }
}

impl fmt::Display for ToolChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        let new = self.new.as_deref().unwrap_or_default();
        match self.fate {
            Fate::Gone => return write!(f, "{name}: breaking: the tool is gone"),
            Fate::New => return write!(f, "{name}: compatible: the tool is new"),
            Fate::Renamed => write!(f, "{name}: breaking: the tool is now `{new}`")?,
            Fate::Moved => write!(f, "{name}: {}: the tool is now `{new}`", self.verdict)?,
            Fate::Kept if self.is_unchanged() => return write!(f, "{name}: unchanged"),
            Fate::Kept => write!(f, "{name}: {}", self.verdict)?,
        }
        for (side, change) in [(Side::Input, &self.input), (Side::Output, &self.output)] {
            let Some(change) = change.as_ref().filter(|change| !change.is_unchanged()) else {
                continue;
            };
            let text = change.to_string();
            write!(f, "\n  {side}: {}", text.replace('\n', "\n  "))?;
        }
        for finding in &self.findings {
            write!(f, "\n  {}: {finding}", finding.verdict)?;
        }
        for detail in &self.details {
            write!(f, "\n  harmless: {detail}")?;
        }
        Ok(())
    }
}

/// Tools that have changed, and the version bump that follows.
impl fmt::Display for ListChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tool in self.tools.iter().filter(|tool| !tool.is_unchanged()) {
            writeln!(f, "{tool}")?;
        }
        if self.is_unchanged() {
            return f.write_str("nothing has changed");
        }
        write!(f, "{}; suggested version bump: {}", self.verdict, self.bump)
    }
}
