//! `toolmodel diff`: whether callers and servers of the old version still work.

mod findings;
mod table;

use std::path::PathBuf;

use clap::{ArgMatches, Command, value_parser};
use serde_json::{Map, Value, json};
use toolmodel_runtime::Tool;
use toolmodel_runtime::compare::{self, ListChange, Verdict};

use crate::cli::arguments::{flag, format_option, option, required, switch, text};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::{Finding, Level};
use crate::cli::format::Format;
use crate::cli::input::Input;
use crate::cli::shell::Shell;

use findings::{Placing, changes};

pub(super) fn command() -> Command {
    let path = |name: &'static str, value: &'static str, help: &'static str| {
        required(name, value)
            .value_parser(value_parser!(PathBuf))
            .help(help)
    };
    Command::new("diff")
        .about("Tell whether callers of the old tools still work with the new ones, with proof")
        .long_about(
            "Tell whether callers of the old tools still work with the new ones.\n\n\
             Each tool is compatible (everything that could be sent is still read), breaking (an instance \
             that was accepted and no longer is, or a result that may now come and was not expected, is \
             shown as proof), or undecided. It is never guessed.",
        )
        .arg(path("old", "OLD", "The tools before: a file, a folder, or - for standard input"))
        .arg(path("new", "NEW", "The tools after, likewise"))
        .arg(
            option("who", "WHO")
                .long("for")
                .value_parser(["callers", "servers", "both"])
                .default_value("callers")
                .help("Whose old version must still work: callers with new servers, or servers with new callers"),
        )
        .arg(
            switch("verbose")
                .short('v')
                .help("Also tell what is compatible: texts, metadata, properties that were never declared"),
        )
        .arg(format_option())
        .after_help(
            "Examples:\n  \
             toolmodel diff old.json tools/github.json\n  \
             git show HEAD:tools/github.json | toolmodel diff - tools/github.json\n  \
             toolmodel diff old new --for both --format github",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let path = |name: &str| {
        matches
            .get_one::<PathBuf>(name)
            .cloned()
            .unwrap_or_default()
    };
    if path("old") == path("new") && path("old").to_str() == Some("-") {
        return Err(Failure::usage("standard input can be one of the two only"));
    }
    let old = Input::of(path("old"), shell)?;
    let new = Input::of(path("new"), shell)?;
    let who = text(matches, "who").unwrap_or_default();
    let mut exit = Exit::Fine;
    let mut facts = Map::new();
    let mut findings = Vec::new();
    let mut summary = String::new();
    for side in ["callers", "servers"] {
        if who != side && who != "both" {
            continue;
        }
        // New callers relate to old servers as old callers relate to new servers.
        let (old, new) = if side == "callers" {
            (&old, &new)
        } else {
            (&new, &old)
        };
        let change = compare::lists(tools(old), tools(new));
        let servers = side == "servers";
        let mut found = changes(&change, Placing::New { old, new, servers });
        new.locate(&mut found);
        old.locate(&mut found);
        found.retain(|finding| finding.level > Level::Note || flag(matches, "verbose"));
        findings.extend(found);
        summary.push_str(&table::render(&change, side, flag(matches, "verbose")));
        facts.insert(side.to_owned(), to_json(&change));
        exit = worse(exit, change.verdict);
    }
    if shell.format == Format::Text && findings.is_empty() && summary.is_empty() {
        summary.push_str("nothing has changed\n");
    }
    shell.print_findings(&findings, &summary, facts)?;
    Ok(exit)
}

fn tools(input: &Input) -> impl Iterator<Item = &Tool> {
    input.tools.iter().map(|tool| &tool.loaded.tool)
}

fn worse(exit: Exit, verdict: Verdict) -> Exit {
    match (exit, verdict) {
        (Exit::No, _) | (_, Verdict::Breaking) => Exit::No,
        (_, Verdict::Undecided) => Exit::Undecided,
        (exit, _) => exit,
    }
}

fn to_json(change: &ListChange) -> Value {
    // Serialising records of strings and JSON values cannot fail.
    json!(change)
}

/// The changes of tools as drift: everything that is not the same.
pub(super) fn drift(old: &Input, new: &[Tool]) -> Vec<Finding> {
    let change = compare::lists(tools(old), new);
    let mut found = changes(&change, Placing::Old(old));
    // Nothing is supposed to have changed, so a changed text is more than a note.
    for finding in &mut found {
        finding.level = finding.level.max(Level::Warning);
    }
    old.locate(&mut found);
    found
}
