//! Findings in the style of rustc: the line, and a mark under the place.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::cli::excerpt::{Texts, plain};
use crate::cli::finding::{Finding, Level};

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const ODD: Style = AnsiColor::Yellow.on_default().bold();
const FRAME: Style = AnsiColor::BrightBlue.on_default().bold();

pub(crate) fn style(level: Level) -> Style {
    match level {
        Level::Error => BAD,
        Level::Warning => ODD,
        Level::Note => AnsiColor::Green.on_default().bold(),
    }
}

/// A text in a style.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Findings beyond this number are only counted: nobody reads them, and JSON has them all.
const MOST: usize = 1_000;

pub(crate) fn render(findings: &[Finding], texts: &mut Texts) -> String {
    let mut out = String::new();
    for finding in findings.iter().take(MOST) {
        write_finding(finding, texts, &mut out);
        out.push('\n');
    }
    if findings.len() > MOST {
        let more = findings.len() - MOST;
        let _ = writeln!(out, "... and {more} more\n");
    }
    out
}

fn write_finding(finding: &Finding, texts: &mut Texts, out: &mut String) {
    let level = style(finding.level);
    let word = finding.level.word();
    // What stopped the command altogether has no code to allow or deny.
    let code = match finding.code {
        "failed" | "usage" => String::new(),
        code => format!("[{code}]"),
    };
    let message = plain(&finding.message);
    let _ = writeln!(out, "{level}{word}{code}{level:#}{BOLD}: {message}{BOLD:#}");
    let place = &finding.place;
    let line = place.position.map_or(1, |(line, _)| line);
    let margin = line.to_string().len();
    let gap = " ".repeat(margin);
    if !place.file.is_empty() {
        let file = plain(&place.file);
        let _ = write!(out, "{gap}{FRAME}-->{FRAME:#} {file}");
        if let Some((line, column)) = place.position {
            let _ = write!(out, ":{line}:{column}");
        }
        out.push('\n');
    }
    let shown = place.position.and_then(|position| {
        let text = texts.get(&place.file)?;
        text.excerpt(position)
    });
    if let Some(shown) = &shown {
        let mark = "^".repeat(shown.marked);
        let before = " ".repeat(shown.before);
        let _ = writeln!(out, "{gap} {FRAME}|{FRAME:#}");
        let _ = writeln!(out, "{FRAME}{line} |{FRAME:#} {}", shown.line);
        let _ = writeln!(
            out,
            "{gap} {FRAME}|{FRAME:#} {before}{level}{mark}{level:#}"
        );
    }
    let pointer = (!place.pointer.is_empty()).then(|| format!("at {}", place.pointer));
    let notes = pointer
        .iter()
        .chain(&finding.notes)
        .map(|note| ("note", note));
    for (word, text) in notes.chain(finding.help.iter().map(|help| ("help", help))) {
        let mut lines = text.lines().map(plain);
        let first = lines.next().unwrap_or_default();
        let _ = writeln!(out, "{gap} {FRAME}={FRAME:#} {BOLD}{word}{BOLD:#}: {first}");
        for line in lines {
            let _ = writeln!(out, "{gap}         {line}");
        }
    }
}
