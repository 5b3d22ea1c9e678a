//! `toolmodel check`: everything that is wrong with tools.

mod codes;
mod described;
mod exactness;
mod mcp;
mod names;
mod portable;
mod size;

use clap::{ArgAction, ArgMatches, Command};
use serde_json::{Map, Value, json};

use super::convert::formats;
use super::count;
use crate::cli::arguments::{
    flag, format_option, namespace_options, option, path_argument, switch, text,
};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::{Finding, Level};
use crate::cli::format::Format;
use crate::cli::format::text::{BAD, GOOD, ODD, styled};
use crate::cli::input::{Input, Root, config};
use crate::cli::shell::Shell;
use crate::report::Report;

pub(super) fn command() -> Command {
    let codes = || codes::names().chain(["warnings"]).collect::<Vec<_>>();
    let list = |name: &'static str, help: &'static str| {
        option(name, "CODES")
            .value_delimiter(',')
            .action(ArgAction::Append)
            .hide_possible_values(true)
            .help(help)
    };
    Command::new("check")
        .about("Tell what is not in order: MCP's rules, names, descriptions, portability, size")
        .long_about(format!(
            "Tell what is not in order: MCP's rules, names, descriptions, portability, size.\n\n\
             With -v also which tools are exact, and what makes the others checked. The types of an exact \
             tool enforce its schema by themselves, in one pass. The arguments of a checked tool go \
             through the validator first. Both accept exactly what the schema accepts.{}",
            codes::table()
        ))
        .arg(path_argument())
        .arg(
            option("for", "FORMATS")
                .value_delimiter(',')
                .action(ArgAction::Append)
                .value_parser(formats())
                .help("Tell what these providers' formats would lose"),
        )
        .arg(
            option("mcp", "REVISION")
                .value_parser(["2025-11-25", "2026-07-28"])
                .help("Check the rules of this revision of MCP alone, instead of both"),
        )
        .arg(list("deny", "Make these codes, or all warnings, errors").value_parser(codes()))
        .arg(list("allow", "Do not tell these codes").value_parser(codes()))
        .arg(list("only", "Tell these codes alone").value_parser(codes::names().collect::<Vec<_>>()))
        .arg(
            switch("verbose")
                .short('v')
                .help("Also tell what is in order: exactness, size, rewritten features"),
        )
        .args(namespace_options())
        .arg(format_option())
        .after_help(
            "Examples:\n  \
             toolmodel check\n  \
             toolmodel check tools --for openai-strict,gemini\n  \
             toolmodel check --deny warnings --allow large-tool --format github\n  \
             toolmodel check tools --deny checked                # all tools exact",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let root = Root::read(matches, shell)?;
    let config = config(matches, &root).authoring_warnings(true);
    let report = match config.inspect(root.path()) {
        Ok(report) => report,
        Err(errors) => return refused(&errors.into(), shell),
    };
    let input = Input::load(root, &config)?;
    let mut findings = examine(&input, &report, matches);
    input.locate(&mut findings);
    sort(&mut findings);
    let findings: Vec<Finding> = findings
        .into_iter()
        .filter_map(|finding| wanted(finding, matches))
        .collect();
    let summary = summary(&input, &report, &findings);
    shell.print_findings(&findings, &summary, facts(&input, &report))?;
    let denied = findings.iter().any(|finding| finding.level == Level::Error);
    Ok(if denied { Exit::No } else { Exit::Fine })
}

/// Problems of the files themselves are findings too.
fn refused(failure: &Failure, shell: &mut Shell) -> Outcome {
    if failure.exit == Exit::Failed && shell.format == Format::Text {
        shell.tell_findings(&failure.findings);
        return Ok(failure.exit);
    }
    let errors = count(failure.findings.len(), "error");
    let summary = format!("{}\n", styled(BAD, &errors));
    shell.print_findings(&failure.findings, &summary, Map::new())?;
    Ok(failure.exit)
}

fn examine(input: &Input, report: &Report, matches: &ArgMatches) -> Vec<Finding> {
    let mut findings = Vec::new();
    exactness::check(input, report, &mut findings);
    names::check(input, &mut findings);
    let revision = text(matches, "mcp");
    for tool in &input.tools {
        mcp::check(input, tool, revision, &mut findings);
        described::check(input, tool, &mut findings);
        size::check(input, tool, &mut findings);
    }
    for target in matches.get_many::<String>("for").into_iter().flatten() {
        portable::check(input, target, &mut findings);
    }
    findings
}

fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        let key = |finding: &Finding| (finding.place.file.clone(), finding.place.position);
        let grave = |finding: &Finding| std::cmp::Reverse(finding.level);
        (key(a), grave(a), a.code, &a.message).cmp(&(key(b), grave(b), b.code, &b.message))
    });
}

/// A finding adjusted to the options, unless they suppress it.
fn wanted(mut finding: Finding, matches: &ArgMatches) -> Option<Finding> {
    let named = |option: &str| {
        let mut codes = matches.get_many::<String>(option).into_iter().flatten();
        codes.any(|code| {
            *code == finding.code || code == "warnings" && finding.level == Level::Warning
        })
    };
    let asked = named("only");
    if matches.contains_id("only") && !asked || named("allow") {
        return None;
    }
    if named("deny") {
        finding.level = Level::Error;
    }
    (finding.level > Level::Note || asked || flag(matches, "verbose")).then_some(finding)
}

fn summary(input: &Input, report: &Report, findings: &[Finding]) -> String {
    let sizes = size::total(input);
    let exact = exactness::exact(report);
    let checked = report.tools.len() - exact;
    let of_level = |level: Level| {
        findings
            .iter()
            .filter(|finding| finding.level == level)
            .count()
    };
    let (errors, warnings) = (of_level(Level::Error), of_level(Level::Warning));
    let state = match (errors, warnings) {
        (0, 0) => styled(GOOD, "in order"),
        (0, warnings) => styled(ODD, &count(warnings, "warning")),
        (errors, 0) => styled(BAD, &count(errors, "error")),
        (errors, warnings) => {
            let errors = styled(BAD, &count(errors, "error"));
            format!("{errors}, {}", styled(ODD, &count(warnings, "warning")))
        }
    };
    format!(
        "{}: {exact} exact, {checked} checked; {} bytes, about {} tokens; {state}\n",
        count(report.tools.len(), "tool"),
        sizes.bytes,
        sizes.tokens,
    )
}

fn facts(input: &Input, report: &Report) -> Map<String, Value> {
    let sizes = size::total(input);
    let tools = report.tools.iter().map(|tool| {
        json!({
            "id": tool.id,
            "file": tool.file,
            "exact": exactness::is_exact(tool),
        })
    });
    Map::from_iter([
        ("tools".to_owned(), tools.collect()),
        ("bytes".to_owned(), json!(sizes.bytes)),
        ("estimatedTokens".to_owned(), json!(sizes.tokens)),
    ])
}
