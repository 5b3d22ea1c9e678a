//! `toolmodel man`: the manual page of the command, or one for each of its commands.

use std::path::PathBuf;

use clap::{ArgMatches, Command, value_parser};
use clap_mangen::Man;

use super::count;
use crate::cli::arguments::option;
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::shell::Shell;

pub(super) fn command() -> Command {
    Command::new("man")
        .about("Print the manual page, or write the pages of all commands")
        .arg(
            option("out", "DIR")
                .short('o')
                .value_parser(value_parser!(PathBuf))
                .help("Write one page per command into this folder"),
        )
        .after_help(
            "Examples:\n  \
             toolmodel man | man -l -\n  \
             toolmodel man --out ~/.local/share/man/man1",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let mut command = crate::cli::command();
    command.build();
    let Some(folder) = matches.get_one::<PathBuf>("out") else {
        let page = render(command)?;
        shell.print(&page)?;
        return Ok(Exit::Fine);
    };
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::file(folder, "cannot be made", &error))?;
    let below: Vec<Command> = command.get_subcommands().cloned().collect();
    let number = below.len() + 1;
    for command in std::iter::once(command).chain(below) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = folder.join(format!("{name}.1"));
        let page = render(command)?;
        std::fs::write(&path, page)
            .map_err(|error| Failure::file(&path, "cannot be written", &error))?;
    }
    let pages = count(number, "page");
    shell.print(&format!("{}: {pages}, written\n", folder.display()))?;
    Ok(Exit::Fine)
}

fn render(command: Command) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    Man::new(command)
        .source(concat!("toolmodel ", env!("CARGO_PKG_VERSION")))
        .render(&mut bytes)
        .map_err(|error| Failure::new(format_args!("the manual page: {error}")))?;
    Ok(laid_out(&String::from_utf8_lossy(&bytes)))
}

/// The page, with a section for each part below the options; indented lines (tables, examples) are
/// left as they are.
fn laid_out(page: &str) -> String {
    let mut out = String::new();
    let mut is_kept = false;
    for line in page.lines() {
        let keeps = line.starts_with("  ");
        if keeps != is_kept {
            out.push_str(if keeps { ".nf\n" } else { ".fi\n" });
            is_kept = keeps;
        }
        let line = match line {
            ".SH EXTRA" => continue,
            "Examples:" => ".SH EXAMPLES",
            "Exit codes:" => ".SH \"EXIT STATUS\"",
            line => line,
        };
        out.push_str(line);
        out.push('\n');
    }
    out
}
