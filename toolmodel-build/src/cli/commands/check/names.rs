//! Names that collide on the wire, or that a model may confuse.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::cli::finding::{Finding, Level};
use crate::cli::input::Input;
use crate::identify::Identified;
use crate::schema::join;

pub(super) fn check(input: &Input, findings: &mut Vec<Finding>) {
    let mut by_name: BTreeMap<&str, Vec<&Identified>> = BTreeMap::new();
    for tool in &input.tools {
        by_name
            .entry(&tool.loaded.tool.name)
            .or_default()
            .push(tool);
    }
    let way_out = "call them with their namespaces in front: `generate --wire-names prefixed`";
    for same in by_name.values() {
        let told = ("name-collision", "has the name of", way_out);
        tell(input, same, told, findings);
    }
    let mut by_sound: BTreeMap<String, Vec<&Identified>> = BTreeMap::new();
    for tool in by_name.values().filter_map(|same| same.first()) {
        let sound = folded(&tool.loaded.tool.name);
        let sound = sound.strip_suffix('s').unwrap_or(&sound).to_owned();
        by_sound.entry(sound).or_default().push(tool);
    }
    let way_out = "say in the name what is different";
    for alike in by_sound.values() {
        let told = ("confusing-name", "is easily taken for", way_out);
        tell(input, alike, told, findings);
    }
    for tool in &input.tools {
        properties(input, tool, findings);
    }
}

/// Reports how each tool relates to the first.
fn tell(
    input: &Input,
    tools: &[&Identified],
    (code, what, way_out): (&'static str, &str, &str),
    findings: &mut Vec<Finding>,
) {
    let [first, others @ ..] = tools else {
        return;
    };
    for other in others {
        let message = format!("`{}` {what} `{}`", other.id, first.id);
        let finding = Finding::new(code, Level::Warning, message)
            .note(format_args!("the other one is in {}", Input::file(first)))
            .help(way_out);
        findings.push(input.finding(other, "/name", finding));
    }
}

fn properties(input: &Input, tool: &Identified, findings: &mut Vec<Finding>) {
    let schema = tool.loaded.tool.input_schema.as_value();
    let Some(Value::Object(properties)) = schema.get("properties") else {
        return;
    };
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for name in properties.keys() {
        if let Some(other) = seen.insert(folded(name), name) {
            let message = format!("property `{name}` is easily taken for `{other}`");
            let finding = Finding::new("confusing-property", Level::Warning, message)
                .help("a model that mixes them up is refused, or worse, not refused");
            let place = join("/inputSchema/properties", name);
            findings.push(input.finding(tool, &place, finding));
        }
    }
}

/// A name without what is easily overlooked.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | '.'));
    let folded: String = letters.flat_map(char::to_lowercase).collect();
    // Names made only of separators have nothing else to distinguish them.
    if folded.is_empty() {
        name.to_owned()
    } else {
        folded
    }
}
