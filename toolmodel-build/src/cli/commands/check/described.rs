//! Whether a tool and its parameters say what they are for.

use serde_json::Value;

use crate::cli::finding::{Finding, Level};
use crate::cli::input::Input;
use crate::identify::Identified;

/// Most names listed.
const MOST_NAMES: usize = 8;

pub(super) fn check(input: &Input, tool: &Identified, findings: &mut Vec<Finding>) {
    let own = &tool.loaded.tool;
    let is_blank = |text: Option<&str>| text.unwrap_or_default().trim().is_empty();
    if is_blank(own.description.as_deref()) {
        let message = format!("`{}` has no description", tool.id);
        let finding = Finding::new("missing-description", Level::Warning, message)
            .help("say what it does, when to use it, and when not: models choose by it");
        findings.push(input.finding(tool, "", finding));
    }
    let Some(Value::Object(properties)) = own.input_schema.as_value().get("properties") else {
        return;
    };
    let silent: Vec<&str> = properties
        .iter()
        .filter(|(_, schema)| is_blank(schema.get("description").and_then(Value::as_str)))
        .filter(|(_, schema)| schema.get("$ref").is_none())
        .map(|(name, _)| name.as_str())
        .collect();
    if silent.is_empty() {
        return;
    }
    let shown = silent
        .iter()
        .take(MOST_NAMES)
        .map(|name| format!("`{name}`"));
    let mut names = shown.collect::<Vec<_>>().join(", ");
    if silent.len() > MOST_NAMES {
        names.push_str(", ...");
    }
    let message = format!(
        "`{}`: {} of {} parameters have no description: {names}",
        tool.id,
        silent.len(),
        properties.len()
    );
    let finding = Finding::new("missing-parameter-description", Level::Note, message)
        .help("a name alone leaves units, formats and limits to guessing");
    findings.push(input.finding(tool, "/inputSchema/properties", finding));
}
