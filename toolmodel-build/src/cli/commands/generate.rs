//! `toolmodel generate`: runs what a build script does.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command, value_parser};
use toolmodel_runtime::WireNames;

use super::count;
use crate::cli::arguments::{
    flag, format_option, namespace_options, option, path_argument, switch, text,
};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::Finding;
use crate::cli::format::text::{GOOD, styled};
use crate::cli::input::{Root, config};
use crate::cli::shell::Shell;
use crate::error::{Error, Errors};

pub(super) fn command() -> Command {
    Command::new("generate")
        .about("Turn tools into typed Rust")
        .arg(path_argument())
        .arg(
            option("out", "DIR")
                .value_parser(value_parser!(PathBuf))
                .help("The folder to write into; without it, the text goes to standard output"),
        )
        .arg(
            option("file", "NAME")
                .requires("out")
                .help("The name of the generated file [default: tools.rs]"),
        )
        .args(namespace_options())
        .arg(
            option("wire-names", "HOW")
                .value_parser(["plain", "prefixed"])
                .default_value("plain")
                .help("What tools are called by: their names, or with their namespaces in front"),
        )
        .arg(
            switch("check")
                .requires("out")
                .help("Write nothing, and fail if the file there is not what would be written"),
        )
        .arg(format_option())
        .after_help(
            "Examples:\n  \
             toolmodel generate tools --out src/generated\n  \
             toolmodel generate tools --out src/generated --check   # in CI\n  \
             toolmodel generate tools --out src/generated --wire-names prefixed\n  \
             curl -s example.com/tools.json | toolmodel generate - > tools.rs",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let root = Root::read(matches, shell)?;
    let mut config = config(matches, &root).quiet();
    if text(matches, "wire-names") == Some("plain") {
        config = config.wire_names(WireNames::Plain);
    }
    let folder = matches.get_one::<PathBuf>("out");
    if let Some(folder) = folder {
        config = config.out_dir(folder);
    }
    if let Some(name) = text(matches, "file") {
        config = config.file_name(name);
    }
    let fresh = flag(matches, "check");
    let generated = match (folder, fresh) {
        (None, _) => config.generate_to_string(root.path()).map(|generated| {
            let text = generated.text;
            (generated.report, Some(text))
        }),
        (_, true) => config.check(root.path()).map(|report| (report, None)),
        (_, false) => config.generate(root.path()).map(|report| (report, None)),
    };
    let (report, code) = match generated {
        Ok(generated) => generated,
        Err(errors) if is_of_output(&errors, folder) => {
            let mut failure = Failure::from(errors);
            if fresh {
                failure.exit = Exit::No;
                failure = failure.help("run the same command without --check");
            }
            for finding in &mut failure.findings {
                finding.code = "stale";
            }
            return Err(failure);
        }
        Err(errors) => return Err(with_options(errors.into())),
    };
    let warnings: Vec<Finding> = report.warnings.iter().map(Finding::from_warning).collect();
    shell.tell_findings(&warnings);
    if let Some(code) = code {
        shell.print(&code)?;
        return Ok(Exit::Fine);
    }
    let state = match (fresh, report.changed) {
        (false, true) => styled(GOOD, "written"),
        _ => "up to date".to_owned(),
    };
    let count = count(report.tools.len(), "tool");
    let output = report.output.display();
    shell.print(&format!("{output}: {count}, {state}\n"))?;
    Ok(Exit::Fine)
}

/// Names the options of the command where the library names its own.
fn with_options(mut failure: Failure) -> Failure {
    for finding in &mut failure.findings {
        if finding.message.contains("`Config::wire_names(") {
            finding.help = Some("here it is `--wire-names prefixed`".to_owned());
        } else if finding.message.contains("`Config::namespace_from`") {
            finding.help = Some("here it is `--namespace-from file` or `folder`".to_owned());
        }
    }
    failure
}

/// Whether the error is about the written file, which is not among the tools.
fn is_of_output(errors: &Errors, folder: Option<&PathBuf>) -> bool {
    let below =
        |error: &Error| folder.is_some_and(|folder| Path::new(&error.file).starts_with(folder));
    errors
        .iter()
        .all(|error| error.position.is_none() && below(error))
}
