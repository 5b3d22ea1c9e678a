//! Schemas held to their meta-schema: everything wrong is listed, each with its pointer.

use std::sync::LazyLock;

use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::explain::Explainer;
use super::graph::locate;
use super::order::Positions;
use crate::error::{Error, ErrorKind, Problem};

/// Problems listed at most.
const MOST: usize = 32;

/// What is wrong with a schema by the meta-schema of its dialect.
pub(super) fn problems(schema: &Value, draft: Draft) -> Vec<Problem> {
    let meta = match draft {
        Draft::Draft7 => jsonschema::draft7::meta::validator(),
        _ => jsonschema::draft202012::meta::validator(),
    };
    let explainer = Explainer {
        schema: &Value::Null,
        instance: schema,
    };
    let errors = meta.iter_errors(schema);
    errors
        .take(MOST)
        .map(|error| explainer.problem(&error))
        .collect()
}

/// What is wrong with targets of references that stand where no keyword looks for schemas.
pub(super) fn check_strays(root: &Value, strays: &[(&Value, Draft)]) -> Vec<Problem> {
    let mut found = Vec::new();
    for (schema, draft) in strays {
        let wrong = problems(schema, *draft);
        if wrong.is_empty() {
            continue;
        }
        let place = locate(root, schema).unwrap_or_default();
        found.extend(wrong.into_iter().map(|mut problem| {
            problem.pointer.insert_str(0, &place);
            problem
        }));
        if found.len() >= MOST {
            break;
        }
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
    Error::of(ErrorKind::InvalidSchema, problems)
}

/// Whether a text is a regular expression as JSON Schema has them.
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
