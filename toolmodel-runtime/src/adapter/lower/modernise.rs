//! Draft-07 rewritten as 2020-12: tuples, dependencies, boolean bounds, and what draft-07 ignores.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::declared;
use crate::adapter::feature::{Feature, SchemaFeature};
use crate::adapter::report::Report;
use crate::adapter::warning::Outcome;
use crate::path::Path;
use crate::schema::walk::{each, holds, map_of};
use crate::schema::{Dialect, definitions};

/// Keywords that draft-07 does not know and therefore ignores.
const LATER: [&str; 8] = [
    "prefixItems",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedItems",
    "unevaluatedProperties",
    "minContains",
    "maxContains",
    "$anchor",
];

/// What may stay beside `$ref` in draft-07, where it has no effect on instances.
const HARMLESS: [&str; 8] = [
    "$ref",
    "title",
    "description",
    "default",
    "examples",
    "$comment",
    "definitions",
    "$defs",
];

pub(super) fn declares_draft07(schema: &Value) -> bool {
    let uri = declared(schema).and_then(Value::as_str);
    uri.and_then(Dialect::from_uri) == Some(Dialect::Draft07)
}

/// Whether a schema uses anything that 2020-12 spells or interprets differently.
pub(super) fn is_needed(schema: &Value) -> bool {
    needs(schema, declares_draft07(schema))
}

fn needs(schema: &Value, draft07: bool) -> bool {
    let Value::Object(map) = schema else {
        return false;
    };
    if map
        .iter()
        .any(|(keyword, value)| is_old(map, keyword, value, draft07))
    {
        return true;
    }
    let mut needed = false;
    each(map, |_, _, child| needed = needed || needs(child, draft07));
    needed
}

/// Whether 2020-12 spells or interprets a keyword of a schema differently.
pub(super) fn is_old(
    map: &Map<String, Value>,
    keyword: &str,
    value: &Value,
    draft07: bool,
) -> bool {
    match keyword {
        "items" => value.is_array(),
        "additionalItems" | "dependencies" => true,
        "exclusiveMinimum" | "exclusiveMaximum" => value.is_boolean(),
        "$ref" => draft07 && map.keys().any(|key| is_ignored_beside_ref(key)),
        keyword => draft07 && LATER.contains(&keyword),
    }
}

fn is_ignored_beside_ref(keyword: &str) -> bool {
    !HARMLESS.contains(&keyword) && !keyword.starts_with("x-") && keyword != "$schema"
}

/// The schema in 2020-12.
pub(super) fn modernise<'a>(schema: &'a Value, report: &mut Report) -> Cow<'a, Value> {
    if !is_needed(schema) {
        return Cow::Borrowed(schema);
    }
    let draft07 = declares_draft07(schema);
    let mut modern = node(schema, schema, &Path::Root, draft07, report);
    if let Value::Object(map) = &mut modern
        && draft07
    {
        let uri = Dialect::Draft202012.uri().to_owned();
        map.insert("$schema".to_owned(), Value::String(uri));
    }
    Cow::Owned(modern)
}

fn node(
    root: &Value,
    schema: &Value,
    path: &Path<'_>,
    draft07: bool,
    report: &mut Report,
) -> Value {
    let Value::Object(map) = schema else {
        return schema.clone();
    };
    let beside_ref = draft07 && map.contains_key("$ref");
    let mut modern = Map::new();
    for (keyword, value) in map {
        if draft07 && LATER.contains(&keyword.as_str())
            || beside_ref && is_ignored_beside_ref(keyword)
        {
            let feature = Feature::of_keyword(keyword);
            report.add_at(feature, schema, path, Outcome::Rewritten);
            continue;
        }
        let keyword_path = path.key(keyword);
        let value = map_of(holds(keyword), value, |token, child| {
            node(root, child, &keyword_path.token(token), draft07, report)
        });
        let mut rewritten = |feature: SchemaFeature| {
            report.add_at(feature, schema, path, Outcome::Rewritten);
        };
        match (keyword.as_str(), value) {
            ("items", Value::Array(items)) => {
                rewritten(SchemaFeature::Items);
                if !items.is_empty() {
                    modern.insert("prefixItems".to_owned(), Value::Array(items));
                }
            }
            ("additionalItems", value) => {
                rewritten(SchemaFeature::AdditionalItems);
                if map.get("items").is_some_and(Value::is_array) {
                    modern.insert("items".to_owned(), value);
                }
            }
            ("dependencies", Value::Object(all)) => {
                rewritten(SchemaFeature::Dependencies);
                dependencies(all, &mut modern);
            }
            ("$ref", Value::String(reference)) => {
                let reference = Value::String(translate(root, &reference));
                modern.insert("$ref".to_owned(), reference);
            }
            (keyword, value) => {
                modern.insert(keyword.to_owned(), value);
            }
        }
    }
    boolean_bounds(&mut modern, schema, path, report);
    Value::Object(modern)
}

