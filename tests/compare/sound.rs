//! Random pairs of schemas: what is said to be compatible has no counterexample, whoever makes the
//! instances.

use serde_json::{Map, Value, json};
use toolmodel_runtime::compare::{self, Side, Verdict};
use toolmodel_runtime::{CompiledSchema, DefaultValidator, Schema};
use toolmodel_tests::instances::{Choices, instances};
use toolmodel_tests::one_in;
use toolmodel_tests::random::schemas;

use crate::check;

/// A schema with one thing in it removed, or replaced by the same thing of another schema.
fn edited(schema: &Value, other: &Value, choices: &mut Choices) -> Value {
    let mut edited = schema.clone();
    let mut places = Vec::new();
    collect(schema, "", &mut places);
    let mut donors = Vec::new();
    collect(other, "", &mut donors);
    let (pointer, keyword) = places.swap_remove(choices.below(places.len()));
    let donated = donors.iter().find(|(_, other)| *other == keyword);
    let donated = donated.and_then(|(pointer, keyword)| other.pointer(pointer)?.get(keyword));
    if let Some(Value::Object(map)) = edited.pointer_mut(&pointer) {
        match donated {
            Some(value) => drop(map.insert(keyword, value.clone())),
            None => drop(map.shift_remove(&keyword)),
        }
    }
    edited
}

/// The keywords of all objects, with where they stand.
fn collect(value: &Value, pointer: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                found.push((pointer.to_owned(), key.clone()));
                let key = key.replace('~', "~0").replace('/', "~1");
                collect(value, &format!("{pointer}/{key}"), found);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                collect(item, &format!("{pointer}/{i}"), found);
            }
        }
        _ => {}
    }
}

/// The schema with every object that says nothing about other properties closed; nothing where
/// that would change more than what is declared.
fn closed(schema: &Value) -> Option<Value> {
    let Value::Object(map) = schema else {
        return None;
    };
    let combined = [
        "$ref",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "patternProperties",
        "propertyNames",
        "contains",
        "unevaluatedProperties",
        "dependentRequired",
    ];
    if map.keys().any(|key| combined.contains(&key.as_str())) {
        return None;
    }
    let mut new = Map::new();
    for (keyword, value) in map {
        let value = match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let closed = properties
                    .iter()
                    .map(|(name, it)| Some((name.clone(), closed(it)?)));
                Value::Object(closed.collect::<Option<_>>()?)
            }
            ("items" | "additionalProperties", Value::Bool(false)) => value.clone(),
            ("items" | "additionalProperties", value) => closed(value)?,
            ("prefixItems", Value::Array(items)) => {
                Value::Array(items.iter().map(closed).collect::<Option<_>>()?)
            }
            (_, value) => value.clone(),
        };
        new.insert(keyword.clone(), value);
    }
    let kinds: Vec<&str> = match map.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ if map.contains_key("enum") || map.contains_key("const") => Vec::new(),
        _ => return None,
    };
    if kinds.contains(&"object") && !map.contains_key("additionalProperties") {
        let properties = map.get("properties").and_then(Value::as_object);
        properties.filter(|properties| !properties.is_empty())?;
        let required = map.get("required").and_then(Value::as_array);
        let names = required.into_iter().flatten().filter_map(Value::as_str);
        for name in names.filter(|name| properties.is_none_or(|it| !it.contains_key(*name))) {
            let properties = new.get_mut("properties")?.as_object_mut()?;
            properties.insert(name.to_owned(), Value::Bool(true));
        }
        new.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    Some(Value::Object(new))
}

/// Each of them gives some 360 pairs.
const SEEDS: usize = 3;

#[derive(Debug, Default)]
struct Tally {
    compatible: usize,
    compatible_when_declared: usize,
    breaking: usize,
    undecided: usize,
    instances: usize,
}

fn compiled(schema: &Schema) -> Option<std::sync::Arc<CompiledSchema>> {
    DefaultValidator::shared().compile(schema).ok()
}

