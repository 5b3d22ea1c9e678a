//! What the tools of one request exceed together.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Complaint, Rule, Target};
use crate::adapter::facts::{MAX_DECLARATIONS, MAX_OPTIONAL, MAX_STRICT_TOOLS, MAX_UNIONS};
use crate::adapter::subschemas::each;

pub(super) fn check(target: Target, tools: &[Value], complaints: &mut Vec<Complaint>) {
    duplicates(target, tools, complaints);
    let mut over = |found: usize, limit: usize, what: &str| {
        if found > limit {
            let message = format!("{found} {what}, at most {limit} are accepted in a request");
            complaints.push(Complaint::new(Rule::Budget, "", message));
        }
    };
    match target {
        Target::Gemini => {
            let declarations = tools.iter().map(|tool| declarations(tool).len()).sum();
            over(declarations, MAX_DECLARATIONS, "function declarations");
        }
        Target::Anthropic => {
            let is_strict = |tool: &&Value| tool.get("strict") == Some(&Value::Bool(true));
            let strict: Vec<&Value> = tools.iter().filter(is_strict).collect();
            let schemas = || strict.iter().filter_map(|tool| tool.get("input_schema"));
            over(strict.len(), MAX_STRICT_TOOLS, "strict tools");
            over(
                schemas().map(optional_parameters).sum(),
                MAX_OPTIONAL,
                "optional parameters in strict tools",
            );
            over(
                schemas().map(union_parameters).sum(),
                MAX_UNIONS,
                "parameters of a union type in strict tools",
            );
        }
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
            Target::OpenAiChat => vec![tool.get("function").unwrap_or(tool)],
            Target::Gemini => declarations(tool),
            _ => vec![tool],
        };
        for name in records
            .iter()
            .filter_map(|record| record.get(key)?.as_str())
        {
            if let Some(first) = seen.insert(name, i) {
                let message = format!("`{}` is already used by tool {first}", name.escape_debug());
                complaints.push(Complaint::new(Rule::Name, format!("/{i}"), message));
            }
        }
    }
}

/// How many properties of a schema are not required.
pub(crate) fn optional_parameters(schema: &Value) -> usize {
    count(schema, |schema| {
        let Some(Value::Object(properties)) = schema.get("properties") else {
            return 0;
        };
        let required = schema.get("required").and_then(Value::as_array);
        let is_required = |name: &&String| {
            required.is_some_and(|names| names.iter().any(|n| n.as_str() == Some(name)))
        };
        properties.keys().filter(|name| !is_required(name)).count()
    })
}

/// How many subschemas are unions: `anyOf`, or several types.
pub(crate) fn union_parameters(schema: &Value) -> usize {
    count(schema, |schema| {
        let several_types = schema.get("type").is_some_and(Value::is_array);
        usize::from(several_types || schema.get("anyOf").is_some())
    })
}

fn count(schema: &Value, of: impl Fn(&Value) -> usize) -> usize {
    let mut total = 0;
    let mut stack = vec![schema];
    while let Some(schema) = stack.pop() {
        total += of(schema);
        if let Value::Object(map) = schema {
            each(map, |_, _, child| stack.push(child));
        }
    }
    total
}
