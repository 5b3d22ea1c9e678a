//! What the strict modes of OpenAI and Anthropic require of each node.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Rule;
use super::schema::{Linter, shown};

use crate::adapter::patterns;
use crate::adapter::profile::Profile;
use crate::path::Path;
use crate::schema::walk::{is_type, items, keyword};

/// The keywords of a node that are checked, found in one pass.
#[derive(Default)]
struct Keywords<'a> {
    types: Option<&'a Value>,
    properties: Option<&'a Value>,
    required: Option<&'a Value>,
    additional: Option<&'a Value>,
    values: Option<&'a Value>,
    format: Option<&'a Value>,
    pattern: Option<&'a Value>,
    has_items: bool,
    says_type: bool,
}

impl<'a> Keywords<'a> {
    fn of(map: &'a Map<String, Value>) -> Self {
        let mut found = Self::default();
        for (keyword, value) in map {
            match keyword.as_str() {
                "type" => found.types = Some(value),
                "properties" => found.properties = Some(value),
                "required" => found.required = Some(value),
                "additionalProperties" => found.additional = Some(value),
                "enum" => found.values = Some(value),
                "format" => found.format = Some(value),
                "pattern" => found.pattern = Some(value),
                "items" => found.has_items = true,
                "$ref" | "anyOf" | "oneOf" | "allOf" | "const" => found.says_type = true,
                _ => {}
            }
        }
        found.says_type |= found.types.is_some() || found.values.is_some();
        found
    }

    fn has_type(&self, name: &str) -> bool {
        self.types.is_some_and(|types| is_type(types, name))
    }
}

pub(super) fn check(linter: &mut Linter<'_>, map: &Map<String, Value>, path: &Path<'_>) {
    let found = Keywords::of(map);
    if !found.says_type {
        linter.complain(Rule::Untyped, path, "a schema must say its type");
    }
    if found.properties.is_some() || found.has_type("object") {
        object(linter, &found, path);
    }
    if linter.profile.is_openai_strict() {
        if !found.has_items && found.has_type("array") {
            linter.missing_items(path);
        }
        let listed = found.values.and_then(Value::as_array);
        let nullable = found.types.is_some_and(Value::is_array) && found.has_type("null");
        if nullable && listed.is_some_and(|values| !values.contains(&Value::Null)) {
            let message = "the type admits null, which `enum` does not list";
            linter.complain(Rule::Enum, &path.key("enum"), message);
        }
    }
    if let Some(Value::String(format)) = found.format {
        let types = ["string", "integer", "number"]
            .into_iter()
            .filter(|name| found.types.is_none() || found.has_type(name));
        if !linter.facts.accepts_format(format, types) {
            let shown = shown(format);
            let message = format!("`{shown}` is not a valid format");
            linter.complain(Rule::Format, &path.key("format"), message);
        }
    }
    if let Some(Value::String(pattern)) = found.pattern
        && let Some(found) = patterns::beyond(linter.profile, pattern)
    {
        let message = format!("{found} is not supported in `pattern`");
        linter.complain(Rule::Pattern, &path.key("pattern"), message);
    }
    if linter.profile == Profile::AnthropicStrict {
        anthropic(linter, map, path);
    }
}

fn object(linter: &mut Linter<'_>, found: &Keywords<'_>, path: &Path<'_>) {
    if found.additional != Some(&Value::Bool(false)) {
        let message = "`additionalProperties` is required to be supplied and to be false";
        linter.complain(Rule::OpenObject, path, message);
    }
    let empty = Map::new();
    let properties = found.properties.and_then(Value::as_object);
    let wants_properties = linter.profile.is_openai_strict() && !matches!(path, Path::Root);
    if properties.is_none() && wants_properties {
        let message = "object schema missing properties";
        linter.complain(Rule::MissingProperties, path, message);
    }
    let properties = properties.unwrap_or(&empty);
    let required = match found.required {
        Some(Value::Array(required)) => required.as_slice(),
        _ => &[],
    };
    let is_openai = linter.profile.is_openai_strict();
    if is_openai && !found.required.is_some_and(Value::is_array) {
        let message = "`required` is required to be supplied";
        linter.complain(Rule::Required, path, message);
    }
    let names = || required.iter().filter_map(Value::as_str);
    if required.len() == properties.len() && names().eq(properties.keys().map(String::as_str)) {
        return;
    }
    for name in names() {
        if !properties.contains_key(name) {
            let shown = shown(name);
            let message = format!("extra required key `{shown}` supplied");
            linter.complain(Rule::Required, &path.key("required"), message);
        }
    }
    if is_openai && !linter.is_done() {
        let names: BTreeSet<&str> = names().collect();
        for name in properties.keys() {
            if linter.is_done() {
                return;
            }
            if !names.contains(name.as_str()) {
                let shown = shown(name);
                let message =
                    format!("`required` must include every key in properties; missing `{shown}`");
                linter.complain(Rule::Required, path, message);
            }
        }
    }
}

fn anthropic(linter: &mut Linter<'_>, map: &Map<String, Value>, path: &Path<'_>) {
    if let Some(found) = keyword(map, "minItems")
        && found.as_u64().is_none_or(|count| count > 1)
    {
        let message =
            format!("`minItems` values other than 0 or 1 are not supported, found `{found}`");
        linter.complain(Rule::MinItems, &path.key("minItems"), message);
    }
    let mut values = items(keyword(map, "enum")).chain(keyword(map, "const"));
    if values.any(|value| value.is_object() || value.is_array()) {
        let message = "`enum` and `const` take primitive values only";
        linter.complain(Rule::Enum, path, message);
    }
    let branches = items(keyword(map, "allOf")).enumerate();
    for (i, _) in branches.filter(|(_, branch)| branch.get("$ref").is_some()) {
        let message = "`$ref` is not supported inside `allOf`";
        linter.complain(Rule::Reference, &path.key("allOf").index(i), message);
    }
}
