//! `toolmodel example`: valid arguments made from the schema, for people and tests.

use clap::{ArgMatches, Command};
use toolmodel_runtime::example;

use crate::cli::arguments::{flag, namespace_options, switch, text, tool_argument, tools_option};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::{Finding, Level};
use crate::cli::format::pretty;
use crate::cli::input::Input;
use crate::cli::shell::Shell;

pub(super) fn command() -> Command {
    Command::new("example")
        .about("Print valid arguments of a tool, made from its schema")
        .arg(tool_argument())
        .arg(switch("minimal").help("No more than what is required"))
        .arg(switch("output").help("A structured result instead, made from the output schema"))
        .arg(tools_option())
        .args(namespace_options())
        .after_help(
            "Examples:\n  \
             toolmodel example gh:get_repo\n  \
             toolmodel example get-sum --tools tools/everything.json --minimal |\n      \
             toolmodel call --config .mcp.json --server sums get-sum --args -",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let input = Input::read(matches, shell)?;
    let tool = input.find(text(matches, "tool").unwrap_or_default())?;
    let own = &tool.loaded.tool;
    let of_output = flag(matches, "output");
    let schema = if of_output {
        own.output_schema.as_ref().ok_or_else(|| {
            Failure::usage(format_args!("tool `{}` has no output schema", tool.id))
        })?
    } else {
        &own.input_schema
    };
    let made = if flag(matches, "minimal") {
        example::minimal(schema)
    } else {
        example::full(schema).and_then(|made| match made {
            None => example::minimal(schema),
            made => Ok(made),
        })
    };
    let made = made.map_err(|error| Failure::new(format_args!("{}: {error}", tool.id)))?;
    let Some(made) = made else {
        let message = format!(
            "no value was found that the schema of `{}` accepts",
            tool.id
        );
        let finding =
            Finding::new("no-example", Level::Error, message).note("there may be one all the same");
        return Err(Failure::of(Exit::No, finding));
    };
    shell.print(&pretty(&made))?;
    Ok(Exit::Fine)
}
