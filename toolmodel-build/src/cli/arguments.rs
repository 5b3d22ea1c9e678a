//! Arguments that several commands have, and the kinds that most are of.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, value_parser};

use super::format::Format;

/// An option with a value.
pub(crate) fn option(name: &'static str, value: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value)
}

/// A flag.
pub(crate) fn switch(name: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue)
}

/// A required argument.
pub(crate) fn required(name: &'static str, value: &'static str) -> Arg {
    Arg::new(name).value_name(value).required(true)
}

/// The argument that names one of the tools.
pub(crate) fn tool_argument() -> Arg {
    required("tool", "TOOL").help("The id of a tool, or its name where only one has it")
}

/// The argument with a call's arguments.
pub(crate) fn arguments_argument() -> Arg {
    required("arguments", "ARGS").help("A JSON file, - for standard input, or the JSON itself")
}

/// The argument that names the tools.
pub(crate) fn path_argument() -> Arg {
    Arg::new("path")
        .value_name("PATH")
        .default_value("tools")
        .value_parser(value_parser!(PathBuf))
        .help("A file of tools, a folder (every *.json below it), or - for standard input")
}

/// The option that names the tools, of commands whose arguments are something else.
pub(crate) fn tools_option() -> Arg {
    path_argument().short('t').long("tools")
}

/// How tools without a namespace get one.
pub(crate) fn namespace_options() -> [Arg; 2] {
    [
        option("namespace", "NAME").help("The namespace of tools that have none"),
        option("namespace-from", "PLACE")
            .value_parser(["file", "folder"])
            .help("Name the namespace of tools that have none after their file or folder"),
    ]
}

/// How much to print about a tool.
pub(crate) fn level_option() -> Arg {
    option("level", "LEVEL")
        .value_parser(["summary", "schema", "full"])
        .default_value("full")
}

/// The output format of findings.
pub(crate) fn format_option() -> Arg {
    option("format", "FORMAT")
        .value_parser(Format::NAMES)
        .default_value("text")
        .help("How to write what was found")
}

/// The option for output that is not a list of findings.
pub(crate) fn json_option() -> Arg {
    format_option()
        .value_parser(["text", "json"])
        .help("How to write the answer")
}

pub(crate) fn flag(matches: &ArgMatches, name: &str) -> bool {
    matches.get_flag(name)
}

pub(crate) fn text<'m>(matches: &'m ArgMatches, name: &str) -> Option<&'m str> {
    matches.get_one::<String>(name).map(String::as_str)
}
