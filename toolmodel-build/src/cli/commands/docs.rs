//! `toolmodel docs`: a page about all tools.

use std::path::PathBuf;

use clap::{ArgMatches, Command, value_parser};
use toolmodel_runtime::docs::{Catalogue, DetailLevel};

use super::count;
use super::list::store;
use crate::cli::arguments::{level_option, namespace_options, option, path_argument, text};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::input::Input;
use crate::cli::replace::replace;
use crate::cli::shell::Shell;

pub(super) fn command() -> Command {
    Command::new("docs")
        .about("Write a page about all tools, as HTML or Markdown")
        .arg(path_argument())
        .arg(
            option("out", "FILE")
                .short('o')
                .value_parser(value_parser!(PathBuf))
                .help("The file: *.html for one page with search, else Markdown; without it, Markdown goes to standard output"),
        )
        .arg(
            option("title", "TEXT")
                .default_value("Tools")
                .help("The title of the page"),
        )
        .arg(level_option().help("How much about each tool"))
        .args(namespace_options())
        .after_help(
            "Examples:\n  \
             toolmodel docs tools -o site.html\n  \
             toolmodel docs tools -o TOOLS.md --title 'GitHub tools'\n  \
             toolmodel docs tools --level summary | less",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let input = Input::read(matches, shell)?;
    let level = text(matches, "level").unwrap_or_default();
    let level: DetailLevel = level.parse().map_err(Failure::usage)?;
    let title = text(matches, "title").unwrap_or_default();
    let catalogue = Catalogue::of(title, &store(&input)?, level).map_err(Failure::new)?;
    let Some(path) = matches.get_one::<PathBuf>("out") else {
        shell.print(&catalogue.to_markdown())?;
        return Ok(Exit::Fine);
    };
    let is_html = path
        .extension()
        .is_some_and(|ending| ending == "html" || ending == "htm");
    let page = if is_html {
        catalogue.to_html()
    } else {
        catalogue.to_markdown()
    };
    replace(path, &page).map_err(|error| Failure::file(path, "cannot be written", &error))?;
    let count = count(input.tools.len(), "tool");
    shell.print(&format!("{}: {count}, written\n", path.display()))?;
    Ok(Exit::Fine)
}
