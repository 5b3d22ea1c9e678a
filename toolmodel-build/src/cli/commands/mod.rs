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

/// Every command's arguments, in the order of the help.
pub(super) fn all() -> Vec<Command> {
    vec![
        import::command(),
        generate::command(),
        check::command(),
        diff::command(),
        convert::command(),
        restore::command(),
        describe::command(),
        docs::command(),
        list::command(),
        validate::command(),
        call::command(),
        example::command(),
        new::command(),
        completions::command(),
        man::command(),
    ]
}

pub(super) fn run(name: &str, matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    match name {
        "import" => import::run(matches, shell),
        "generate" => generate::run(matches, shell),
        "check" => check::run(matches, shell),
        "diff" => diff::run(matches, shell),
        "convert" => convert::run(matches, shell),
        "restore" => restore::run(matches, shell),
        "describe" => describe::run(matches, shell),
        "docs" => docs::run(matches, shell),
        "list" => list::run(matches, shell),
        "validate" => validate::run(matches, shell),
        "call" => call::run(matches, shell),
        "example" => example::run(matches, shell),
        "new" => new::run(matches, shell),
        "completions" => completions::run(matches, shell),
        "man" => man::run(matches, shell),
        _ => Ok(Exit::Usage),
    }
}

/// A word with its number: `1 tool`, `2 tools`.
fn count(number: usize, word: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {word}{plural}")
}