fn try_pair(old: &Value, new: &Value, tally: &mut Tally) {
    let (Ok(old), Ok(new)) = (Schema::try_from(old.clone()), Schema::try_from(new.clone())) else {
        return;
    };
    let (Some(_), Some(reader)) = (compiled(&old), compiled(&new)) else {
        return;
    };
    let change = compare::schemas(&old, &new, Side::Input);
    let what = format!("{old} to {new}");
    check(&change, &old, &new, Side::Input, &what);
    match change.verdict {
        Verdict::Breaking => tally.breaking += 1,
        Verdict::Compatible => {}
        _ => tally.undecided += 1,
    }
    if change.verdict != Verdict::Compatible {
        return;
    }
    let sender = if change.undeclared.is_empty() {
        tally.compatible += 1;
        Some(old.clone())
    } else {
        let declared = closed(old.as_value()).and_then(|it| Schema::try_from(it).ok());
        tally.compatible_when_declared += usize::from(declared.is_some());
        declared
    };
    let Some(accepts) = sender.as_ref().and_then(compiled) else {
        return;
    };
    let made = [old.as_value(), new.as_value()].map(instances).concat();
    for instance in made {
        if accepts.is_valid(&instance).unwrap_or(false) {
            tally.instances += 1;
            let read = reader.is_valid(&instance).unwrap_or(true);
            assert!(read, "{what}: {change}, and yet {instance}");
        }
    }
}

/// An object schema of plain parts, so that what is declared is plain too.
fn plain_object(choices: &mut Choices, depth: usize) -> Value {
    let mut properties = Map::new();
    for name in ["a", "b", "c", "d"].into_iter().take(1 + choices.below(4)) {
        let property = match choices.below(if depth > 1 { 5 } else { 7 }) {
            0 => json!({"type": "string"}),
            1 => json!({"type": "integer", "minimum": choices.below(3)}),
            2 => json!({"type": ["number", "null"]}),
            3 => json!({"enum": ["x", "y"]}),
            4 => json!({"type": "boolean"}),
            5 => json!({"type": "array", "items": plain_object(choices, depth + 1)}),
            _ => plain_object(choices, depth + 1),
        };
        if choices.below(5) > 0 {
            properties.insert(name.to_owned(), property);
        }
    }
    properties.insert("e".to_owned(), json!({"type": "string"}));
    let required: Vec<&String> = properties
        .keys()
        .filter(|_| choices.below(4) == 0)
        .collect();
    let mut object = json!({"type": "object", "properties": properties, "required": required});
    if choices.below(4) == 0 {
        object["additionalProperties"] = json!(false);
    }
    object
}

/// A plain object with a property more or less in one of its objects, or with that closed.
fn reshaped(object: &Value, choices: &mut Choices) -> Value {
    let mut places = Vec::new();
    collect(object, "", &mut places);
    places.retain(|(_, keyword)| keyword == "properties");
    let (pointer, _) = places.swap_remove(choices.below(places.len()));
    let mut new = object.clone();
    let Some(place) = new.pointer_mut(&pointer) else {
        return new;
    };
    match choices.below(3) {
        0 => place["properties"]["z"] = json!({"type": "integer"}),
        1 => place["additionalProperties"] = json!(false),
        _ => {
            let required = place["required"].as_array().cloned().unwrap_or_default();
            let properties = place["properties"].as_object_mut().unwrap();
            properties.retain(|name, _| name != "a" || required.contains(&json!(name)));
        }
    }
    new
}

#[test]
fn no_instance_contradicts_what_is_said_to_be_compatible() {
    let mut tally = Tally::default();
    let mut choices = Choices::new(7);
    let seeds = SEEDS.div_ceil(one_in(3));
    for seed in 0..seeds {
        let seed = u64::try_from(seed).unwrap();
        let schemas = schemas(seed, 60);
        for pair in schemas.windows(2) {
            let (a, b) = (&pair[0], &pair[1]);
            try_pair(a, b, &mut tally);
            if a.as_object().is_some_and(|map| !map.is_empty()) {
                let once = edited(a, b, &mut choices);
                try_pair(a, &once, &mut tally);
                try_pair(&once, a, &mut tally);
                if once.as_object().is_some_and(|map| !map.is_empty()) {
                    try_pair(a, &edited(&once, b, &mut choices), &mut tally);
                }
            }
        }
        for _ in 0..40 {
            let (a, b) = (plain_object(&mut choices, 0), plain_object(&mut choices, 0));
            let once = edited(&a, &b, &mut choices);
            try_pair(&a, &once, &mut tally);
            try_pair(&once, &a, &mut tally);
            try_pair(&a, &reshaped(&a, &mut choices), &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.compatible > 60 * seeds, "{tally:?}");
    assert!(tally.compatible_when_declared > 10 * seeds, "{tally:?}");
    assert!(tally.breaking > 100 * seeds, "{tally:?}");
    assert!(tally.instances > 3000 * seeds, "{tally:?}");
    let all = tally.compatible + tally.compatible_when_declared + tally.breaking + tally.undecided;
    assert!(tally.undecided * 20 <= all, "{tally:?}");
}
