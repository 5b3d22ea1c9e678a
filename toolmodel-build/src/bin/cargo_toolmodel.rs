//! `cargo toolmodel`: the same command; cargo passes the name of the subcommand as its first argument.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = std::env::args_os().enumerate();
    let own = arguments.filter(|(at, word)| *at != 1 || word != "toolmodel");
    toolmodel_build::cli::main("cargo toolmodel", own.map(|(_, word)| word))
}
