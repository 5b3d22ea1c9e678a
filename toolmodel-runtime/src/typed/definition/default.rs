//! Defaults that their own schema rejects.

use serde_json::{Map, Value};

use crate::error::{ErrorKind, Problem};
use crate::path::Path;
use crate::schema::Schema;
use crate::schema::copies::Copies;
use crate::schema::reference::refers;
use crate::validate::{DefaultValidator, SchemaValidator as _};

/// The defaults of one document.
pub(super) struct Defaults<'a> {
    root: &'a Schema,
    copies: Copies<'a>,
}

impl<'a> Defaults<'a> {
    pub(super) fn of(root: &'a Schema) -> Self {
        Self {
            root,
            copies: Copies::of(root.as_value()),
        }
    }

    /// The schema that the default of a place is validated against.
    fn schema(&self, schema: &Map<String, Value>, path: &Path<'_>) -> Option<Schema> {
        if !refers(schema) && self.root.get("$schema").is_none() {
            return Schema::try_from(schema.clone()).ok();
        }
        Schema::try_from(self.copies.at(&path.pointer())?).ok()
    }
}

pub(super) fn check(
    defaults: &Defaults<'_>,
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
