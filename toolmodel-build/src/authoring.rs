//! The metadata of tools beside their schemas: valid versions, tags in their normal form, and
//! the rules of good authoring, each reported once.

use serde_json::Value;
use toolmodel_runtime::__private::kernel::first_of;
use toolmodel_runtime::normalize_tags;

use crate::config::Config;
use crate::identify::Identified;
use crate::problems::Problems;

/// The ending of the warnings about these rules.
pub(crate) const WAY_OUT: &str = "; `Config::authoring_warnings(false)` turns this off";

/// Nobody reads more examples than this.
const FEW_EXAMPLES: usize = 5;

pub(crate) fn check_authoring(tools: &[Identified], config: &Config, problems: &mut Problems) {
    for tool in tools {
        check_version(tool, problems);
        check_tags(tool, problems);
    }
    if !config.authoring_off {
        warn_of_rules(tools, problems);
    }
}

fn check_version(tool: &Identified, problems: &mut Problems) {
    if let Err(error) = tool.loaded.tool.parsed_version() {
        let pointer = format!("{}/version", tool.loaded.pointer);
        for problem in error.problems() {
            problems.error_at(&tool.loaded.source, &pointer, &problem.message);
        }
    }
}

fn check_tags(tool: &Identified, problems: &mut Problems) {
    let tags = &tool.loaded.tool.tags;
    let normal = normalize_tags(tags);
    if normal != *tags {
        let pointer = format!("{}/tags", tool.loaded.pointer);
        let message = format!("the tags are not in their normal form, which is {normal:?}");
        problems.warn_at(&tool.loaded.source, &pointer, message);
    }
}

/// A rule: a test for tools that break it, and the warning about them.
type Rule = (fn(&Identified) -> bool, &'static str);

const RULES: [Rule; 3] = [
    (
        has_untyped_property,
        "tools with properties without a `type`, which take any value",
    ),
    (
        says_nothing_of_required,
        "tools that do not say which properties are `required` (an empty list says that none is)",
    ),
    (
        has_many_examples,
        "tools with more than five examples, of which few are read",
    ),
];

fn warn_of_rules(tools: &[Identified], problems: &mut Problems) {
    let mixed = tools
        .iter()
        .any(|tool| tool.loaded.tool.namespace.is_some());
    if mixed {
        let without = |tool: &Identified| tool.loaded.tool.namespace.is_none();
        let message =
            "tools without a namespace beside others that have one (ids change when they get one)";
        tell(tools, without, message, problems);
    }
    for (breaks, message) in RULES {
        tell(tools, breaks, message, problems);
    }
}

/// One warning, however many tools there are.
fn tell(
    tools: &[Identified],
    breaks: impl Fn(&Identified) -> bool,
    message: &str,
    problems: &mut Problems,
) {
    const SHOWN: usize = 5;
    let broken: Vec<&Identified> = tools.iter().filter(|tool| breaks(tool)).collect();
    let Some(first) = broken.first() else { return };
    let names = first_of(broken.iter().map(|tool| &tool.id), SHOWN);
    let message = format!("{message}: {names}{WAY_OUT}");
    problems.warn_at(&first.loaded.source, &first.loaded.pointer, message);
}

fn properties(tool: &Identified) -> Option<&serde_json::Map<String, Value>> {
    tool.loaded
        .tool
        .input_schema
        .get("properties")
        .and_then(Value::as_object)
        .filter(|properties| !properties.is_empty())
}

fn has_untyped_property(tool: &Identified) -> bool {
    const TYPED: [&str; 8] = [
        "type", "enum", "const", "$ref", "allOf", "anyOf", "oneOf", "not",
    ];
    let untyped = |schema: &Value| match schema {
        Value::Object(schema) => !TYPED.iter().any(|keyword| schema.contains_key(*keyword)),
        _ => false,
    };
    properties(tool).is_some_and(|properties| properties.values().any(untyped))
}

fn says_nothing_of_required(tool: &Identified) -> bool {
    const SAYING: [&str; 4] = ["required", "anyOf", "oneOf", "allOf"];
    let schema = &tool.loaded.tool.input_schema;
    properties(tool).is_some() && SAYING.iter().all(|keyword| schema.get(keyword).is_none())
}

fn has_many_examples(tool: &Identified) -> bool {
    let docs = tool.loaded.docs.as_ref();
    docs.is_some_and(|docs| docs.examples.len() > FEW_EXAMPLES)
}
