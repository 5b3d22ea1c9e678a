//! `toolmodel restore`: maps arguments that a model wrote for a converted tool back to the tool's own.

use clap::{ArgMatches, Command};

use super::convert::{convert_all, target_option};
use crate::cli::arguments::{arguments_argument, namespace_options, required, text, tools_option};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::format::pretty;
use crate::cli::input::{Input, document};
use crate::cli::shell::Shell;

pub(super) fn command() -> Command {
    Command::new("restore")
        .about("Map arguments that a model wrote for a converted tool back to the tool's own")
        .arg(
            required("tool", "TOOL")
                .help("The id of a tool, its name, or its name in the provider's format"),
        )
        .arg(arguments_argument())
        .arg(target_option("from").help("The format that the tool was converted to"))
        .arg(tools_option())
        .args(namespace_options())
        .after_help(
            "Examples:\n  \
             toolmodel restore gh:get_repo answer.json --from openai-strict\n  \
             toolmodel restore search '{\"query\": \"rust\", \"limit\": null}' \\\n      \
             --from openai-strict --tools tools/search.json",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let input = Input::read(matches, shell)?;
    let converted = convert_all(&input, text(matches, "to").unwrap_or_default())?.tools;
    let name = text(matches, "tool").unwrap_or_default();
    let by_wire_name = converted.iter().find(|tool| tool.name.wire == name);
    let own = |name: &str| -> Result<_, Failure> {
        let id = &input.find(name)?.id;
        let at = input.tools.iter().position(|tool| tool.id == *id);
        at.and_then(|at| converted.get(at))
            .ok_or_else(|| Failure::usage(format_args!("no tool `{name}`")))
    };
    let tool = by_wire_name.map_or_else(|| own(name), Ok)?;
    let (_, arguments) = document(text(matches, "arguments").unwrap_or_default(), shell)?;
    let restored = tool.restore_arguments(arguments).map_err(Failure::new)?;
    shell.print(&pretty(&restored))?;
    Ok(Exit::Fine)
}
