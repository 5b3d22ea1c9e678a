//! `toolmodel import`: the tools of live servers, as files.

mod fetch;
mod target;

use std::path::{Path, PathBuf};

use anstyle::Style;
use clap::{ArgMatches, Command, value_parser};
use serde_json::{Map, Value, json};
use toolmodel_runtime::{Tool, ToolList};

use super::count;
use super::diff::drift;
use super::server::{addresses, limits, protocol, with_server};
use crate::cli::arguments::{flag, format_option, option, switch};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::{Finding, Level};
use crate::cli::format::text::{BAD, GOOD, styled};
use crate::cli::format::{Format, pretty};
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
            option("out", "PATH")
                .short('o')
                .value_parser(value_parser!(PathBuf))
                .help("The file, - for standard output; with --config the folder [default: - or tools]"),
        )
        .arg(
            switch("check")
                .requires("out")
                .help("Write nothing; tell what drifted from the file, and exit with 1 if anything did"),
        )
        .arg(format_option())
        .after_help(
            "Examples:\n  \
             toolmodel import -o tools/everything.json \\\n      \
             --stdio 'npx -y @modelcontextprotocol/server-everything'\n  \
             toolmodel import --http https://mcp.example.com/mcp \\\n      \
             --header 'Authorization: Bearer ...' -o tools/example.json\n  \
             toolmodel import --config .mcp.json -o tools\n  \
             toolmodel import --config .mcp.json -o tools --check   # in CI",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let servers = addresses(matches, shell)?;
    let targets = targets(servers, matches)?;
    let fetched = fetch_all(&targets, protocol(matches), limits(matches), shell);
    let checking = flag(matches, "check");
    let mut findings = Vec::new();
    let mut lines = String::new();
    let mut told = Vec::new();
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
            Ok(done) => {
                lines.push_str(&done.line);
                told.push(done.facts);
                exit = worse(exit, done.exit);
            }
            Err(failure) => {
                exit = worse(exit, failure.exit);
                findings.extend(failure.findings);
            }
        }
    }
    let facts = Map::from_iter([("servers".to_owned(), Value::Array(told))]);
    let text = shell.rendered(&findings, &lines, facts);
    // Standard output may be the file itself.
    let is_file = targets.iter().any(|target| target.path.is_none());
    if is_file || shell.format == Format::Text && !checking {
        shell.tell(&text);
    } else {
        shell.print(&text)?;
    }
    Ok(exit)
}

/// The outcome for one server's file.
struct Done {
    line: String,
    facts: Value,
    exit: Exit,
}

impl Done {
    fn new(target: &Target, fetched: &Fetched, state: &str, exit: Exit) -> Self {
        let count = count(fetched.tools.len(), "tool");
        let server = &fetched.server;
        let style = match state {
            "written" => GOOD,
            "drifted" => BAD,
            _ => Style::new(),
        };
        let path = target.path.as_ref().map(|path| path.display().to_string());
        let state_shown = styled(style, state);
        let line = path
            .as_ref()
            .map(|path| format!("{path}: {count} of {server}, {state_shown}\n"));
        Self {
            line: line.unwrap_or_default(),
            facts: json!({
                "name": target.name,
                "server": server,
                "file": path,
                "tools": fetched.tools.len(),
                "state": state,
            }),
            exit,
        }
    }
}

fn worse(a: Exit, b: Exit) -> Exit {
    if (a as u8) < (b as u8) { b } else { a }
}

/// The file of a list: what the server sent, without anything that differs from one call to the next.
fn file(tools: &[Value]) -> String {
    pretty(&json!({ "tools": tools }))
}

/// What clients should not rely on in the list. It is written nevertheless, because it is what the server sent.
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

fn write(target: &Target, fetched: &Fetched, shell: &mut Shell) -> Result<Done, Failure> {
    let text = file(&fetched.tools);
    let Some(path) = &target.path else {
        shell.print(&text)?;
        return Ok(Done::new(target, fetched, "printed", Exit::Fine));
    };
    let changed =
        replace(path, &text).map_err(|error| Failure::file(path, "cannot be written", &error))?;
    let state = if changed { "written" } else { "up to date" };
    Ok(Done::new(target, fetched, state, Exit::Fine))
}

fn check(
    target: &Target,
    fetched: &Fetched,
    findings: &mut Vec<Finding>,
    shell: &mut Shell,
) -> Result<Done, Failure> {
    let Some(path) = &target.path else {
        let message = "--check compares with a file: say which with --out";
        return Err(Failure::usage(message));
    };
    let drift = drifted(path, fetched, shell)?;
    if drift.is_empty() {
        return Ok(Done::new(target, fetched, "up to date", Exit::Fine));
    }
    findings.extend(drift);
    Ok(Done::new(target, fetched, "drifted", Exit::No))
}

/// The differences between the committed file and the server.
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
    let committed = crate::load::read_file(path)
        .map_err(|message| Failure::new(format_args!("{shown}: {message}")))?;
    // The layout of the file is up to its owner.
    let value = serde_json::from_str::<Value>(&committed).ok();
    if value.is_some_and(|value| value == json!({ "tools": fetched.tools })) {
        return Ok(Vec::new());
    }
    let old = Input::of(path.to_owned(), shell)?;
    let read = fetched.tools.iter().cloned().map(Tool::from_value);
    let new: Vec<Tool> = read.filter_map(Result::ok).collect();
    let mut findings = drift(&old, &new);
    if findings.is_empty() {
        let message =
            "the file differs in what no caller depends on, such as the order of the tools";
        let finding = Finding::new("other", Level::Warning, message);
        findings.push(finding.at(&shown, "").help("import it again"));
    }
    Ok(findings)
}
