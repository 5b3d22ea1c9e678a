//! `toolmodel generate`: what a build script does, by hand.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::{count, flag, format_option, text};
use crate::cli::exit::{Exit, Outcome};
use crate::cli::finding::Finding;
use crate::cli::format::text::{GOOD, styled};
use crate::cli::input::{Root, config, namespace_options, path_argument};
use crate::cli::shell::Shell;

pub(super) fn command() -> Command {
    Command::new("generate")
        .about("Turn tools into typed Rust")
        .arg(path_argument())
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .help("The folder to write into; without it, the text goes to standard output"),
        )
        .arg(
            Arg::new("file")
                .long("file")
                .value_name("NAME")
                .requires("out")
                .help("The name of the generated file [default: tools.rs]"),
        )
        .args(namespace_options())
        .arg(
            Arg::new("check")
                .long("check")
                .requires("out")
                .action(ArgAction::SetTrue)
                .help("Write nothing, and fail if the file there is not what would be written"),
        )
        .arg(format_option())
        .after_help(
            "Examples:\n  \
             toolmodel generate tools --out src/generated\n  \
             toolmodel generate tools --out src/generated --check    # in CI: is it fresh?\n  \
             curl -s https://example.com/tools.json | toolmodel generate - > tools.rs",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let root = Root::read(matches, shell)?;
    let mut config = config(matches, &root).quiet();
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
        Err(errors)
            if fresh
                && errors
                    .iter()
                    .any(|error| error.message.starts_with("is stale")) =>
        {
            // The file that is stale lies outside of the folder of tools.
            let mut failure = crate::cli::exit::Failure::from(errors);
            failure.exit = Exit::No;
            for finding in &mut failure.findings {
                finding.code = "stale";
            }
            return Err(failure.help("run the same command without --check"));
        }
        Err(errors) => return Err(root.fail(errors.into())),
    };
    let warnings = report.warnings.iter().map(Finding::from_warning);
    let warnings: Vec<Finding> = warnings.map(|warning| root.place(warning)).collect();
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
