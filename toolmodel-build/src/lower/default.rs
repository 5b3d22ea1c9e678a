//! Defaults: whether a value meets its schema, and whether it can be written as Rust.

use serde_json::{Map, Value, json};
use toolmodel_runtime::__private::kernel::{as_fragment, walk};
use toolmodel_runtime::{DefaultValidator, Dialect, ErrorKind, Schema, SchemaValidator as _};

use super::Lowering;
use crate::ir::{JsonType, Kind, Presence, Type, TypeDef};
use crate::number::integer;
use crate::schema::NodeSet;

/// What the root of the document is called in a schema around it.
const ROOT: &str = "toolmodel:root";

impl Lowering<'_, '_> {
    /// Whether a value meets all subschemas of a set, as the validator sees it; `None` when it
    /// cannot say.
    pub(super) fn meets(&self, set: &NodeSet, value: &Value) -> Option<bool> {
        let schemas: Vec<&Value> = set.iter().map(|id| self.document.schema(*id)).collect();
        let schema = match schemas.as_slice() {
            [Value::Object(only)] if !refers(only) => Value::Object(bare(only)),
            _ if !schemas.iter().any(|s| s.as_object().is_some_and(refers)) => {
                json!({"allOf": schemas})
            }
            _ => self.around_root(set),
        };
        let schema = match (schema, self.document.dialect) {
            (Value::Object(mut map), Dialect::Draft07) => {
                map.insert("$schema".to_owned(), json!(DRAFT_07));
                Value::Object(map)
            }
            (schema, _) => schema,
        };
        let schema = Schema::try_from(schema).ok()?;
        match DefaultValidator::shared().validate(&schema, value) {
            Ok(()) => Some(true),
            Err(error) if error.kind() == ErrorKind::InvalidArguments => Some(false),
            Err(_) => None,
        }
    }

    /// A schema that holds the whole document, so that references lead where they did, and asks for
    /// the subschemas of a set.
    fn around_root(&self, set: &NodeSet) -> Value {
        let mut root = self.document.schema(self.document.root).clone();
        if let Value::Object(map) = &mut root {
            map.entry("$id").or_insert_with(|| json!(ROOT));
        }
        let name = root.get("$id").and_then(Value::as_str).unwrap_or(ROOT);
        let name = name.trim_end_matches('#');
        let all: Vec<Value> = set
            .iter()
            .map(|id| json!({"$ref": format!("{name}#{}", as_fragment(&self.document.pointer(*id)))}))
            .collect();
        json!({"allOf": all, "definitions": {"root": root}})
    }
}

const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";

/// Whether a subschema has a reference somewhere.
fn refers(schema: &Map<String, Value>) -> bool {
    let mut found = schema.contains_key("$ref") || schema.contains_key("$dynamicRef");
    walk::each(schema, |_, _, child| {
        found = found || child.as_object().is_some_and(refers);
    });
    found
}

/// A subschema without the annotations that make it different from all others, so that the
/// validator's cache knows it.
fn bare(schema: &Map<String, Value>) -> Map<String, Value> {
    let mut bare = schema.clone();
    for annotation in ["default", "description", "examples", "title"] {
        bare.remove(annotation);
    }
    bare
}

/// Whether a value that meets the schema of a type can be written as a Rust expression of it.
pub(super) fn can_write(defs: &[TypeDef], ty: &Type, value: &Value) -> bool {
    match (ty, value) {
        (Type::Bool(_), Value::Bool(_))
        | (Type::Number(_), Value::Number(_))
        | (Type::Text(_), Value::String(_)) => true,
        (Type::Int { .. } | Type::Wide { .. }, Value::Number(number)) => integer(number).is_some(),
        (Type::List { item, .. }, Value::Array(items)) => {
            items.iter().all(|value| can_write(defs, item, value))
        }
        (Type::Object | Type::Map { .. }, Value::Object(map)) => map.is_empty(),
        (Type::Nullable(inner), value) => value.is_null() || can_write(defs, inner, value),
        (Type::Named(id), value) => can_write_named(defs, &defs[id.0].kind, value),
        _ => false,
    }
}

fn can_write_named(defs: &[TypeDef], kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::TextEnum(variants), Value::String(text)) => {
            variants.iter().any(|variant| variant.json == *text)
        }
        (Kind::Struct(shape), Value::Object(map)) => {
            let mut fields = shape.fields.iter();
            map.is_empty() && fields.all(|field| field.presence != Presence::Required)
        }
        (Kind::ByType(variants), value) => {
            let kind = JsonType::of(value);
            let found = variants
                .iter()
                .find(|variant| Some(variant.json_type) == kind);
            found.is_some_and(|variant| can_write(defs, &variant.ty, value))
        }
        _ => false,
    }
}
