//! `toolmodel describe`: what is known about a tool, at the requested level.

use clap::{ArgMatches, Command};
use toolmodel_runtime::docs::{DetailLevel, DocStore as _};

use super::list::store;
use crate::cli::arguments::{
    json_option, level_option, namespace_options, text, tool_argument, tools_option,
};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::format::pretty;
use crate::cli::input::Input;
use crate::cli::shell::Shell;

pub(super) fn command() -> Command {
    Command::new("describe")
        .about("Describe a tool: a line, its parameters, or everything")
        .arg(tool_argument())
        .arg(level_option().help("How much"))
        .arg(tools_option())
        .args(namespace_options())
        .arg(json_option())
        .after_help(
            "Examples:\n  \
             toolmodel describe gh:get_repo\n  \
             toolmodel describe get_repo --level summary --tools tools/github.json",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let input = Input::read(matches, shell)?;
    let tool = input.find(text(matches, "tool").unwrap_or_default())?;
    let level = text(matches, "level").unwrap_or_default();
    let level: DetailLevel = level.parse().map_err(Failure::usage)?;
    let doc = store(&input)?
        .describe(&tool.id, level)
        .map_err(Failure::new)?;
    let text = if text(matches, "format") == Some("json") {
        pretty(&serde_json::from_str(&doc.to_json()).unwrap_or_default())
    } else {
        doc.to_markdown()
    };
    shell.print(&text)?;
    Ok(Exit::Fine)
}
