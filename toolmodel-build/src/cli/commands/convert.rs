//! `toolmodel convert`: tools as a provider takes them, and what was lost on the way.

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};
use toolmodel_runtime::adapter::{ConvertedTool, FeatureLossWarning, Registry};

use super::{count, flag, text};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::{Finding, Level};
use crate::cli::format::pretty;
use crate::cli::input::{Input, namespace_options, path_argument};
use crate::cli::shell::Shell;
use crate::identify::Identified;

pub(super) fn command() -> Command {
    Command::new("convert")
        .about("Write tools as a provider takes them, and tell what is lost")
        .long_about(
            "Write tools as a provider takes them, as one JSON array on standard output, and tell on \
             standard error what no longer means the same.",
        )
        .arg(path_argument())
        .arg(target_option("to"))
        .arg(
            Arg::new("losses")
                .long("losses")
                .value_name("FORMAT")
                .value_parser(["text", "json", "none"])
                .default_value("text")
                .help("How to tell what is lost"),
        )
        .arg(
            Arg::new("deny-losses")
                .long("deny-losses")
                .action(ArgAction::SetTrue)
                .help("Exit with 1 when anything is lost"),
        )
        .args(namespace_options())
        .after_help(
            "Examples:\n  \
             toolmodel convert --to anthropic-strict tools/github.json\n  \
             toolmodel convert --to openai-responses tools --losses json 2> losses.json > request-tools.json",
        )
}

/// The option that names a provider's format.
pub(super) fn target_option(name: &'static str) -> Arg {
    let names: Vec<String> = Registry::default()
        .list()
        .iter()
        .map(ToString::to_string)
        .collect();
    Arg::new("to")
        .long(name)
        .value_name("FORMAT")
        .required(true)
        .value_parser(names)
        .help("The provider's format")
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let input = Input::read(matches, shell)?;
    let target = text(matches, "to").unwrap_or_default();
    let converted = convert_all(&input, target)?;
    let wire: Value = converted.iter().map(ConvertedTool::to_value).collect();
    let losses: Vec<Loss<'_>> = input
        .tools
        .iter()
        .zip(&converted)
        .flat_map(|(tool, converted)| converted.losses().map(move |warning| (tool, warning)))
        .collect();
    shell.print(&pretty(&wire))?;
    match text(matches, "losses") {
        Some("json") => shell.tell(&pretty(
            &losses
                .iter()
                .map(|(tool, warning)| loss_json(&tool.id, warning))
                .collect(),
        )),
        Some("text") if !losses.is_empty() => {
            let findings = losses
                .iter()
                .map(|(tool, warning)| loss_finding(&input, tool, warning));
            let mut findings: Vec<Finding> = findings.collect();
            input.locate(&mut findings);
            shell.tell_findings(&findings);
            let tools = count(input.tools.len(), "tool");
            let losses = count(losses.len(), "loss").replace("losss", "losses");
            shell.tell(&format!("{tools} to {target}: {losses}\n"));
        }
        _ => {}
    }
    if flag(matches, "deny-losses") && !losses.is_empty() {
        return Ok(Exit::No);
    }
    Ok(Exit::Fine)
}

type Loss<'a> = (&'a Identified, &'a FeatureLossWarning);

/// All tools as one request has them: with names of their own.
pub(super) fn convert_all(input: &Input, target: &str) -> Result<Vec<ConvertedTool>, Failure> {
    let tools = input.tools.iter().map(|tool| tool.loaded.tool.to_value());
    let converted = Registry::default()
        .convert_all(tools, "mcp", target)
        .map_err(Failure::new)?;
    if let Some(over) = converted.over_budget.first() {
        return Err(Failure::new(format_args!("{target}: {over}")));
    }
    Ok(converted.tools)
}

/// Where a loss stands in the tool as MCP has it.
pub(super) fn place(warning: &FeatureLossWarning) -> String {
    if warning.path.starts_with("/outputSchema") {
        return warning.path.clone();
    }
    match warning.feature {
        toolmodel_runtime::adapter::Feature::Tool(_)
        | toolmodel_runtime::adapter::Feature::Field(_) => String::new(),
        _ => format!("/inputSchema{}", warning.path),
    }
}

pub(super) fn loss_finding(
    input: &Input,
    tool: &Identified,
    warning: &FeatureLossWarning,
) -> Finding {
    let message = format!(
        "`{}`: {} for {}",
        warning.feature, warning.outcome, warning.to
    );
    let mut finding = Finding::new("portability", Level::Warning, message);
    if let Some(note) = &warning.note {
        finding = finding.note(note);
    }
    let mut finding = input.finding(tool, &place(warning), finding);
    finding.data.insert("target".to_owned(), json!(warning.to));
    finding
        .data
        .insert("feature".to_owned(), json!(warning.feature.to_string()));
    finding
        .data
        .insert("outcome".to_owned(), json!(warning.outcome.to_string()));
    finding
}

fn loss_json(tool: &str, warning: &FeatureLossWarning) -> Value {
    let mut loss = json!({
        "tool": tool,
        "feature": warning.feature.to_string(),
        "outcome": warning.outcome.to_string(),
        "pointer": place(warning),
        "to": warning.to,
    });
    if let Some(note) = &warning.note {
        loss["note"] = json!(note);
    }
    loss
}
