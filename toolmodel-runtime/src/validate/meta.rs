//! Validates schemas against their meta-schema: everything wrong is listed, each problem with its pointer.

use std::sync::LazyLock;

use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::explain::Explainer;
use super::graph::locate;
use super::limits::{Limits, exceeded};
use super::measure::json_size;
use super::order::Positions;
use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::path::{Place, Places, Step};
use crate::schema::reference::References;
use crate::schema::walk::{Holds, children, holds};

/// Most problems listed.
const MOST: usize = 32;

/// Values in one subschema beyond which only its first problem is reported.
const FEW: usize = 4096;

/// What the meta-schema of its dialect finds wrong with a schema; parts in other dialects are checked
/// against their own.
pub(super) fn problems(schema: &Value, draft: Draft, is_mixed: bool) -> Vec<Problem> {
    let meta = |draft| match draft {
        Draft::Draft7 => jsonschema::draft7::meta::validator(),
        _ => jsonschema::draft202012::meta::validator(),
    };
    if !is_mixed && meta(draft).is_valid(schema) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut places = Places::default();
    let mut stack = vec![(schema, Place::ROOT, draft)];
    while let Some((schema, place, draft)) = stack.pop() {
        let draft = draft.detect(schema);
        let meta = meta(draft);
        // The engine's errors hold the whole path and copies of what they are about, so each subschema
        // is checked alone, without those below it.
        let alone = alone(schema);
        if !meta.is_valid(&alone) {
            let errors: Vec<_> = if is_large(&alone) {
                meta.validate(&alone).err().into_iter().collect()
            } else {
                meta.iter_errors(&alone).collect()
            };
            let nothing = References::new(&Value::Null);
            let explainer = Explainer::new(&nothing, &alone);
            let above = places.pointer(place);
            for problem in explainer.problems(&errors, MOST) {
                let pointer = format!("{above}{}", problem.pointer);
                found.push(Problem::new(pointer, problem.message));
            }
        }
        if found.len() >= MOST {
            break;
        }
        if let Value::Object(map) = schema {
            let below = children(map).into_iter().rev();
            let below = below.filter(|child| child.schema.is_object());
            stack.extend(below.map(|child| (child.schema, places.child(place, &child), draft)));
        }
    }
    if found.is_empty() && !is_mixed {
        found.push(Problem::new("", "breaks its meta-schema"));
    }
    found
}

/// A subschema in which every subschema below it is replaced by one that accepts anything.
fn alone(schema: &Value) -> Value {
    let Value::Object(map) = schema else {
        return schema.clone();
    };
    let any = |below: &Value| match below {
        Value::Object(_) => Value::Bool(true),
        other => other.clone(),
    };
    let keywords = map.iter().map(|(keyword, value)| {
        let value = match (holds(keyword), value) {
            (Holds::One | Holds::OneOrArray, Value::Object(_)) => Value::Bool(true),
            (Holds::Array | Holds::OneOrArray, Value::Array(items)) => {
                items.iter().map(any).collect()
            }
            (Holds::Map | Holds::MapOrNames, Value::Object(map)) => {
                let members = map.iter().map(|(name, below)| (name.clone(), any(below)));
                Value::Object(members.collect())
            }
            (_, value) => value.clone(),
        };
        (keyword.clone(), value)
    });
    Value::Object(keywords.collect())
}

/// Whether a subschema is so large that all errors about it would be too many.
fn is_large(schema: &Value) -> bool {
    let mut values = 0;
    let mut stack = vec![schema];
    while let Some(value) = stack.pop() {
        values += 1;
        match value {
            Value::Array(items) => stack.extend(items),
            Value::Object(map) => stack.extend(map.values()),
            _ => {}
        }
        if values + stack.len() > FEW {
            return true;
        }
    }
    false
}

/// What is wrong with targets of references at places where no keyword has schemas.
pub(super) fn check_strays(
    root: &Value,
    strays: &[(&Value, Draft)],
    limits: &Limits,
) -> Result<Vec<Problem>> {
    let mut found = Vec::new();
    let mut bytes = 0;
    for (schema, draft) in strays {
        // One target may contain another, so together they may be many times the size of the schema.
        bytes += json_size(schema, limits.schema_bytes).bytes;
        if bytes > limits.schema_bytes.saturating_mul(4) {
            let what = "targets of references within each other have more than";
            let limit = limits.schema_bytes.saturating_mul(4);
            return Err(exceeded("", what, limit, "bytes", "schema_bytes"));
        }
        let wrong = problems(schema, *draft, false);
        if wrong.is_empty() {
            continue;
        }
        let above = locate(root, schema, None).unwrap_or_default();
        found.extend(wrong.into_iter().map(|problem| {
            let pointer = format!("{above}{}", problem.pointer);
            Problem::new(pointer, problem.message)
        }));
        if found.len() >= MOST {
            break;
        }
    }
    Ok(found)
}

/// Identifiers and references that are not URI references.
pub(super) fn bad_uris(root: &Value) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut places = Places::default();
    let mut stack = vec![(root, Place::ROOT)];
    while let Some((schema, place)) = stack.pop() {
        let Value::Object(map) = schema else {
            continue;
        };
        for keyword in ["$id", "$ref", "$dynamicRef"] {
            let text = map.get(keyword).and_then(Value::as_str);
            if let Some(text) = text.filter(|text| jsonschema::uri::from_str(text).is_err()) {
                let message = format!("`{}` is not a URI reference", cut(text));
                let at = places.below(place, Step::Key(keyword));
                found.push(Problem::new(places.pointer(at), message));
            }
        }
        if found.len() >= MOST {
            break;
        }
        let below = children(map).into_iter();
        stack.extend(below.map(|child| (child.schema, places.child(place, &child))));
    }
    found
}

/// An error that lists problems in document order, each once.
pub(super) fn invalid(root: &Value, problems: Vec<Problem>) -> Error {
    let mut positions = Positions::new(root);
    let mut keyed: Vec<_> = problems
        .into_iter()
        .map(|problem| (positions.of(&problem.pointer), problem))
        .collect();
    keyed.sort_by(|(a, left), (b, right)| a.cmp(b).then_with(|| left.message.cmp(&right.message)));
    let mut problems: Vec<Problem> = keyed.into_iter().map(|(_, problem)| problem).collect();
    problems.dedup();
    problems.truncate(MOST);
    Error::from_problems(ErrorKind::InvalidSchema, problems)
}

/// Whether a text is a regular expression as JSON Schema defines them.
pub(super) fn is_regex(text: &str) -> bool {
    static REGEX: LazyLock<Option<Validator>> = LazyLock::new(|| {
        let schema = serde_json::json!({"format": "regex"});
        jsonschema::options()
            .should_validate_formats(true)
            .build(&schema)
            .ok()
    });
    let value = Value::String(text.to_owned());
    REGEX.as_ref().is_none_or(|regex| regex.is_valid(&value))
}
