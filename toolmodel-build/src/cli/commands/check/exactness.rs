//! Which tools are exact, and what the generator warns about.

use std::collections::BTreeMap;

use crate::authoring::WAY_OUT;
use crate::cli::finding::{Finding, Level};
use crate::cli::input::Input;
use crate::lint::{OddityKind, lint};
use crate::report::{Enforcement, Report, ToolReport};

pub(super) fn is_exact(tool: &ToolReport) -> bool {
    tool.input.is_exact() && tool.output.as_ref().is_none_or(Enforcement::is_exact)
}

/// How many tools are exact.
pub(super) fn exact(report: &Report) -> usize {
    report.tools.iter().filter(|tool| is_exact(tool)).count()
}

pub(super) fn check(input: &Input, report: &Report, findings: &mut Vec<Finding>) {
    let oddities = oddities(input);
    for warning in &report.warnings {
        let mut finding = Finding::from_warning(warning);
        let place = (finding.place.file.clone(), finding.place.pointer.clone());
        if finding.message.ends_with(WAY_OUT) {
            let rule = finding.message.len() - WAY_OUT.len();
            finding.message.truncate(rule);
            finding.code = "authoring";
            finding.level = Level::Note;
            finding.help = Some("say it in the tool, or turn it off with --allow".to_owned());
        } else if let Some(kind) = oddities.get(&place) {
            let (code, help) = match kind {
                OddityKind::Mistyped => (
                    "unknown-keyword",
                    "JSON Schema ignores what it does not know: mend or remove it",
                ),
                OddityKind::Contradiction => (
                    "contradiction",
                    "if it is required, every call is refused: mend or remove it",
                ),
            };
            finding.code = code;
            finding.help = Some(help.to_owned());
        }
        findings.push(finding);
    }
    for tool in &report.tools {
        let Some(own) = input.tools.iter().find(|own| own.id == tool.id) else {
            continue;
        };
        let (code, message) = if is_exact(tool) {
            ("exact", format!("`{}` is exact", tool.id))
        } else {
            let message = "is checked: types alone cannot enforce its schema";
            ("checked", format!("`{}` {message}", tool.id))
        };
        let mut finding = Finding::new(code, Level::Note, message);
        let sides = [
            ("/inputSchema", Some(&tool.input)),
            ("/outputSchema", tool.output.as_ref()),
        ];
        for (side, enforcement) in sides {
            if let Some(Enforcement::Checked(reasons)) = enforcement {
                let help = "nothing to mend: its calls go through the validator";
                finding.help = Some(help.to_owned());
                for reason in reasons {
                    finding =
                        finding.note(format_args!("{side}{}: {}", reason.pointer, reason.reason));
                }
            }
        }
        findings.push(input.finding(own, "", finding));
    }
}

/// The places of what is odd about schemas, which the generator reports in its own words.
fn oddities(input: &Input) -> BTreeMap<(String, String), OddityKind> {
    let mut places = BTreeMap::new();
    for tool in &input.tools {
        let own = &tool.loaded.tool;
        let sides = [
            ("/inputSchema", Some(&own.input_schema)),
            ("/outputSchema", own.output_schema.as_ref()),
        ];
        for (side, schema) in sides {
            for odd in schema.map(lint).unwrap_or_default() {
                let place = tool.loaded.place(&format!("{side}{}", odd.pointer));
                places.insert((Input::file(tool).to_owned(), place), odd.kind);
            }
        }
    }
    places
}