fn dependencies(all: Map<String, Value>, modern: &mut Map<String, Value>) {
    let (names, schemas): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, value)| value.is_array());
    for (keyword, found) in [("dependentRequired", names), ("dependentSchemas", schemas)] {
        if !found.is_empty() {
            let entry = modern
                .entry(keyword)
                .or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(map) = entry {
                map.extend(found);
            }
        }
    }
}

/// Draft-04 has `exclusiveMinimum: true` beside `minimum`.
fn boolean_bounds(
    map: &mut Map<String, Value>,
    schema: &Value,
    path: &Path<'_>,
    report: &mut Report,
) {
    let pairs = [
        (SchemaFeature::ExclusiveMinimum, "minimum"),
        (SchemaFeature::ExclusiveMaximum, "maximum"),
    ];
    for (feature, bound) in pairs {
        let exclusive = feature.keyword();
        let Some(Value::Bool(is_exclusive)) = map.get(exclusive) else {
            continue;
        };
        report.add_at(feature, schema, path, Outcome::Rewritten);
        if *is_exclusive && let Some(limit) = map.shift_remove(bound) {
            map.insert(exclusive.to_owned(), limit);
        } else {
            map.shift_remove(exclusive);
        }
    }
}

/// A local reference, with the keywords on its way in their current spelling.
fn translate(root: &Value, reference: &str) -> String {
    let Some(tokens) = definitions::tokens(reference) else {
        return reference.to_owned();
    };
    let mut current = Some(root);
    let mut translated = String::from("#");
    for (token, name) in tokens {
        let child = current.and_then(|value| match value {
            Value::Array(items) => items.get(name.parse::<usize>().ok()?),
            value => value.get(name.as_ref()),
        });
        let spelled = match name.as_ref() {
            "items" if child.is_some_and(Value::is_array) => "prefixItems",
            "additionalItems" => "items",
            "dependencies" => "dependentSchemas",
            _ => token,
        };
        translated.push('/');
        translated.push_str(spelled);
        current = child;
    }
    translated
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tuples_and_dependencies_are_said_anew() {
        let old = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {
                "pair": {"type": "array", "items": [{"type": "string"}], "additionalItems": false},
                "same": {"$ref": "#/properties/pair/items/0", "minLength": 3, "title": "T"},
            },
            "dependencies": {"a": ["b"], "c": {"required": ["d"]}},
        });
        let mut report = Report::default();
        assert_eq!(
            *modernise(&old, &mut report),
            json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "properties": {
                    "pair": {"type": "array", "prefixItems": [{"type": "string"}], "items": false},
                    "same": {"$ref": "#/properties/pair/prefixItems/0", "title": "T"},
                },
                "dependentRequired": {"a": ["b"]},
                "dependentSchemas": {"c": {"required": ["d"]}},
            })
        );
    }

    #[test]
    fn modern_schemas_are_left_alone() {
        let new = json!({"type": "object", "properties": {"a": {"$ref": "#", "minLength": 1}}});
        assert!(matches!(
            modernise(&new, &mut Report::default()),
            Cow::Borrowed(_)
        ));
    }
}
