//! Property names that a provider refuses, at the root of a schema that is otherwise kept.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::adapter::facts::{Facts, Level};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::report::Report;
use crate::adapter::restore::Object;
use crate::adapter::warning::Outcome;
use crate::schema::pointer::join;

/// Accepted names for the property names that are refused.
pub(super) fn map_names(facts: &Facts, names: &[&str]) -> BTreeMap<String, String> {
    let Some((rule, _)) = &facts.property_names else {
        return BTreeMap::new();
    };
    let accepted = names.iter().filter(|name| rule.accepts(name));
    let mut taken: BTreeSet<String> = accepted.map(|name| (*name).to_owned()).collect();
    let mut mapped = BTreeMap::new();
    for name in names.iter().filter(|name| !rule.accepts(name)) {
        let wire = rule.map_unique(name, &taken);
        taken.insert(wire.clone());
        mapped.insert((*name).to_owned(), wire);
    }
    mapped
}

/// Renames the properties of the root, wherever the root and references name them.
pub(super) fn rename_root(
    facts: &Facts,
    root: &mut Map<String, Value>,
    report: &mut Report,
) -> Option<Object> {
    if !matches!(facts.property_names, Some((_, Level::Root))) {
        return None;
    }
    let properties = root.get("properties").and_then(Value::as_object)?;
    let names: Vec<&str> = properties.keys().map(String::as_str).collect();
    let renamed = map_names(facts, &names);
    if renamed.is_empty() {
        return None;
    }
    for name in renamed.keys() {
        report.add(
            SchemaFeature::Properties,
            &join("/properties", name),
            Outcome::Rewritten,
        );
    }
    for keyword in ["properties", "dependentRequired", "dependentSchemas"] {
        if let Some(Value::Object(map)) = root.get_mut(keyword) {
            *map = std::mem::take(map)
                .into_iter()
                .map(|(name, value)| (renamed.get(&name).cloned().unwrap_or(name), value))
                .collect();
        }
    }
    if let Some(Value::Array(names)) = root.get_mut("required") {
        rename_all(names, &renamed);
    }
    if let Some(Value::Object(map)) = root.get_mut("dependentRequired") {
        for names in map.values_mut().filter_map(Value::as_array_mut) {
            rename_all(names, &renamed);
        }
    }
    let mut pointers = BTreeMap::new();
    for (name, wire) in &renamed {
        pointers.insert(join("#/properties", name), join("#/properties", wire));
    }
    root.values_mut()
        .for_each(|value| rewrite_references(value, &pointers));
    let names = renamed
        .into_iter()
        .map(|(name, wire)| (wire, name))
        .collect();
    Some(Object {
        names,
        absent: BTreeSet::new(),
    })
}

fn rename_all(names: &mut [Value], renamed: &BTreeMap<String, String>) {
    for name in names {
        if let Some(wire) = name.as_str().and_then(|name| renamed.get(name)) {
            *name = Value::String(wire.clone());
        }
    }
}

/// Points references at or below each old pointer to the new one.
pub(super) fn rewrite_references(value: &mut Value, pointers: &BTreeMap<String, String>) {
    match value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| rewrite_references(item, pointers)),
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref") {
                let moved = pointers.iter().find_map(|(old, new)| {
                    let rest = reference.strip_prefix(old.as_str())?;
                    (rest.is_empty() || rest.starts_with('/')).then(|| format!("{new}{rest}"))
                });
                if let Some(moved) = moved {
                    *reference = moved;
                }
            }
            map.values_mut()
                .for_each(|value| rewrite_references(value, pointers));
        }
        _ => {}
    }
}
