//! Schemas held to their meta-schema: everything wrong is listed, each with its pointer.

use std::sync::LazyLock;

use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::explain::Explainer;
use super::graph::locate;
use super::order::Positions;
use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Problem};
use crate::schema::pointer::join;
use crate::schema::walk::children;

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
    let errors: Vec<_> = meta.iter_errors(schema).collect();
    explainer.problems(&errors, MOST)
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

/// Identifiers and references that are no URI references.
pub(super) fn bad_uris(root: &Value) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut stack = vec![(root, String::new())];
    while let Some((schema, pointer)) = stack.pop() {
        let Value::Object(map) = schema else {
            continue;
        };
        for keyword in ["$id", "$ref", "$dynamicRef"] {
            let text = map.get(keyword).and_then(Value::as_str);
            if let Some(text) = text.filter(|text| jsonschema::uri::from_str(text).is_err()) {
                let message = format!("`{}` is not a URI reference", cut(text));
                found.push(Problem::new(join(&pointer, keyword), message));
            }
        }
        let below = children(map).into_iter();
        stack.extend(below.map(|child| (child.schema, child.pointer(&pointer))));
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
