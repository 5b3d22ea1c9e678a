//! `toolmodel validate`: arguments or a result, validated against a tool's schema.

use clap::{ArgMatches, Command};
use serde_json::{Map, Value, json};
use toolmodel_runtime::{DefaultValidator, Error, SchemaValidator as _};

use super::repaired::{repair_option, validated};
use crate::cli::arguments::{
    arguments_argument, flag, format_option, namespace_options, switch, text, tool_argument,
    tools_option,
};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::{Finding, Level};
use crate::cli::format::text::{GOOD, styled};
use crate::cli::format::{Format, pretty};
use crate::cli::input::{Input, document, locate_in};
use crate::cli::shell::Shell;

pub(super) fn command() -> Command {
    Command::new("validate")
        .about("Validate arguments, or a result, against a tool's schema")
        .arg(tool_argument())
        .arg(arguments_argument())
        .arg(switch("output").help("Validate a structured result, against the output schema"))
        .arg(repair_option().conflicts_with("output"))
        .arg(tools_option())
        .args(namespace_options())
        .arg(format_option())
        .after_help(
            "Examples:\n  \
             toolmodel validate gh:get_repo arguments.json\n  \
             toolmodel validate gh:get_repo arguments.json --repair > mended.json\n  \
             toolmodel validate get_repo '{\"owner\": \"rust\"}' -t tools/github.json\n  \
             toolmodel validate get_repo - --output < result.json",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let input = Input::read(matches, shell)?;
    let tool = input.find(text(matches, "tool").unwrap_or_default())?;
    let own = &tool.loaded.tool;
    let (name, value) = document(text(matches, "arguments").unwrap_or_default(), shell)?;
    let outcome = if flag(matches, "output") {
        if own.output_schema.is_none() {
            let message = format!("tool `{}` has no output schema", tool.id);
            return Err(Failure::usage(message));
        }
        DefaultValidator::shared().validate_output(own, &value)
    } else {
        match validated(own, value, matches) {
            Ok((mended, changes)) if flag(matches, "repair") => {
                return repaired(&tool.id, &mended, &changes, shell);
            }
            validated => validated.map(drop),
        }
    };
    let findings = match &outcome {
        Ok(()) => Vec::new(),
        Err(error) => violations(&name, &tool.id, error, shell),
    };
    let what = if flag(matches, "output") {
        "result"
    } else {
        "arguments"
    };
    let good = styled(GOOD, "valid");
    let summary = match outcome {
        Ok(()) => format!("{name}: {good} {what} of {}\n", tool.id),
        Err(_) => String::new(),
    };
    let facts = Map::from_iter([
        ("tool".to_owned(), json!(tool.id)),
        ("valid".to_owned(), json!(findings.is_empty())),
    ]);
    if shell.format == Format::Text && !findings.is_empty() {
        shell.tell_findings(&findings);
    } else {
        shell.print_findings(&findings, &summary, facts)?;
    }
    Ok(if findings.is_empty() {
        Exit::Fine
    } else {
        Exit::No
    })
}

/// Reports the repaired arguments, and the changes made to them.
fn repaired(tool: &str, mended: &Value, changes: &[Finding], shell: &mut Shell) -> Outcome {
    if shell.format == Format::Text {
        shell.tell_findings(changes);
        shell.print(&pretty(mended))?;
        return Ok(Exit::Fine);
    }
    let facts = Map::from_iter([
        ("tool".to_owned(), json!(tool)),
        ("valid".to_owned(), json!(true)),
        ("arguments".to_owned(), mended.clone()),
    ]);
    shell.print_findings(changes, "", facts)?;
    Ok(Exit::Fine)
}

/// The violations, each with its place in the document.
pub(super) fn violations(name: &str, tool: &str, error: &Error, shell: &mut Shell) -> Vec<Finding> {
    let Some(found) = error.violations() else {
        let finding = Finding::new("not-validated", Level::Error, error);
        return vec![finding.of_tool(tool)];
    };
    let mut findings = Vec::new();
    for violation in found {
        let mut finding = Finding::new("violation", Level::Error, &violation.message)
            .of_tool(tool)
            .at(name, &violation.instance_path);
        finding.help.clone_from(&violation.hint);
        let keyword = Value::from(violation.keyword.as_str());
        finding.data.insert("keyword".to_owned(), keyword);
        let path = Value::from(violation.schema_path.as_str());
        finding.data.insert("schemaPath".to_owned(), path);
        findings.push(finding);
    }
    if let Some(text) = shell.texts.get(name) {
        locate_in(name, &text.text, &mut findings);
    }
    if found.is_truncated() {
        let message = format!("only the first {} violations are told", found.len());
        findings.push(Finding::new("violation", Level::Error, message).of_tool(tool));
    }
    findings
}
