//! The limits that the tools of one request exceed together.

use std::collections::BTreeMap;

use serde_json::Value;

use super::schema::shown;
use super::{Complaint, Rule, Target};
use crate::adapter::budget::{Budget, OverBudget};

pub(super) fn check(target: Target, tools: &[Value], complaints: &mut Vec<Complaint>) {
    duplicates(target, tools, complaints);
    let found = tools.iter().map(|tool| records(target, tool).len()).sum();
    let mut used = Budget::default();
    if target == Target::Anthropic {
        let is_strict = |tool: &&Value| tool.get("strict") == Some(&Value::Bool(true));
        let strict = tools.iter().filter(is_strict);
        used = strict.fold(used, |used, tool| {
            used.with(tool.get("input_schema").unwrap_or(&Value::Null))
        });
    }
    let over = OverBudget::of_tools(target, found)
        .into_iter()
        .chain(used.over());
    complaints.extend(over.map(|over| Complaint::new(Rule::Budget, "", over)));
}

/// The records of a tool that have names.
fn records(target: Target, tool: &Value) -> Vec<&Value> {
    match (target, tool.get("functionDeclarations")) {
        (Target::OpenAiChat | Target::Mistral, _) => vec![tool.get("function").unwrap_or(tool)],
        (Target::Gemini | Target::Vertex, Some(Value::Array(all))) => all.iter().collect(),
        (Target::Bedrock, _) => vec![tool.get("toolSpec").unwrap_or(tool)],
        _ => vec![tool],
    }
}

fn duplicates(target: Target, tools: &[Value], complaints: &mut Vec<Complaint>) {
    let key = if target == Target::A2a { "id" } else { "name" };
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, tool) in tools.iter().enumerate() {
        let records = records(target, tool).into_iter();
        for name in records.filter_map(|record| record.get(key)?.as_str()) {
            if let Some(first) = seen.insert(name, i) {
                let message = format!("`{}` is already used by tool {first}", shown(name));
                complaints.push(Complaint::new(Rule::Name, format!("/{i}"), message));
            }
        }
    }
}
