//! Examples of calls, validated against the schema of the tool.

use serde_json::Value;

use crate::docs::{DocEntry, ToolExample};
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::model::Tool;
use crate::schema::pointer::join;
use crate::validate::{DefaultValidator, SchemaValidator as _};

/// Validates every example against a tool's input schema.
pub(crate) fn check_examples(tool: fn() -> &'static Tool, docs: fn() -> DocEntry) -> Result<()> {
    let validator = DefaultValidator::shared();
    let broken = broken_examples(docs().examples, &|arguments| {
        validator.validate_input(tool(), arguments)
    });
    Error::check(ErrorKind::InvalidArguments, broken)
}

/// What is wrong with examples; `read` determines whether arguments are accepted.
pub(crate) fn broken_examples(
    examples: Vec<ToolExample>,
    read: &dyn Fn(&Value) -> Result<()>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for example in examples {
        let place = join("/examples", &example.id);
        if let Err(error) = read(&Value::Object(example.args)) {
            problems.extend(problems_at(&place, &error));
        }
    }
    problems
}

/// An error about an example as problems, each at the place of its violation.
fn problems_at(place: &str, error: &Error) -> Vec<Problem> {
    let Some(violations) = error.violations() else {
        return vec![Problem::new(place, error)];
    };
    violations
        .iter()
        .map(|violation| {
            let place = format!("{place}{}", violation.instance_path);
            Problem::new(place, &violation.message)
        })
        .collect()
}
