//! The fields of a tool other than its schemas.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::report::{Detail, Finding, Verdict, What};
use crate::model::Tool;
use crate::path::Path;

/// How a tool may be called affects whether callers still work, but no instance can show it.
pub(super) fn execution(old: &Tool, new: &Tool) -> Vec<Finding> {
    let support = |tool: &Tool| {
        let execution = tool.execution.as_ref().map(|it| json!(it));
        let support = execution.and_then(|it| Some(it.get("taskSupport")?.as_str()?.to_owned()));
        support.unwrap_or_else(|| "forbidden".to_owned())
    };
    let (old, new) = (support(old), support(new));
    if old == new || old == "forbidden" && new == "optional" {
        return Vec::new();
    }
    let pointer = Path::Root;
    let pointer = pointer.key("execution");
    let pointer = pointer.key("taskSupport").pointer();
    vec![Finding {
        verdict: Verdict::Undecided,
        old: pointer.clone(),
        new: pointer,
        message: format!("calls as tasks were `{old}` and are `{new}`"),
        proof: None,
    }]
}

/// Headers that repeat parameters are not a harmless annotation, and no instance can show it either.
pub(super) fn headers(annotations: &mut Vec<Detail>) -> Vec<Finding> {
    let is_header = |detail: &Detail| detail.pointer.ends_with("/x-mcp-header");
    let found = annotations
        .iter()
        .filter(|detail| is_header(detail))
        .map(|detail| {
            let pointer = format!("/inputSchema{}", detail.pointer);
            Finding {
                verdict: Verdict::Undecided,
                old: pointer.clone(),
                new: pointer,
                message: format!("the header of a parameter was {}", detail.what),
                proof: None,
            }
        });
    let found = found.collect();
    annotations.retain(|detail| !is_header(detail));
    found
}

/// Fields of the record that differ, other than those that affect callers.
pub(super) fn details(old: &Tool, new: &Tool) -> Vec<Detail> {
    let without = ["name", "namespace", "inputSchema", "outputSchema"];
    let record = |tool: &Tool| match tool.to_value() {
        Value::Object(mut map) => {
            map.retain(|key, _| !without.contains(&key.as_str()));
            map
        }
        _ => Map::new(),
    };
    let mut found = Vec::new();
    differences(&record(old), &record(new), &Path::Root, &mut found);
    found.sort();
    found
}

/// Records inside the record whose fields are reported one by one.
const RECORDS: [&str; 3] = ["_meta", "annotations", "execution"];

fn differences(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    path: &Path<'_>,
    found: &mut Vec<Detail>,
) {
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let place = path.key(name);
        match (old.get(name), new.get(name)) {
            (Some(Value::Object(old)), Some(Value::Object(new)))
                if RECORDS.contains(&name.as_str()) =>
            {
                differences(old, new, &place, found);
            }
            (old, new) => found.extend(What::of(old, new).map(|what| Detail {
                pointer: place.pointer(),
                what,
            })),
        }
    }
}
