//! `toolmodel import`: the tools of live servers, as files.

mod fetch;
mod target;

use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Map, Value, json};
use toolmodel_runtime::{Tool, ToolList};

use super::diff::drift;
use super::server::{addresses, limits, protocol, with_server};
use super::{count, flag, format_option};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::{Finding, Level};
use crate::cli::format::text::{BAD, GOOD, styled};
use crate::cli::format::{pretty, render};
use crate::cli::input::Input;
use crate::cli::replace::replace;
use crate::cli::shell::Shell;
use fetch::{Fetched, fetch_all};
use target::{Target, targets};

pub(super) fn command() -> Command {
    let command = Command::new("import")
        .about("Write the tools of live MCP servers into files")
        .long_about(
            "Write the tools of live MCP servers into files: all pages, as they are served, pretty, and \
             replaced as a whole. A server that fails leaves its file as it was.",
        );
    with_server(command)
        .arg(
            Arg::new("out")
                .short('o')
                .long("out")
                .value_name("PATH")
                .value_parser(value_parser!(PathBuf))
                .help("The file, - for standard output; with --config the folder [default: - or tools]"),
        )
        .arg(
            Arg::new("check")
                .long("check")
                .requires("out")
                .action(ArgAction::SetTrue)
                .help("Write nothing; tell what drifted from the file, and exit with 1 if anything did"),
        )
        .arg(format_option())
        .after_help(
            "Examples:\n  \
             toolmodel import --stdio 'npx -y @modelcontextprotocol/server-everything' -o tools/everything.json\n  \
             toolmodel import --http https://mcp.example.com/mcp --header 'Authorization: Bearer ...' -o tools/example.json\n  \
             toolmodel import --config .mcp.json -o tools\n  \
             toolmodel import --config .mcp.json -o tools --check      # in CI: has a server drifted?",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let servers = addresses(matches)?;
    let targets = targets(servers, matches)?;
    let fetched = fetch_all(&targets, protocol(matches), limits(matches), shell);
    let checking = flag(matches, "check");
    let mut findings = Vec::new();
    let mut lines = String::new();
    let mut exit = Exit::Fine;
    for (target, fetched) in targets.iter().zip(fetched) {
        let done = fetched.and_then(|fetched| {
            findings.extend(odd(target, &fetched));
            if checking {
                check(target, &fetched, &mut findings, shell)
            } else {
                write(target, &fetched, shell)
            }
        });
        match done {
            Ok((line, code)) => {
                lines.push_str(&line);
                exit = worse(exit, code);
            }
            Err(failure) => {
                exit = worse(exit, failure.exit);
                findings.extend(failure.findings);
            }
        }
    }
    let text = render(shell.format, &findings, "", Map::new(), &mut shell.texts);
    let structured = shell.format != crate::cli::format::Format::Text;
    match (structured, checking) {
        (true, _) => shell.print(&text)?,
        (false, true) => shell.print(&format!("{text}{lines}"))?,
        // Standard output may be the file itself.
        (false, false) => shell.tell(&format!("{text}{lines}")),
    }
    Ok(exit)
}

fn worse(a: Exit, b: Exit) -> Exit {
    if (a as u8) < (b as u8) { b } else { a }
}

/// The file of a list: what was served, and nothing that differs from one call to the next.
fn file(tools: &[Value]) -> String {
    pretty(&json!({ "tools": tools }))
}

/// What the list has that no client should rely on. It is written all the same: it is what is served.
fn odd(target: &Target, fetched: &Fetched) -> Vec<Finding> {
    let list = json!({ "tools": fetched.tools });
    let Ok(list) = ToolList::from_mcp_value(list) else {
        return Vec::new();
    };
    let problems = list
        .errors
        .iter()
        .flat_map(toolmodel_runtime::Error::problems);
    let told = problems.map(|problem| {
        let message = format!(
            "{}: {} at {}",
            target.name, problem.message, problem.pointer
        );
        Finding::new("invalid-tool", Level::Warning, message).help("the server serves it like this")
    });
    told.collect()
}

fn write(target: &Target, fetched: &Fetched, shell: &mut Shell) -> Result<(String, Exit), Failure> {
    let text = file(&fetched.tools);
    let count = count(fetched.tools.len(), "tool");
    let server = &fetched.server;
    let Some(path) = &target.path else {
        shell.print(&text)?;
        return Ok((String::new(), Exit::Fine));
    };
    let changed =
        replace(path, &text).map_err(|error| Failure::file(path, "cannot be written", &error))?;
    let state = if changed {
        styled(GOOD, "written")
    } else {
        "up to date".to_owned()
    };
    let line = format!("{}: {count} of {server}, {state}\n", path.display());
    Ok((line, Exit::Fine))
}

fn check(
    target: &Target,
    fetched: &Fetched,
    findings: &mut Vec<Finding>,
    shell: &mut Shell,
) -> Result<(String, Exit), Failure> {
    let Some(path) = &target.path else {
        return Err(Failure::usage(
            "--check compares with a file: say which with --out",
        ));
    };
    let shown = path.display();
    let server = &fetched.server;
    let count_of_tools = count(fetched.tools.len(), "tool");
    let text = file(&fetched.tools);
    if std::fs::read(path).is_ok_and(|committed| committed == text.as_bytes()) {
        let line = format!("{shown}: {count_of_tools} of {server}, up to date\n");
        return Ok((line, Exit::Fine));
    }
    let drift = drifted(path, fetched, shell)?;
    let server = &fetched.server;
    if drift.is_empty() {
        let count = count(fetched.tools.len(), "tool");
        return Ok((
            format!("{shown}: {count} of {server}, up to date\n"),
            Exit::Fine,
        ));
    }
    let changes = count(drift.len(), "change");
    findings.extend(drift);
    let state = styled(BAD, "drifted");
    Ok((
        format!("{shown}: {state} from {server}: {changes}\n"),
        Exit::No,
    ))
}

/// What the committed file has otherwise than the server.
fn drifted(path: &Path, fetched: &Fetched, shell: &mut Shell) -> Result<Vec<Finding>, Failure> {
    let shown = path.display().to_string();
    if !path.exists() {
        let finding = Finding::new("missing-file", Level::Error, "the file is not there");
        return Ok(vec![
            finding
                .at(&shown, "")
                .help("run the same command without --check"),
        ]);
    }
    let old = Input::of(path.to_owned(), shell)?;
    let read = fetched.tools.iter().cloned().map(Tool::from_value);
    let new: Vec<Tool> = read.filter_map(Result::ok).collect();
    let mut findings = drift(&old, &new);
    if findings.is_empty() {
        let finding = Finding::new(
            "text",
            Level::Warning,
            "the text differs, and what it says does not",
        );
        findings.push(finding.at(&shown, "").help("import it again"));
    }
    Ok(findings)
}
