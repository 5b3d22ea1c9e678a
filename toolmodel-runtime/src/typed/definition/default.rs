//! Defaults that their own schema rejects.

use serde_json::{Map, Value};

use crate::error::{ErrorKind, Problem};
use crate::path::Path;
use crate::schema::Schema;
use crate::schema::reference::{around, refers};
use crate::validate::{DefaultValidator, SchemaValidator as _};

/// Most defaults validated against a schema with references; each takes a copy of the document.
const MOST_WITH_REFERENCES: usize = 200;

/// The defaults of one document.
pub(super) struct Defaults<'a> {
    root: &'a Schema,
    with_references: usize,
}

impl<'a> Defaults<'a> {
    pub(super) fn of(root: &'a Schema) -> Self {
        Self {
            root,
            with_references: 0,
        }
    }

    /// The schema that the default of a place is validated against.
    fn schema(&mut self, schema: &Map<String, Value>, path: &Path<'_>) -> Option<Schema> {
        if !refers(schema) && self.root.get("$schema").is_none() {
            return Schema::try_from(schema.clone()).ok();
        }
        self.with_references += 1;
        if self.with_references > MOST_WITH_REFERENCES {
            return None;
        }
        Schema::try_from(around(self.root.as_value(), [path.pointer()])).ok()
    }
}

pub(super) fn check(
    defaults: &mut Defaults<'_>,
    schema: &Map<String, Value>,
    path: &Path<'_>,
    problems: &mut Vec<Problem>,
) {
    let Some(default) = schema.get("default") else {
        return;
    };
    let Some(at_place) = defaults.schema(schema, path) else {
        return;
    };
    let Err(error) = DefaultValidator::shared().validate(&at_place, default) else {
        return;
    };
    if error.kind() != ErrorKind::InvalidArguments {
        return;
    }
    let broken = error.violations().into_iter().flatten();
    problems.extend(broken.map(|violation| {
        let place = format!("{path}/default{}", violation.instance_path);
        Problem::new(place, format_args!("the default: {}", violation.message))
    }));
}
