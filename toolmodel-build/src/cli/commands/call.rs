//! `toolmodel call`: arguments validated, the call, and its structured result validated.

use clap::{ArgMatches, Command};
use serde_json::Value;
use toolmodel_runtime::__private::kernel::nearest;
use toolmodel_runtime::{DefaultValidator, Error, SchemaValidator as _, Tool};

use super::repaired::{repair_option, validated};
use super::server::{addresses, limits, protocol, with_server};
use super::validate::violations;
use crate::cli::arguments::{flag, option, required, switch, text};
use crate::cli::excerpt::plain;
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::{Finding, Level};
use crate::cli::format::pretty;
use crate::cli::input::document;
use crate::cli::mcp::{Fault, Named, Session};
use crate::cli::shell::Shell;

pub(super) fn command() -> Command {
    let command = Command::new("call")
        .about(
            "Call a tool of a live server; arguments and result are validated against its schemas",
        )
        .arg(required("tool", "TOOL").help("The name of the tool"))
        .arg(
            option("args", "ARGS")
                .default_value("{}")
                .help("A JSON file, - for standard input, or the JSON itself"),
        )
        .arg(repair_option())
        .arg(
            switch("json").help(
                "Print the whole result as JSON, not its structured content or its text alone",
            ),
        );
    with_server(command).after_help(
        "Examples:\n  \
         toolmodel call get-sum --args '{\"a\": 1, \"b\": 2}' \\\n      \
         --stdio 'npx -y @modelcontextprotocol/server-everything'\n  \
         toolmodel call --http https://example.com/mcp search --args query.json\n  \
         toolmodel call --config .mcp.json --server github list_issues --args -",
    )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let mut servers = addresses(matches, shell)?;
    let (Some(server), true) = (servers.pop(), servers.is_empty()) else {
        return Err(Failure::usage("the file has several servers").help("say which with --server"));
    };
    let (file, arguments) = document(text(matches, "args").unwrap_or_default(), shell)?;
    let wanted = text(matches, "tool").unwrap_or_default();
    shell.progress(&format!("{}: waiting for an answer", plain(&server.name)));
    let called = exchange(&server, wanted, arguments, matches);
    shell.progress("");
    match called? {
        Called::Refused(error) => {
            let findings = violations(&file, wanted, &error, shell);
            shell.tell_findings(&findings);
            Ok(Exit::No)
        }
        Called::Answered(tool, result, changes) => {
            shell.tell_findings(&changes);
            shell.print(&shown(&result, flag(matches, "json")))?;
            Ok(judge(&tool, &result, shell))
        }
    }
}

/// The outcome of a call.
#[expect(clippy::large_enum_variant, reason = "there is one")]
enum Called {
    /// The arguments break the schema, and nothing was sent.
    Refused(Error),
    Answered(Tool, Value, Vec<Finding>),
}

fn exchange(
    server: &Named,
    wanted: &str,
    arguments: Value,
    matches: &ArgMatches,
) -> Result<Called, Failure> {
    let failed = |fault: Fault| fault.of_server(&plain(&server.name));
    let address = server.address.clone().map_err(failed)?;
    let session = Session::open(&address, protocol(matches), limits(matches));
    let mut session = session.map_err(failed)?;
    let listed = session.list(&mut |_| {}).map_err(failed)?;
    let tool = match find(listed, wanted) {
        Ok(tool) => tool,
        Err(failure) => {
            session.close();
            return Err(failure);
        }
    };
    let (arguments, changes) = match validated(&tool, arguments, matches) {
        Ok(validated) => validated,
        Err(error) => {
            session.close();
            return Ok(Called::Refused(error));
        }
    };
    let schema = tool.input_schema.as_value();
    let result = session.call(wanted, &arguments, schema).map_err(failed)?;
    session.close();
    Ok(Called::Answered(tool, result, changes))
}

fn find(served: Vec<Value>, wanted: &str) -> Result<Tool, Failure> {
    let name = |tool: &Value| tool.get("name").and_then(Value::as_str).map(str::to_owned);
    let names: Vec<String> = served.iter().filter_map(name).collect();
    let found = served
        .into_iter()
        .find(|tool| name(tool).as_deref() == Some(wanted));
    let Some(found) = found else {
        let failure = Failure::usage(format_args!("the server has no tool `{}`", plain(wanted)));
        let near = nearest(wanted, names.iter().map(String::as_str));
        return Err(match near {
            Some(near) => failure.help(format_args!("did you mean `{}`?", plain(near))),
            None => failure.help(format_args!("it has: {}", plain(&names.join(", ")))),
        });
    };
    Tool::from_mcp_value(found)
        .map_err(|error| Failure::new(format_args!("the server's tool: {error}")))
}

/// The structured content, otherwise the text; JSON if there is neither, and always with `--json`.
fn shown(result: &Value, whole: bool) -> String {
    if whole {
        return pretty(result);
    }
    if let Some(structured) = result.get("structuredContent") {
        return pretty(structured);
    }
    let content = result.get("content").and_then(Value::as_array);
    let texts: Option<Vec<&str>> = content
        .into_iter()
        .flatten()
        .map(|block| block.get("text").and_then(Value::as_str))
        .collect();
    match texts {
        Some(texts) if !texts.is_empty() => {
            let mut text = texts.join("\n");
            if !text.ends_with('\n') {
                text.push('\n');
            }
            text
        }
        _ => pretty(result),
    }
}

fn judge(tool: &Tool, result: &Value, shell: &mut Shell) -> Exit {
    let name = &tool.name;
    if result.get("isError") == Some(&Value::Bool(true)) {
        let finding = Finding::new(
            "tool-error",
            Level::Error,
            format_args!("`{name}` answered with an error"),
        );
        shell.tell_findings(&[finding]);
        return Exit::No;
    }
    if tool.output_schema.is_none() {
        return Exit::Fine;
    }
    let Some(structured) = result.get("structuredContent") else {
        let message =
            format!("`{name}` has an output schema, and its result no `structuredContent`");
        shell.tell_findings(&[Finding::new("violation", Level::Error, message)]);
        return Exit::No;
    };
    let outcome = DefaultValidator::shared().validate_output(tool, structured);
    let Err(error) = outcome else {
        return Exit::Fine;
    };
    shell.texts.add("<result>", &format!("{structured:#}"));
    let findings = violations("<result>", name, &error, shell);
    shell.tell_findings(&findings);
    Exit::No
}
