//! What the strict modes of OpenAI and Anthropic ask of each node.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::Rule;
use super::schema::{Linter, has_type, shown};

use crate::adapter::patterns;
use crate::adapter::profile::Profile;
use crate::path::Path;

pub(super) fn check(linter: &mut Linter<'_>, map: &Map<String, Value>, path: &Path<'_>) {
    let says_type = ["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"];
    if !says_type.iter().any(|keyword| map.contains_key(*keyword)) {
        linter.complain(Rule::Untyped, path, "a schema must say its type");
    }
    if has_type(map, "object") || map.contains_key("properties") {
        object(linter, map, path);
    }
    if linter.profile.is_openai_strict() {
        linter.items(map, path);
        let listed = map.get("enum").and_then(Value::as_array);
        let nullable = map.get("type").is_some_and(Value::is_array) && has_type(map, "null");
        if nullable && listed.is_some_and(|values| !values.contains(&Value::Null)) {
            let message = "the type admits null, which `enum` does not list";
            linter.complain(Rule::Enum, &path.key("enum"), message);
        }
    }
    if let Some(Value::String(format)) = map.get("format") {
        let types = ["string", "integer", "number"]
            .into_iter()
            .filter(|name| !map.contains_key("type") || has_type(map, name));
        if !linter.facts.accepts_format(format, types) {
            let message = format!("`{}` is not a valid format", shown(format));
            linter.complain(Rule::Format, &path.key("format"), message);
        }
    }
    if let Some(Value::String(pattern)) = map.get("pattern")
        && let Some(found) = patterns::beyond(linter.profile, pattern)
    {
        let message = format!("{found} is not supported in `pattern`");
        linter.complain(Rule::Pattern, &path.key("pattern"), message);
    }
    if linter.profile == Profile::AnthropicStrict {
        anthropic(linter, map, path);
    }
}

fn object(linter: &mut Linter<'_>, map: &Map<String, Value>, path: &Path<'_>) {
    if map.get("additionalProperties") != Some(&Value::Bool(false)) {
        let message = "`additionalProperties` is required to be supplied and to be false";
        linter.complain(Rule::OpenObject, path, message);
    }
    let empty = Map::new();
    let properties = map.get("properties").and_then(Value::as_object);
    let wants_properties = linter.profile.is_openai_strict() && !matches!(path, Path::Root);
    if properties.is_none() && wants_properties {
        linter.complain(
            Rule::MissingProperties,
            path,
            "object schema missing properties",
        );
    }
    let properties = properties.unwrap_or(&empty);
    let required = match map.get("required") {
        Some(Value::Array(required)) => required.as_slice(),
        _ => &[],
    };
    let names: HashSet<&str> = required.iter().filter_map(Value::as_str).collect();
    for name in required.iter().filter_map(Value::as_str) {
        if !properties.contains_key(name) {
            let message = format!("extra required key `{}` supplied", shown(name));
            linter.complain(Rule::Required, &path.key("required"), message);
        }
    }
    if linter.profile.is_openai_strict() {
        if !map.get("required").is_some_and(Value::is_array) {
            let message = "`required` is required to be supplied";
            linter.complain(Rule::Required, path, message);
        }
        for name in properties.keys() {
            if !names.contains(name.as_str()) {
                let message = format!(
                    "`required` must include every key in properties; missing `{}`",
                    shown(name)
                );
                linter.complain(Rule::Required, path, message);
            }
        }
    }
}

fn anthropic(linter: &mut Linter<'_>, map: &Map<String, Value>, path: &Path<'_>) {
    if let Some(found) = map.get("minItems")
        && found.as_u64().is_none_or(|count| count > 1)
    {
        let message =
            format!("`minItems` values other than 0 or 1 are not supported, found `{found}`");
        linter.complain(Rule::MinItems, &path.key("minItems"), message);
    }
    let values = map
        .get("enum")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    if values
        .chain(map.get("const"))
        .any(|value| value.is_object() || value.is_array())
    {
        linter.complain(
            Rule::Enum,
            path,
            "`enum` and `const` take primitive values only",
        );
    }
    let branches = map
        .get("allOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    for (i, _) in branches
        .enumerate()
        .filter(|(_, branch)| branch.get("$ref").is_some())
    {
        let all_of = path.key("allOf");
        linter.complain(
            Rule::Reference,
            &all_of.index(i),
            "`$ref` is not supported inside `allOf`",
        );
    }
}
