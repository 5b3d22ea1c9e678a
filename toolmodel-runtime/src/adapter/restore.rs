//! The way back: arguments that a model wrote for the converted schema become arguments for the
//! source schema.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::schema::pointer::{join, push};

/// What was done to the objects of a converted schema, by the pointer of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Restore {
    /// The converted schema; null when nothing has to be done.
    schema: Value,
    objects: BTreeMap<String, Object>,
}

/// What was done to one object schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Object {
    /// Converted names with the original ones.
    pub(crate) names: BTreeMap<String, String>,
    /// Converted names of properties whose null stands for their absence.
    pub(crate) absent: BTreeSet<String>,
}

impl Restore {
    pub(crate) fn new(schema: &Value, objects: BTreeMap<String, Object>) -> Self {
        if objects.is_empty() {
            return Self::default();
        }
        Self {
            schema: schema.clone(),
            objects,
        }
    }

    pub(crate) fn is_identity(&self) -> bool {
        self.objects.is_empty()
    }

    /// The converted names of properties with the original ones, by object.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.objects.iter().flat_map(|(pointer, object)| {
            let names = object.names.iter();
            names.map(|(wire, original)| (pointer.as_str(), wire.as_str(), original.as_str()))
        })
    }

    pub(crate) fn restore(&self, arguments: Value) -> Value {
        if self.is_identity() {
            return arguments;
        }
        self.node(&self.schema, "", arguments, 0)
    }

    fn node(&self, schema: &Value, pointer: &str, value: Value, hops: usize) -> Value {
        // A chain of references without an object or array in between is no longer than this.
        if hops > 64 {
            return value;
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str)
            && let Some(target) = reference.strip_prefix('#')
            && let Some(schema) = self.schema.pointer(target)
        {
            return self.node(schema, target, value, hops + 1);
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            let fitting = branches
                .iter()
                .position(|branch| self.fits(branch, &value, 0));
            return match fitting {
                Some(i) => self.node(
                    &branches[i],
                    &format!("{pointer}/anyOf/{i}"),
                    value,
                    hops + 1,
                ),
                None => value,
            };
        }
        match value {
            Value::Object(map) => self.object(schema, pointer, map),
            Value::Array(items) => match schema.get("items") {
                Some(schema) => {
                    let pointer = join(pointer, "items");
                    let items = items.into_iter();
                    items
                        .map(|item| self.node(schema, &pointer, item, 0))
                        .collect()
                }
                None => Value::Array(items),
            },
            other => other,
        }
    }

    fn object(&self, schema: &Value, pointer: &str, map: Map<String, Value>) -> Value {
        let unchanged = Object::default();
        let object = self.objects.get(pointer).unwrap_or(&unchanged);
        let mut restored = Map::new();
        for (wire, value) in map {
            if value.is_null() && object.absent.contains(&wire) {
                continue;
            }
            let value = match schema.get("properties").and_then(|all| all.get(&wire)) {
                Some(property) => {
                    let mut pointer = join(pointer, "properties");
                    push(&mut pointer, &wire);
                    self.node(property, &pointer, value, 0)
                }
                None => value,
            };
            let name = object.names.get(&wire).cloned().unwrap_or(wire);
            restored.insert(name, value);
        }
        Value::Object(restored)
    }

    /// Whether a value fits a branch of `anyOf`, as far as telling branches apart needs it.
    fn fits(&self, schema: &Value, value: &Value, depth: usize) -> bool {
        let Value::Object(map) = schema else {
            return schema != &Value::Bool(false);
        };
        if depth > 64 {
            return true;
        }
        if let Some(Value::String(reference)) = map.get("$ref") {
            let target = reference
                .strip_prefix('#')
                .and_then(|target| self.schema.pointer(target));
            return target.is_none_or(|target| self.fits(target, value, depth + 1));
        }
        if value.is_null() && map.get("nullable") == Some(&Value::Bool(true)) {
            return true;
        }
        if let Some(Value::Array(branches)) = map.get("anyOf") {
            return branches
                .iter()
                .any(|branch| self.fits(branch, value, depth + 1));
        }
        let allowed = |name: &Value| name.as_str().is_some_and(|name| is_of_type(name, value));
        let is_typed = match map.get("type") {
            Some(Value::Array(names)) => names.iter().any(allowed),
            Some(name) => allowed(name),
            None => true,
        };
        let is_listed = match map.get("enum") {
            Some(Value::Array(values)) => values.contains(value),
            _ => true,
        };
        let is_constant = map.get("const").is_none_or(|constant| constant == value);
        is_typed && is_listed && is_constant && self.parts_fit(map, value, depth)
    }

    fn parts_fit(&self, map: &Map<String, Value>, value: &Value, depth: usize) -> bool {
        match value {
            Value::Array(items) => {
                let schema = map.get("items");
                schema.is_none_or(|schema| {
                    items.iter().all(|item| self.fits(schema, item, depth + 1))
                })
            }
            Value::Object(object) => {
                let required = map.get("required").and_then(Value::as_array);
                let has_required = required.is_none_or(|names| {
                    names
                        .iter()
                        .filter_map(Value::as_str)
                        .all(|name| object.contains_key(name))
                });
                let properties = map.get("properties").and_then(Value::as_object);
                let closed = map.get("additionalProperties") == Some(&Value::Bool(false));
                has_required
                    && object.iter().all(|(name, value)| {
                        match properties.and_then(|properties| properties.get(name)) {
                            Some(schema) => self.fits(schema, value, depth + 1),
                            None => !closed,
                        }
                    })
            }
            _ => true,
        }
    }
}

fn is_of_type(name: &str, value: &Value) -> bool {
    match name.to_ascii_lowercase().as_str() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0)
        }
        _ => true,
    }
}
