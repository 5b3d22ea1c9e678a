//! What the revisions of MCP require.

use toolmodel_runtime::{Problem, Revision};

use crate::cli::finding::{Finding, Level};
use crate::cli::input::Input;
use crate::identify::Identified;

const REVISIONS: [(Revision, &str, &str); 2] = [
    (Revision::V2025_11_25, "2025-11-25", "mcp-2025-11-25"),
    (Revision::V2026_07_28, "2026-07-28", "mcp-2026-07-28"),
];

/// A tool may be meant for one revision; what violates all requested revisions is an error.
pub(super) fn check(
    input: &Input,
    tool: &Identified,
    only: Option<&str>,
    findings: &mut Vec<Finding>,
) {
    let asked: Vec<_> = REVISIONS
        .iter()
        .filter(|(_, name, _)| only.is_none_or(|only| only == *name))
        .map(|(revision, name, code)| (problems(tool, *revision), *name, *code))
        .collect();
    let is_in_all = |problem: &Problem| asked.iter().all(|(found, _, _)| found.contains(problem));
    for (at, (problems, name, code)) in asked.iter().enumerate() {
        for problem in problems {
            let finding = match (is_in_all(problem), at) {
                (true, 0) => Finding::new("mcp", Level::Error, &problem.message)
                    .help("clients may refuse the tool, or the whole list"),
                (true, _) => continue,
                (false, _) => {
                    let message = format!("{} (MCP {name})", problem.message);
                    Finding::new(code, Level::Warning, message)
                        .help("the other revision takes it: `--mcp` says which one is meant")
                }
            };
            findings.push(input.finding(tool, &problem.pointer, finding));
        }
    }
}

fn problems(tool: &Identified, revision: Revision) -> Vec<Problem> {
    match tool.loaded.tool.validate_for(revision) {
        Ok(()) => Vec::new(),
        Err(error) => error.problems().to_vec(),
    }
}
