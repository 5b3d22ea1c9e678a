//! Findings as workflow commands, which GitHub shows beside the line.

use std::fmt::Write as _;

use crate::cli::finding::{Finding, Level};

pub(super) fn render(findings: &[Finding]) -> String {
    let mut out = String::new();
    for finding in findings {
        let word = match finding.level {
            Level::Note => "notice",
            level => level.word(),
        };
        let _ = write!(out, "::{word} title={}", property(finding.code));
        if !finding.place.file.is_empty() {
            let _ = write!(out, ",file={}", property(&finding.place.file));
            if let Some((line, column)) = finding.place.position {
                let _ = write!(out, ",line={line},col={column}");
            }
        }
        let _ = writeln!(out, "::{}", data(&finding.text()));
    }
    out
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_says_cannot_start_a_command_of_its_own() {
        let finding = Finding::new("a", Level::Note, "x\n::error::y").at("a,b:c%", "");
        let text = render(&[finding]);
        assert_eq!(text, "::notice title=a,file=a%2Cb%3Ac%25::x%0A::error::y\n");
    }
}
