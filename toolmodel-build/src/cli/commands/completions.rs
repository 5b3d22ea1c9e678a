//! `toolmodel completions`: completion scripts for shells.

use clap::{ArgMatches, Command, value_parser};
use clap_complete::Shell as Kind;

use crate::cli::arguments::required;
use crate::cli::exit::{Exit, Outcome};
use crate::cli::shell::Shell;

pub(super) fn command() -> Command {
    Command::new("completions")
        .about("Print completions for a shell")
        .arg(
            required("shell", "SHELL")
                .value_parser(value_parser!(Kind))
                .help("Which shell"),
        )
        .after_help(
            "Examples:\n  \
             toolmodel completions bash > \\\n      ~/.local/share/bash-completion/completions/toolmodel\n  \
             toolmodel completions zsh > ~/.zfunc/_toolmodel",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let mut bytes = Vec::new();
    if let Some(kind) = matches.get_one::<Kind>("shell") {
        clap_complete::generate(*kind, &mut crate::cli::command(), "toolmodel", &mut bytes);
    }
    shell.print(&String::from_utf8_lossy(&bytes))?;
    Ok(Exit::Fine)
}
