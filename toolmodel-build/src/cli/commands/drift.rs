//! What changed between two lists of tools.

use serde_json::{Value, json};
use toolmodel_runtime::{Tool, ToolList};

use crate::cli::finding::{Finding, Level};

/// The changes from an old list to a new one; `file` is where the old one stands.
pub(super) fn drift(file: &str, old: Value, new: Value) -> Vec<Finding> {
    let (old, new) = (tools(old), tools(new));
    let find = |tools: &[Tool], name: &str| tools.iter().position(|tool| tool.name == name);
    let mut findings = Vec::new();
    for tool in &old {
        let name = &tool.name;
        let Some(now) = find(&new, name).and_then(|at| new.get(at)) else {
            let finding = Finding::new("tool-gone", Level::Error, format_args!("`{name}` is gone"));
            findings.push(finding.of_tool(name).at(file, ""));
            continue;
        };
        if now != tool {
            let fields = changed_fields(&tool.to_value(), &now.to_value());
            let message = format!("`{name}` has changed: {}", fields.join(", "));
            let mut finding = Finding::new("tool-changed", Level::Warning, message)
                .of_tool(name)
                .at(file, "");
            finding.data.insert("fields".to_owned(), json!(fields));
            findings.push(finding);
        }
    }
    for tool in new.iter().filter(|tool| find(&old, &tool.name).is_none()) {
        let finding = Finding::new(
            "tool-new",
            Level::Note,
            format_args!("`{}` is new", tool.name),
        );
        findings.push(finding.of_tool(&tool.name).at(file, ""));
    }
    findings
}

fn tools(list: Value) -> Vec<Tool> {
    ToolList::from_mcp_value(list)
        .map(|list| list.tools)
        .unwrap_or_default()
}

fn changed_fields(old: &Value, new: &Value) -> Vec<String> {
    let keys = |value: &Value| {
        value
            .as_object()
            .map(|map| map.keys().cloned().collect::<Vec<_>>())
    };
    let mut fields = keys(old).unwrap_or_default();
    for key in keys(new).unwrap_or_default() {
        if !fields.contains(&key) {
            fields.push(key);
        }
    }
    fields.retain(|key| old.get(key) != new.get(key));
    fields.into_iter().map(|key| format!("`{key}`")).collect()
}
