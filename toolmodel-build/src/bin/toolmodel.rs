//! The `toolmodel` command: what a build script does, by hand.

use std::fmt::{Display, Write as _};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use toolmodel_build::{Config, Enforcement, Errors, NamespaceFrom, Report, ToolReport};

fn main() -> ExitCode {
    let matches = command().get_matches();
    let outcome = match matches.subcommand() {
        Some(("generate", matches)) => generate(matches),
        Some((_, matches)) => check(matches),
        None => return ExitCode::FAILURE,
    };
    let (text, problems, code) = match outcome {
        Ok((text, report)) => {
            let warnings = lines("warning", report.warnings.iter());
            (text, warnings, ExitCode::SUCCESS)
        }
        Err(errors) => {
            let errors = lines("error", errors.iter());
            (String::new(), errors, ExitCode::FAILURE)
        }
    };
    // Whoever reads the output may stop early; that is no failure of the command.
    let _ = std::io::stdout().write_all(text.as_bytes());
    let _ = std::io::stderr().write_all(problems.as_bytes());
    code
}

fn lines<T: Display>(word: &str, problems: impl Iterator<Item = T>) -> String {
    let mut text = String::new();
    for problem in problems {
        let _ = writeln!(text, "{word}: {problem}");
    }
    text
}

fn command() -> Command {
    let path = Arg::new("path")
        .value_name("PATH")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("A file of tools, or a folder: every *.json below it");
    let namespace = Arg::new("namespace")
        .long("namespace")
        .value_name("NAME")
        .help("The namespace of tools that have none");
    let namespace_from = Arg::new("namespace-from")
        .long("namespace-from")
        .value_name("PLACE")
        .value_parser(["file", "folder"])
        .help("Name the namespace of tools that have none after their file or folder");
    let check = Command::new("check")
        .about("Say which tools are exact, and what makes the others checked")
        .long_about(
            "Say which tools are exact, and what makes the others checked.\n\n\
             The types of an exact tool enforce its schema by themselves, in one pass. The \
             arguments of a checked tool go through the validator first. Both accept exactly what \
             the schema accepts.",
        )
        .args([path.clone(), namespace.clone(), namespace_from.clone()]);
    let out = Arg::new("out")
        .long("out")
        .value_name("DIR")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("The folder to write into");
    let file = Arg::new("file")
        .long("file")
        .value_name("NAME")
        .help("The name of the generated file [default: tools.rs]");
    let fresh = Arg::new("check")
        .long("check")
        .action(ArgAction::SetTrue)
        .help("Write nothing, and fail if the file there is not what would be written");
    let generate = Command::new("generate")
        .about("Turn tools into Rust")
        .args([path, out, file, namespace, namespace_from, fresh]);
    Command::new("toolmodel")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Turns JSON tool files into exact, typed Rust")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([check, generate])
}

fn config(matches: &ArgMatches) -> Config {
    let mut config = Config::new();
    if let Some(namespace) = matches.get_one::<String>("namespace") {
        config = config.namespace(namespace);
    }
    let from = matches
        .get_one::<String>("namespace-from")
        .map(String::as_str);
    match from {
        Some("file") => config.namespace_from(NamespaceFrom::File),
        Some(_) => config.namespace_from(NamespaceFrom::Folder),
        None => config,
    }
}

fn path(matches: &ArgMatches) -> PathBuf {
    matches
        .get_one::<PathBuf>("path")
        .cloned()
        .unwrap_or_default()
}

fn check(matches: &ArgMatches) -> Result<(String, Report), Errors> {
    let report = config(matches).inspect(path(matches))?;
    let mut text = String::new();
    for tool in &report.tools {
        describe(tool, &mut text);
    }
    let exact = report.tools.iter().filter(|tool| is_exact(tool)).count();
    let (all, checked) = (report.tools.len(), report.tools.len() - exact);
    let plural = if all == 1 { "" } else { "s" };
    let _ = writeln!(text, "{all} tool{plural}: {exact} exact, {checked} checked");
    Ok((text, report))
}

fn is_exact(tool: &ToolReport) -> bool {
    tool.input.is_exact() && tool.output.as_ref().is_none_or(Enforcement::is_exact)
}

fn describe(tool: &ToolReport, text: &mut String) {
    let word = if is_exact(tool) { "exact  " } else { "checked" };
    let _ = writeln!(text, "{word} {} ({})", tool.id, tool.file);
    let sides = [
        ("inputSchema", Some(&tool.input)),
        ("outputSchema", tool.output.as_ref()),
    ];
    for (side, enforcement) in sides {
        if let Some(Enforcement::Checked(reasons)) = enforcement {
            for reason in reasons {
                let _ = writeln!(text, "        /{side}{}: {}", reason.pointer, reason.reason);
            }
        }
    }
}

fn generate(matches: &ArgMatches) -> Result<(String, Report), Errors> {
    let mut config = config(matches);
    if let Some(folder) = matches.get_one::<PathBuf>("out") {
        config = config.out_dir(folder);
    }
    if let Some(name) = matches.get_one::<String>("file") {
        config = config.file_name(name);
    }
    let fresh = matches.get_flag("check");
    let report = if fresh {
        config.check(path(matches))?
    } else {
        config.generate(path(matches))?
    };
    let state = match (fresh, report.changed) {
        (false, true) => "written",
        _ => "up to date",
    };
    let count = report.tools.len();
    let plural = if count == 1 { "" } else { "s" };
    let text = format!(
        "{}: {count} tool{plural}, {state}\n",
        report.output.display()
    );
    Ok((text, report))
}
