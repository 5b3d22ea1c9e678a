//! The commands: one file each.

mod call;
mod check;
mod completions;
mod convert;
mod describe;
mod diff;
mod docs;
mod example;
mod generate;
mod import;
mod list;
mod man;
mod new;
mod repaired;
mod restore;
mod server;
mod validate;

use clap::{ArgMatches, Command};

use super::exit::{Exit, Outcome};
use super::shell::Shell;

/// Every command in the order of the help: its arguments, and its work.
const ALL: [Entry; 15] = [
    (import::command, import::run),
    (generate::command, generate::run),
    (check::command, check::run),
    (diff::command, diff::run),
    (convert::command, convert::run),
    (restore::command, restore::run),
    (describe::command, describe::run),
    (docs::command, docs::run),
    (list::command, list::run),
    (validate::command, validate::run),
    (call::command, call::run),
    (example::command, example::run),
    (new::command, new::run),
    (completions::command, completions::run),
    (man::command, man::run),
];

type Entry = (fn() -> Command, fn(&ArgMatches, &mut Shell) -> Outcome);

pub(super) fn all() -> Vec<Command> {
    ALL.iter().map(|(command, _)| command()).collect()
}

pub(super) fn run(name: &str, matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let mut all = ALL.iter();
    match all.find(|(command, _)| command().get_name() == name) {
        Some((_, run)) => run(matches, shell),
        None => Ok(Exit::Usage),
    }
}

/// A word with its number: `1 tool`, `2 tools`.
fn count(number: usize, word: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {word}{plural}")
}
