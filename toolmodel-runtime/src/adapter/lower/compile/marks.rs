//! Notes for the way back, kept inside the lowered objects until their places are final.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::adapter::refs::below;
use crate::adapter::restore::Object;
use crate::adapter::subschemas::{Holds, each_of, holds};

/// No keyword of a source can be one of these: only known keywords are written.
const ABSENT: &str = "\0absent";
const NAMES: &str = "\0names";

/// Notes that null stands for the absence of a property.
pub(super) fn absent(object: &mut Map<String, Value>, name: &str) {
    if let Value::Array(names) = object
        .entry(ABSENT)
        .or_insert_with(|| Value::Array(Vec::new()))
    {
        names.push(Value::String(name.to_owned()));
    }
}

/// Notes what a property was called.
pub(super) fn renamed(object: &mut Map<String, Value>, wire: &str, original: &str) {
    if let Value::Object(names) = object
        .entry(NAMES)
        .or_insert_with(|| Value::Object(Map::new()))
    {
        names.insert(wire.to_owned(), Value::String(original.to_owned()));
    }
}

/// Copies the names that branches noted to the object made of them.
pub(super) fn inherit(object: &mut Map<String, Value>, branches: &[Map<String, Value>]) {
    for names in branches
        .iter()
        .filter_map(|branch| branch.get(NAMES)?.as_object())
    {
        for (wire, original) in names {
            renamed(object, wire, original.as_str().unwrap_or_default());
        }
    }
}

/// Takes all notes out of a schema.
pub(super) fn collect(schema: &mut Value) -> BTreeMap<String, Object> {
    let mut objects = BTreeMap::new();
    take(schema, "", &mut objects);
    objects
}

fn take(schema: &mut Value, pointer: &str, objects: &mut BTreeMap<String, Object>) {
    let Value::Object(map) = schema else {
        return;
    };
    let mut object = Object::default();
    if let Some(Value::Array(names)) = map.shift_remove(ABSENT) {
        object.absent = names
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
    }
    if let Some(Value::Object(names)) = map.shift_remove(NAMES) {
        let original = |name: &Value| name.as_str().unwrap_or_default().to_owned();
        object.names = names
            .iter()
            .map(|(wire, name)| (wire.clone(), original(name)))
            .collect();
    }
    if object != Object::default() {
        objects.insert(pointer.to_owned(), object);
    }
    for (keyword, value) in map {
        let holds = holds(keyword);
        if holds == Holds::Nothing {
            continue;
        }
        let mut pointers = Vec::new();
        each_of(holds, value, |token, _| {
            pointers.push(below(pointer, keyword, token));
        });
        let children: Box<dyn Iterator<Item = &mut Value> + '_> = match value {
            Value::Array(items) => Box::new(items.iter_mut()),
            Value::Object(map) if holds == Holds::Map => Box::new(map.values_mut()),
            value => Box::new(std::iter::once(value)),
        };
        for (child, pointer) in children.zip(pointers) {
            take(child, &pointer, objects);
        }
    }
}
