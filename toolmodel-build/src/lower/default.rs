//! Defaults: whether a value satisfies its schema, and whether it can be written as Rust.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use toolmodel_runtime::__private::kernel::{Copies, refers};
use toolmodel_runtime::{
    CompiledSchema, DefaultValidator, Dialect, ErrorKind, Schema, SchemaValidator as _,
};

use super::Lowering;
use crate::ir::{JsonType, Kind, Presence, Type, TypeDef};
use crate::number::integer;
use crate::schema::{NodeId, NodeSet};

/// What is known of the defaults of one schema.
#[derive(Debug)]
pub(super) struct Defaults<'a> {
    /// Subschemas that refer to others, compiled; `None` of those that cannot be, or no more.
    compiled: HashMap<NodeId, Option<Arc<CompiledSchema>>>,
    pub(super) copies: Copies<'a>,
}

impl<'a> Defaults<'a> {
    pub(super) fn of(schema: &'a Schema) -> Self {
        Self {
            compiled: HashMap::new(),
            copies: Copies::of(schema.as_value()),
        }
    }
}

impl Lowering<'_, '_> {
    /// Whether a value satisfies all subschemas of a set, according to the validator; `None` when it
    /// cannot decide.
    pub(super) fn meets(&mut self, set: &NodeSet, value: &Value) -> Option<bool> {
        // What only refers to a subschema stands for it, so that one with many names is asked once.
        let mut nodes: NodeSet = set.iter().map(|id| self.document.resolve(*id)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let mut all = Some(true);
        for id in nodes {
            match self.meets_one(id, value) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }

    fn meets_one(&mut self, id: NodeId, value: &Value) -> Option<bool> {
        let verdict = match self.document.schema(id) {
            Value::Object(only) if refers(only) => self.compiled(id)?.validate(value),
            Value::Object(only) => {
                let schema = in_dialect(bare(only), self.document.dialect)?;
                DefaultValidator::shared().validate(&schema, value)
            }
            other => return other.as_bool(),
        };
        match verdict {
            Ok(()) => Some(true),
            Err(error) if error.kind() == ErrorKind::InvalidArguments => Some(false),
            Err(_) => None,
        }
    }

    /// A subschema with all that it refers to.
    fn compiled(&mut self, id: NodeId) -> Option<Arc<CompiledSchema>> {
        if let Some(known) = self.document.defaults.compiled.get(&id) {
            return known.clone();
        }
        let document = &self.document;
        let schema = match document.defaults.copies.at(&document.pointer(id)) {
            Some(Value::Object(map)) => in_dialect(map, document.dialect),
            _ => None,
        };
        let compiled = schema.and_then(|it| DefaultValidator::shared().compile(&it).ok());
        let known = &mut self.document.defaults.compiled;
        known.insert(id, compiled.clone());
        compiled
    }
}

fn in_dialect(mut schema: Map<String, Value>, dialect: Dialect) -> Option<Schema> {
    if dialect == Dialect::Draft07 {
        schema.insert("$schema".to_owned(), json!(Dialect::Draft07.uri()));
    }
    Schema::try_from(Value::Object(schema)).ok()
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
                .find(|variant| Some(variant.key.json_type) == kind);
            found.is_some_and(|variant| can_write(defs, &variant.ty, value))
        }
        _ => false,
    }
}
