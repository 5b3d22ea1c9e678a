//! Whether the keywords that lowering reads have the types JSON Schema gives them.

use std::sync::LazyLock;

use serde_json::Value;

use super::modernise::{declares_draft07, is_old};
use crate::adapter::feature::SchemaFeature;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::meter::Meter;
use crate::path::Path;
use crate::schema::expected;
use crate::schema::number::count;
use crate::schema::walk::{Holds, each_of, holds, items};

const TYPES: &str = "null, boolean, integer, number, string, array, object";

/// How each keyword holds schemas: a keyword that has been identified need not be compared again.
static HOLDS: LazyLock<[Holds; SchemaFeature::ALL.len()]> = LazyLock::new(|| {
    let mut all = [Holds::Nothing; SchemaFeature::ALL.len()];
    for (entry, feature) in all.iter_mut().zip(SchemaFeature::ALL) {
        *entry = holds(feature.keyword());
    }
    all
});

/// Most problems that are listed.
const MOST: usize = 1000;

/// Lists the malformed keywords; if there are none, returns whether the schema has to be modernised.
///
/// # Errors
/// In addition to these, [`ErrorKind::LimitExceeded`] when the schema is too large.
pub(super) fn check(schema: &Value, meter: &Meter) -> Result<bool> {
    let mut found = Found {
        problems: Vec::new(),
        meter,
        exceeded: None,
        draft07: declares_draft07(schema),
        is_old: false,
    };
    found.node(schema, &Path::Root);
    match found.exceeded {
        Some(error) => return Err(error),
        None => Error::check(ErrorKind::InvalidSchema, found.problems)?,
    }
    Ok(found.is_old)
}

struct Found<'m> {
    problems: Vec<Problem>,
    meter: &'m Meter,
    exceeded: Option<Error>,
    draft07: bool,
    is_old: bool,
}

impl Found<'_> {
    fn node(&mut self, schema: &Value, path: &Path<'_>) {
        if self.exceeded.is_some() {
            return;
        }
        let map = match schema {
            Value::Object(map) => map,
            Value::Bool(_) => return,
            other => return wrong(&mut self.problems, path, "a schema", other),
        };
        if let Err(exceeded) = self.meter.work(1 + map.len()) {
            self.exceeded = Some(exceeded.at(path));
            return;
        }
        if self.problems.len() >= MOST {
            return;
        }
        for (keyword, value) in map {
            let Some(feature) = SchemaFeature::from_keyword(keyword) else {
                continue;
            };
            let path = path.key(keyword);
            let holds = HOLDS[feature as usize];
            self.is_old = self.is_old || is_old(map, keyword, value, self.draft07);
            keyword_type(holds, feature, value, &path, &mut self.problems);
            each_of(holds, value, |token, child| {
                self.node(child, &path.token(token));
            });
        }
    }
}

fn keyword_type(
    holds: Holds,
    feature: SchemaFeature,
    value: &Value,
    path: &Path<'_>,
    problems: &mut Vec<Problem>,
) {
    use SchemaFeature as F;
    match (holds, value) {
        (Holds::Array, Value::Array(items)) if items.is_empty() => {
            problems.push(Problem::new(path.pointer(), "expected at least one schema"));
        }
        (Holds::Array, Value::Array(_)) | (Holds::Map | Holds::MapOrNames, Value::Object(_)) => {}
        (Holds::Array, other) => wrong(problems, path, "an array of schemas", other),
        (Holds::Map | Holds::MapOrNames, other) => {
            wrong(problems, path, "an object of schemas", other);
        }
        _ => {}
    }
    let (what, is_right) = match feature {
        F::Type => return type_name(value, path, problems),
        F::Required => {
            let are_names = value.is_array() && items(Some(value)).all(Value::is_string);
            ("an array of strings", are_names)
        }
        F::Enum => ("an array", value.is_array()),
        F::Ref
        | F::Schema
        | F::Id
        | F::Anchor
        | F::Description
        | F::Title
        | F::Pattern
        | F::Format => ("a string", value.is_string()),
        F::Minimum | F::Maximum | F::MultipleOf => ("a number", value.is_number()),
        F::ExclusiveMinimum | F::ExclusiveMaximum => {
            ("a number", value.is_number() || value.is_boolean())
        }
        F::MinLength
        | F::MaxLength
        | F::MinItems
        | F::MaxItems
        | F::MinProperties
        | F::MaxProperties => ("a non-negative integer", count(value).is_some()),
        F::UniqueItems => ("a boolean", value.is_boolean()),
        _ => return,
    };
    if !is_right {
        wrong(problems, path, what, value);
    }
}

fn is_type(name: &str) -> bool {
    matches!(
        name,
        "null" | "boolean" | "integer" | "number" | "string" | "array" | "object"
    )
}

fn type_name(value: &Value, path: &Path<'_>, problems: &mut Vec<Problem>) {
    let known = |name: &Value| name.as_str().is_some_and(is_type);
    let is_known = match value {
        Value::Array(names) => !names.is_empty() && names.iter().all(known),
        name => known(name),
    };
    if !is_known {
        let found = crate::schema::shown(value);
        let message = format!("expected one or several of {TYPES}, found {found}");
        problems.push(Problem::new(path.pointer(), message));
    }
}

fn wrong(problems: &mut Vec<Problem>, path: &Path<'_>, what: &str, found: &Value) {
    problems.push(Problem::new(path.pointer(), expected(what, found)));
}
