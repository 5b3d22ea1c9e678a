//! Defaults: whether a value satisfies its schema, and whether it can be written as Rust.

use serde_json::{Map, Value, json};
use toolmodel_runtime::__private::kernel::{around, refers};
use toolmodel_runtime::{DefaultValidator, Dialect, ErrorKind, Schema, SchemaValidator as _};

use super::Lowering;
use crate::ir::{JsonType, Kind, Presence, Type, TypeDef};
use crate::number::integer;
use crate::schema::NodeSet;

impl Lowering<'_, '_> {
    /// Whether a value satisfies all subschemas of a set, according to the validator; `None` when it
    /// cannot decide.
    pub(super) fn meets(&self, set: &NodeSet, value: &Value) -> Option<bool> {
        let schemas: Vec<&Value> = set.iter().map(|id| self.document.schema(*id)).collect();
        let schema = match schemas.as_slice() {
            [Value::Object(only)] if !refers(only) => Value::Object(bare(only)),
            _ if !schemas.iter().any(|s| s.as_object().is_some_and(refers)) => {
                json!({"allOf": schemas})
            }
            _ => {
                let document = &self.document;
                let pointers = set.iter().map(|id| document.pointer(*id));
                around(document.schema(document.root), pointers)
            }
        };
        let schema = match (schema, self.document.dialect) {
            (Value::Object(mut map), Dialect::Draft07) => {
                map.insert("$schema".to_owned(), json!(Dialect::Draft07.uri()));
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
}

/// A subschema without the annotations that make it different from all others, so that the
/// validator's cache finds it.
fn bare(schema: &Map<String, Value>) -> Map<String, Value> {
    let mut bare = schema.clone();
    for annotation in ["default", "description", "examples", "title"] {
        bare.remove(annotation);
    }
    bare
}

/// Whether a value that satisfies the schema of a type can be written as a Rust expression of it.
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
