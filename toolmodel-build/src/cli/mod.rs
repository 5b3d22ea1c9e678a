//! The `toolmodel` command: from a live server to typed Rust, and the drift since then.
//!
//! One file per command below `commands`, each with its arguments and its work; `mcp` is the client
//! that talks to servers. Not a public interface, except for [`main`].

mod arguments;
mod commands;
mod excerpt;
mod exit;
mod finding;
mod format;
mod input;
mod mcp;
mod replace;
mod shell;

use std::ffi::OsString;
use std::process::ExitCode;

use anstream::ColorChoice;
use anstyle::Style;
use clap::{ArgMatches, Command};

use arguments::option;
use exit::{Exit, Failure};
use format::Format;
use serde_json::Map;
use shell::Shell;

/// Runs the command with its arguments, the first of which is the program; `name` is how users
/// call it.
#[must_use]
pub fn main(name: &str, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command = command().bin_name(name);
    let matches = match command.try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            // Help and versions are results; a reader that stops early does not matter.
            let code = if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Fine
            };
            let _ = error.print();
            return ExitCode::from(code as u8);
        }
    };
    let Some((name, matches)) = matches.subcommand() else {
        return ExitCode::from(Exit::Usage as u8);
    };
    let mut shell = Shell::new(colour(matches), format(matches));
    let exit = match commands::run(name, matches, &mut shell) {
        Ok(exit) => exit,
        Err(failure) => tell(&failure, &mut shell),
    };
    ExitCode::from(exit as u8)
}

/// Reports a failure where it is expected: on standard error, or in the requested format.
fn tell(failure: &Failure, shell: &mut Shell) -> Exit {
    if shell.format == Format::Text {
        shell.tell_findings(&failure.findings);
    } else {
        let _ = shell.print_findings(&failure.findings, "", Map::new());
    }
    failure.exit
}

fn colour(matches: &ArgMatches) -> ColorChoice {
    match matches.get_one::<String>("color").map(String::as_str) {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

fn format(matches: &ArgMatches) -> Format {
    // Not every command has this option.
    let name = matches.try_get_one::<String>("format").ok().flatten();
    name.map_or(Format::Text, |name| Format::from_name(name))
}

/// The whole command line.
fn command() -> Command {
    let colour = option("color", "WHEN")
        .value_parser(["auto", "always", "never"])
        .default_value("auto")
        .hide_possible_values(false)
        .global(true)
        .display_order(1000)
        .help("When to use colours; auto is on terminals, unless NO_COLOR is set");
    let subcommands = commands::all().into_iter().map(|command| {
        let help = command.get_after_help().map(ToString::to_string);
        // `-h` stays short; `--help` shows everything.
        command
            .after_help("")
            .after_long_help(long_help(&help.unwrap_or_default()))
    });
    let examples = "Examples:\n  \
        toolmodel import -o tools/everything.json \\\n      \
        --stdio 'npx -y @modelcontextprotocol/server-everything'\n  \
        toolmodel check tools --for openai-strict,gemini\n  \
        toolmodel diff old.json tools/everything.json\n  \
        toolmodel generate tools --out src/generated";
    Command::new("toolmodel")
        .version(env!("CARGO_PKG_VERSION"))
        .about("What a tool is: from live MCP servers and JSON files to typed Rust, checked and compared")
        .after_help(headed(examples))
        .after_long_help(long_help(examples))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(colour)
        .subcommands(subcommands)
}

/// The text below the options: examples, then the exit codes.
fn long_help(examples: &str) -> String {
    format!("{}\n\n{}", headed(examples), headed(exit::CODES))
}

/// A text whose first line is a heading, as clap writes its own.
fn headed(text: &str) -> String {
    let (heading, rest) = text.split_once('\n').unwrap_or((text, ""));
    let style = Style::new().bold().underline();
    format!("{style}{heading}{style:#}\n{rest}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples() {
        for command in super::command().get_subcommands() {
            let help = command.get_after_long_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            assert!(help.starts_with("Examples:\n"), "{}", command.get_name());
            assert!(help.contains("Exit codes:"), "{}", command.get_name());
        }
    }

    #[test]
    fn no_example_is_too_wide_for_a_manual_page() {
        let top = super::command();
        for command in top.get_subcommands().chain([&top]) {
            let help = command.get_after_long_help().map(ToString::to_string);
            let about = command.get_long_about().map(ToString::to_string);
            let about = about.unwrap_or_default();
            let table = about.lines().filter(|line| line.starts_with("  "));
            for line in help.unwrap_or_default().lines().chain(table) {
                // A command that the help wraps could not be copied.
                assert!(line.chars().count() <= 73, "{}: {line}", command.get_name());
            }
        }
    }
}
