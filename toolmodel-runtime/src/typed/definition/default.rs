//! Defaults that the schema beside them refuses.

use serde_json::{Map, Value, json};

use crate::error::{ErrorKind, Problem};
use crate::path::Path;
use crate::path::pointer::as_fragment;
use crate::schema::{Schema, walk};
use crate::validate::{DefaultValidator, SchemaValidator as _};

/// What the root is called in a schema around it.
const ROOT: &str = "toolmodel:root";

/// Defaults that are validated against a schema with references; each takes a copy of the document.
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
        schema_at(self.root, path)
    }
}

/// Whether a subschema has a reference somewhere.
fn refers(schema: &Map<String, Value>) -> bool {
    schema.contains_key("$ref")
        || schema.contains_key("$dynamicRef")
        || walk::children(schema)
            .iter()
            .any(|child| child.schema.as_object().is_some_and(refers))
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

/// A schema that asks for the subschema of a place and holds the whole document, so that references
/// lead where they did.
fn schema_at(root: &Schema, path: &Path<'_>) -> Option<Schema> {
    let mut document = root.to_value();
    if let Value::Object(map) = &mut document {
        map.entry("$id").or_insert_with(|| json!(ROOT));
    }
    let name = document.get("$id").and_then(Value::as_str).unwrap_or(ROOT);
    let reference = format!(
        "{}#{}",
        name.trim_end_matches('#'),
        as_fragment(&path.pointer())
    );
    let mut around = json!({"allOf": [{"$ref": reference}], "definitions": {"root": document}});
    if let Some(dialect) = root.get("$schema") {
        around["$schema"] = dialect.clone();
    }
    Schema::try_from(around).ok()
}
