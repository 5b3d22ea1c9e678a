//! `toolmodel convert`: tools in a provider's format, and what was lost in the conversion.

use clap::{Arg, ArgMatches, Command};
use serde_json::{Value, json};
use toolmodel_runtime::adapter::{
    ConvertedTool, ConvertedTools, Feature, FeatureLossWarning, Outcome as Fate, Registry,
    RegistryError,
};

use super::count;
use crate::cli::arguments::{flag, namespace_options, option, path_argument, switch, text};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::finding::{Finding, Level};
use crate::cli::format::pretty;
use crate::cli::input::Input;
use crate::cli::shell::Shell;
use crate::identify::Identified;
use crate::schema::join;

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
            option("losses", "FORMAT")
                .value_parser(["text", "json", "none"])
                .default_value("text")
                .help("How to tell what is lost"),
        )
        .arg(switch("deny-losses").help("Exit with 1 when anything is lost"))
        .args(namespace_options())
        .after_help(
            "Examples:\n  \
             toolmodel convert --to anthropic-strict tools/github.json\n  \
             toolmodel convert --to openai --losses json 2> losses.json > tools.json",
        )
}

/// The option that names a provider's format.
pub(super) fn target_option(name: &'static str) -> Arg {
    option("to", "FORMAT")
        .long(name)
        .required(true)
        .value_parser(formats())
        .help("The provider's format")
}

/// The names of the providers' formats.
pub(super) fn formats() -> Vec<String> {
    let registry = Registry::default();
    registry.list().into_iter().map(str::to_owned).collect()
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let input = Input::read(matches, shell)?;
    let target = text(matches, "to").unwrap_or_default();
    let all = convert_all(&input, target)?;
    let converted = &all.tools;
    let wire: Value = converted.iter().map(ConvertedTool::to_value).collect();
    let losses: Vec<Loss<'_>> = input.tools.iter().zip(converted).map(Loss::of).collect();
    let number: usize = losses.iter().map(|loss| loss.warnings.len()).sum();
    shell.print(&pretty(&wire))?;
    for over in &all.over_budget {
        let finding = Finding::new(
            "over-budget",
            Level::Warning,
            format_args!("{target}: {over}"),
        );
        shell.tell_findings(&[finding.help("offer fewer of them at once")]);
    }
    match text(matches, "losses") {
        Some("json") => {
            let told: Value = losses.iter().flat_map(Loss::to_json).collect();
            shell.tell(&pretty(&told));
        }
        Some("text") if number > 0 => {
            let findings = losses.iter().flat_map(|loss| loss.findings(&input));
            let mut findings: Vec<Finding> = findings.collect();
            input.locate(&mut findings);
            shell.tell_findings(&findings);
            let tools = count(input.tools.len(), "tool");
            let plural = if number == 1 { "loss" } else { "losses" };
            shell.tell(&format!("{tools} to {target}: {number} {plural}\n"));
        }
        _ => {}
    }
    if flag(matches, "deny-losses") && number > 0 {
        return Ok(Exit::No);
    }
    Ok(Exit::Fine)
}

/// What the conversion of a tool loses.
struct Loss<'a> {
    tool: &'a Identified,
    value: Value,
    warnings: Vec<&'a FeatureLossWarning>,
}

impl<'a> Loss<'a> {
    fn of((tool, converted): (&'a Identified, &'a ConvertedTool)) -> Self {
        Self {
            tool,
            value: tool.loaded.tool.to_value(),
            warnings: converted.losses().collect(),
        }
    }

    fn findings(&self, input: &Input) -> Vec<Finding> {
        let finding =
            |warning: &&FeatureLossWarning| loss_finding(input, self.tool, &self.value, warning);
        self.warnings.iter().map(finding).collect()
    }

    fn to_json(&self) -> Vec<Value> {
        let loss = |warning: &&FeatureLossWarning| {
            let mut loss = json!({
                "tool": self.tool.id,
                "feature": warning.feature.to_string(),
                "outcome": warning.outcome.to_string(),
                "pointer": place(&self.value, warning),
                "to": &*warning.to,
            });
            if let Some(note) = &warning.note {
                loss["note"] = json!(note);
            }
            loss
        };
        self.warnings.iter().map(loss).collect()
    }
}

/// All tools as in one request, with distinct names.
pub(super) fn convert_all(input: &Input, target: &str) -> Result<ConvertedTools, Failure> {
    let registry = Registry::default();
    let tools = input.tools.iter().map(|tool| &tool.loaded.tool);
    registry
        .convert_tools(tools, target)
        .map_err(|error| refused(input, &registry, target, &error))
}

/// Why tools cannot be converted, reported at each of those tools.
fn refused(input: &Input, registry: &Registry, target: &str, all: &RegistryError) -> Failure {
    let mut findings = Vec::new();
    for tool in &input.tools {
        let Err(error) = registry.convert_tools([&tool.loaded.tool], target) else {
            continue;
        };
        let message = format!("`{}` cannot be converted to {target}", tool.id);
        let finding = Finding::new("not-convertible", Level::Error, message);
        let problems = match &error {
            RegistryError::Conversion(error) => error.problems(),
            _ => &[],
        };
        if problems.is_empty() {
            findings.push(input.finding(tool, "", finding.clone().note(&error)));
        }
        for problem in problems {
            let pointer = format!("/inputSchema{}", problem.pointer);
            let value = tool.loaded.tool.to_value();
            let pointer = match value.pointer(&pointer) {
                Some(_) => pointer.as_str(),
                None => "",
            };
            let finding = finding.clone().note(&problem.message);
            findings.push(input.finding(tool, pointer, finding));
        }
    }
    if findings.is_empty() {
        return Failure::new(all);
    }
    input.locate(&mut findings);
    Failure {
        exit: Exit::No,
        findings,
    }
}

/// The place of a loss in the tool as MCP has it: at the keyword, if it is there.
pub(super) fn place(tool: &Value, warning: &FeatureLossWarning) -> String {
    let schema = if warning.path.starts_with("/outputSchema") {
        warning.path.clone()
    } else if is_of_tool(warning) {
        String::new()
    } else {
        format!("/inputSchema{}", warning.path)
    };
    let keyword = join(&schema, &warning.feature.to_string());
    if tool.pointer(&keyword).is_some() {
        keyword
    } else {
        schema
    }
}

/// Whether a loss is about a field of the tool rather than about its schema.
pub(super) fn is_of_tool(warning: &FeatureLossWarning) -> bool {
    matches!(warning.feature, Feature::Tool(_) | Feature::Field(_))
}

pub(super) fn loss_finding(
    input: &Input,
    tool: &Identified,
    value: &Value,
    warning: &FeatureLossWarning,
) -> Finding {
    let what = match warning.outcome {
        Fate::Inlined => "is replaced by what it refers to",
        Fate::Rewritten => "is said in other words",
        Fate::Advisory => "is sent, and not known to have an effect",
        Fate::Narrowed => "allows less",
        Fate::MovedToDescription => "is moved to the description",
        Fate::Dropped => "is dropped",
        _ => "is changed",
    };
    let message = format!("`{}` {what} for {}", warning.feature, warning.to);
    let mut finding = Finding::new("portability", Level::Warning, message);
    if let Some(note) = &warning.note {
        finding = finding.note(note);
    }
    let place = place(value, warning);
    let mut finding = input.finding(tool, &place, finding);
    let texts = [
        ("target", warning.to.to_string()),
        ("feature", warning.feature.to_string()),
        ("outcome", warning.outcome.to_string()),
    ];
    for (key, text) in texts {
        finding.data.insert(key.to_owned(), json!(text));
    }
    finding
}
