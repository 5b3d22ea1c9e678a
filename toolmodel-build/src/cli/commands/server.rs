//! The options that name a server and set its limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgAction, ArgGroup, ArgMatches, Command, value_parser};

use crate::cli::arguments::{option, text};
use crate::cli::exit::Failure;
use crate::cli::mcp::{Address, Limits, Named, Protocol, servers, split};
use crate::cli::shell::Shell;

/// Adds the options to a command.
pub(super) fn with_server(command: Command) -> Command {
    let many = |name: &'static str, value: &'static str, help: &'static str| {
        option(name, value).action(ArgAction::Append).help(help)
    };
    command
        .arg(
            option("stdio", "COMMAND")
                .help("Start this server, and speak over its standard streams"),
        )
        .arg(
            option("http", "URL")
                .help("Speak to the server behind this URL, over streamable HTTP"),
        )
        .arg(
            option("config", "FILE")
                .value_parser(value_parser!(PathBuf))
                .help("The servers that an MCP client keeps in this file, such as .mcp.json; - for standard input"),
        )
        .group(
            ArgGroup::new("which")
                .args(["stdio", "http", "config"])
                .required(true),
        )
        .arg(many("server", "NAME", "Only this server of the file").requires("config"))
        .arg(many("header", "'NAME: VALUE'", "Send this header").requires("http"))
        .arg(many("env", "NAME=VALUE", "Set this variable for the server").requires("stdio"))
        .arg(
            option("protocol", "REVISION")
                .value_parser(Protocol::NAMES)
                .default_value("auto")
                .help("The revision of MCP to speak"),
        )
        .arg(
            option("timeout", "SECONDS")
                .value_parser(seconds)
                .default_value("120")
                .help("How long a server may take in all"),
        )
        .arg(
            option("max-bytes", "BYTES")
                .value_parser(value_parser!(u32).range(1..))
                .default_value("33554432")
                .help("How much a server may send in all"),
        )
        .arg(
            option("max-pages", "NUMBER")
                .value_parser(value_parser!(u32).range(1..))
                .default_value("1000")
                .help("How many pages a list of tools may have"),
        )
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("expected more than no time".to_owned()),
    }
}

pub(super) fn limits(matches: &ArgMatches) -> Limits {
    let number = |name: &str| {
        matches
            .get_one::<u32>(name)
            .map_or(0, |number| *number as usize)
    };
    Limits {
        time: matches
            .get_one::<Duration>("timeout")
            .copied()
            .unwrap_or_default(),
        bytes: number("max-bytes"),
        pages: number("max-pages"),
    }
}

pub(super) fn protocol(matches: &ArgMatches) -> Protocol {
    Protocol::from_name(text(matches, "protocol").unwrap_or_default())
}

/// The servers that the options name.
pub(super) fn addresses(matches: &ArgMatches, shell: &mut Shell) -> Result<Vec<Named>, Failure> {
    if let Some(line) = text(matches, "stdio") {
        return Ok(vec![stdio(line, matches)?]);
    }
    if let Some(url) = text(matches, "http") {
        let pair = |text: &String| pair(text, ':', "header", "'Name: value'");
        let headers = matches.get_many::<String>("header").into_iter().flatten();
        let address = Address::Http {
            url: url.to_owned(),
            headers: headers.map(pair).collect::<Result<_, _>>()?,
        };
        return Ok(vec![Named {
            name: url.to_owned(),
            address: Ok(address),
        }]);
    }
    let path = matches.get_one::<PathBuf>("config");
    of_file(
        path.map_or(Path::new(".mcp.json"), PathBuf::as_path),
        matches,
        shell,
    )
}

fn stdio(line: &str, matches: &ArgMatches) -> Result<Named, Failure> {
    let words = split(line).map_err(|wrong| Failure::usage(format_args!("--stdio {wrong}")))?;
    let pair = |text: &String| pair(text, '=', "env", "NAME=value");
    let environment = matches.get_many::<String>("env").into_iter().flatten();
    let environment = environment.map(pair).collect::<Result<_, _>>()?;
    let mut words = words.into_iter();
    let program = words.next().unwrap_or_default();
    Ok(Named {
        name: line.to_owned(),
        address: Ok(Address::Stdio {
            program,
            arguments: words.collect(),
            environment,
        }),
    })
}

fn of_file(path: &Path, matches: &ArgMatches, shell: &mut Shell) -> Result<Vec<Named>, Failure> {
    let mut all = servers(path, shell)?;
    if let Some(wanted) = matches.get_many::<String>("server") {
        let wanted: Vec<&String> = wanted.collect();
        for name in &wanted {
            if all.iter().all(|server| server.name != **name) {
                let known: Vec<&str> = all.iter().map(|server| server.name.as_str()).collect();
                let message = format!("no server `{name}` in {}", path.display());
                let known = known.join(", ");
                return Err(Failure::usage(message).help(format_args!("there are: {known}")));
            }
        }
        all.retain(|server| wanted.contains(&&server.name));
    }
    if all.is_empty() {
        return Err(Failure::usage(format_args!(
            "no servers in {}",
            path.display()
        )));
    }
    Ok(all)
}

fn pair(text: &str, mark: char, option: &str, expected: &str) -> Result<(String, String), Failure> {
    match text.split_once(mark) {
        Some((name, value)) if !name.trim().is_empty() => {
            let value = if mark == ':' { value.trim() } else { value };
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err(Failure::usage(format_args!(
            "--{option} {text}: expected {expected}"
        ))),
    }
}
