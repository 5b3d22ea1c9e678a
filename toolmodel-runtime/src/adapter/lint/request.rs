//! What the tools of one request exceed together.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::schema::shown;
use super::{Complaint, Rule, Target};
use crate::adapter::facts::{
    MAX_DECLARATIONS, MAX_OPTIONAL, MAX_STRICT_TOOLS, MAX_TOOLS, MAX_UNIONS,
};
use crate::schema::walk::{each, keyword};

pub(super) fn check(target: Target, tools: &[Value], complaints: &mut Vec<Complaint>) {
    duplicates(target, tools, complaints);
    let mut over = |found: usize, limit: usize, what: &str| {
        if found > limit {
            let message = format!("{found} {what}, at most {limit} are accepted in a request");
            complaints.push(Complaint::new(Rule::Budget, "", message));
        }
    };
    match target {
        Target::Gemini | Target::Vertex => {
            let declarations = tools.iter().map(|tool| declarations(tool).len()).sum();
            over(declarations, MAX_DECLARATIONS, "function declarations");
        }
        Target::Anthropic => {
            let is_strict = |tool: &&Value| tool.get("strict") == Some(&Value::Bool(true));
            let strict: Vec<&Value> = tools.iter().filter(is_strict).collect();
            let schemas = strict.iter().filter_map(|tool| tool.get("input_schema"));
            let (optional, unions) = schemas
                .map(parameters)
                .fold((0, 0), |(o, u), (optional, unions)| {
                    (o + optional, u + unions)
                });
            over(strict.len(), MAX_STRICT_TOOLS, "strict tools");
            let what = "optional parameters in strict tools";
            over(optional, MAX_OPTIONAL, what);
            let what = "parameters of a union type in strict tools";
            over(unions, MAX_UNIONS, what);
        }
        Target::OpenAiChat | Target::OpenAiResponses => over(tools.len(), MAX_TOOLS, "tools"),
        _ => {}
    }
}

fn declarations(tool: &Value) -> Vec<&Value> {
    match tool.get("functionDeclarations") {
        Some(Value::Array(declarations)) => declarations.iter().collect(),
        _ => vec![tool],
    }
}

fn duplicates(target: Target, tools: &[Value], complaints: &mut Vec<Complaint>) {
    let key = if target == Target::A2a { "id" } else { "name" };
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, tool) in tools.iter().enumerate() {
        let records = match target {
            Target::OpenAiChat | Target::Mistral => vec![tool.get("function").unwrap_or(tool)],
            Target::Gemini | Target::Vertex => declarations(tool),
            Target::Bedrock => vec![tool.get("toolSpec").unwrap_or(tool)],
            _ => vec![tool],
        };
        for name in records
            .iter()
            .filter_map(|record| record.get(key)?.as_str())
        {
            if let Some(first) = seen.insert(name, i) {
                let message = format!("`{}` is already used by tool {first}", shown(name));
                complaints.push(Complaint::new(Rule::Name, format!("/{i}"), message));
            }
        }
    }
}

/// How many properties of a schema are not required, and how many subschemas are unions: `anyOf`,
/// or several types.
pub(crate) fn parameters(schema: &Value) -> (usize, usize) {
    let (mut optional, mut unions) = (0, 0);
    let mut stack = vec![schema];
    while let Some(Value::Object(map)) = stack.pop() {
        if let Some(Value::Object(properties)) = keyword(map, "properties") {
            let required = keyword(map, "required").and_then(Value::as_array);
            let required = required.into_iter().flatten().filter_map(Value::as_str);
            let required: BTreeSet<&str> = required.collect();
            let is_optional = |name: &&String| !required.contains(name.as_str());
            optional += properties.keys().filter(is_optional).count();
        }
        let several_types = keyword(map, "type").is_some_and(Value::is_array);
        unions += usize::from(several_types || keyword(map, "anyOf").is_some());
        each(map, |_, _, child| {
            if child.is_object() {
                stack.push(child);
            }
        });
    }
    (optional, unions)
}
