//! A schema in the form typify reads: draft-07, without what only the validator needs, and without
//! text that could do harm in a comment.

use serde_json::{Map, Value, json};
use toolmodel_runtime::__private::is_hidden;
use toolmodel_runtime::__private::kernel::shape::is_assertion;
use toolmodel_runtime::__private::kernel::walk::{Holds, holds};
use toolmodel_runtime::Dialect;

use super::{is_old, types};
use crate::config::Config;
use crate::prose::doc_lines;

/// A schema for typify.
pub(super) struct Translated {
    pub(super) schema: Value,
    /// Schemas of integers that no 64-bit type can hold.
    pub(super) wide_integers: Vec<Value>,
}

/// Whether a keyword determines the kind of a value in draft-07. The rest of a schema is left to the validator.
fn is_kept(keyword: &str) -> bool {
    let is_left_out = |keyword| {
        matches!(
            keyword,
            "$dynamicRef" | "contains" | "if" | "not" | "prefixItems"
        ) || ["dependen", "unevaluated"]
            .iter()
            .any(|start| keyword.starts_with(start))
    };
    matches!(keyword, "format" | "title") || is_assertion(keyword) && !is_left_out(keyword)
}

/// Translates a schema, whose root type gets a name.
///
/// # Errors
/// What cannot be translated, in words.
pub(super) fn translate(
    schema: &Value,
    dialect: Dialect,
    name: &str,
    config: &Config,
) -> Result<Translated, String> {
    let mut translation = Translation {
        dialect,
        fill_defaults: config.fill_defaults,
        wide_integers: Vec::new(),
    };
    let mut root = match translation.schema(schema)? {
        Value::Object(root) => root,
        _ => Map::new(),
    };
    let mut definitions = Map::new();
    for keyword in ["$defs", "definitions"] {
        let Some(Value::Object(own)) = schema.get(keyword) else {
            continue;
        };
        for (name, definition) in own {
            let definition = translation.schema(definition)?;
            if definitions.insert(name.clone(), definition).is_some() {
                return Err(format!("two definitions are called `{name}`"));
            }
        }
    }
    if !definitions.is_empty() {
        root.insert("definitions".to_owned(), Value::Object(definitions));
    }
    root.insert("title".to_owned(), json!(name));
    Ok(Translated {
        schema: Value::Object(root),
        wide_integers: translation.wide_integers,
    })
}

struct Translation {
    dialect: Dialect,
    fill_defaults: bool,
    wide_integers: Vec<Value>,
}

impl Translation {
    fn schema(&mut self, schema: &Value) -> Result<Value, String> {
        let Value::Object(map) = schema else {
            return Ok(schema.clone());
        };
        if let Some(Value::String(reference)) = map.get("$ref")
            && is_old(self.dialect)
        {
            return Ok(json!({"$ref": translated_reference(reference)?}));
        }
        let mut made = Map::new();
        for (keyword, value) in map {
            self.keyword(map, keyword, value, &mut made)?;
        }
        self.list(map, &mut made)?;
        self.annotate(map, &mut made);
        self.note_integer(&made);
        Ok(of_each_type(made, self))
    }

    fn keyword(
        &mut self,
        schema: &Map<String, Value>,
        keyword: &str,
        value: &Value,
        made: &mut Map<String, Value>,
    ) -> Result<(), String> {
        if !is_kept(keyword) || matches!(keyword, "items" | "additionalItems") {
            return Ok(());
        }
        let value = match (holds(keyword), value) {
            (Holds::Array, Value::Array(items)) => {
                let items: Result<Vec<Value>, String> =
                    items.iter().map(|item| self.schema(item)).collect();
                Value::Array(items?)
            }
            (Holds::Map, Value::Object(map)) => {
                let mut children = Map::new();
                for (name, child) in map {
                    if name.contains(is_hidden) {
                        return Err("a name has characters that cannot be seen".to_owned());
                    }
                    children.insert(name.clone(), self.schema(child)?);
                }
                Value::Object(children)
            }
            (Holds::One, child) => self.schema(child)?,
            _ => match (keyword, value) {
                ("$ref", Value::String(reference)) => json!(translated_reference(reference)?),
                ("title", Value::String(title)) if title.contains(is_hidden) => return Ok(()),
                // A number has no length, and what typify generates for both is of no use.
                ("format", _) if !types(schema).contains(&"string") => return Ok(()),
                (_, value) if value.to_string().contains(is_hidden) => {
                    return Err("a value has characters that cannot be seen".to_owned());
                }
                (_, value) => value.clone(),
            },
        };
        made.insert(keyword.to_owned(), value);
        Ok(())
    }

    /// Lists, whose keywords the dialects have swapped. Items with positions of their own are kept if
    /// their number is fixed.
    fn list(
        &mut self,
        schema: &Map<String, Value>,
        made: &mut Map<String, Value>,
    ) -> Result<(), String> {
        let old = is_old(self.dialect);
        let places = match schema.get(if old { "items" } else { "prefixItems" }) {
            Some(Value::Array(places)) => Some(places),
            _ => None,
        };
        if let Some(places) = places {
            let fixed = Some(places.len());
            let count = |keyword: &str| {
                let count = schema.get(keyword).and_then(Value::as_u64);
                count.and_then(|count| usize::try_from(count).ok())
            };
            if count("minItems") == fixed && count("maxItems") == fixed {
                let items: Result<Vec<Value>, String> =
                    places.iter().map(|place| self.schema(place)).collect();
                made.insert("items".to_owned(), Value::Array(items?));
            }
        } else if let Some(items) = schema.get("items").filter(|items| !items.is_array()) {
            let items = self.schema(items)?;
            made.insert("items".to_owned(), items);
        }
        Ok(())
    }

    fn annotate(&self, schema: &Map<String, Value>, made: &mut Map<String, Value>) {
        if let Some(Value::String(text)) = schema.get("description") {
            made.insert("description".to_owned(), json!(doc_lines(text).join("\n")));
        }
        // Presence is never lost, unless that is requested. A string with a format is parsed again by the code that
        // typify writes, which panics if it does not conform to the format.
        if let Some(default) = schema.get("default")
            && self.fill_defaults
            && !made.contains_key("format")
        {
            let integer = types(schema) == ["integer"];
            if !integer || default.is_i64() || default.is_u64() {
                made.insert("default".to_owned(), default.clone());
            }
        }
    }

    /// Records an integer that needs more than 64 bits.
    fn note_integer(&mut self, schema: &Map<String, Value>) {
        if !types(schema).contains(&"integer") || is_narrow(schema) {
            return;
        }
        let mut schema = schema.clone();
        for annotation in ["title", "description", "default"] {
            schema.remove(annotation);
        }
        schema.insert("type".to_owned(), json!("integer"));
        let schema = Value::Object(schema);
        if !self.wide_integers.contains(&schema) {
            self.wide_integers.push(schema);
        }
    }
}

/// Whether every integer that a schema accepts has 64 bits, or is listed.
fn is_narrow(schema: &Map<String, Value>) -> bool {
    // Floats below this are integers of 64 bits, bounds included.
    const WITHIN: f64 = 9.0e18;
    let within = |keywords: [&str; 2]| {
        let bounds = keywords.iter().filter_map(|keyword| schema.get(*keyword));
        let mut bounds = bounds.filter_map(Value::as_f64);
        bounds.any(|bound| bound.abs() <= WITHIN)
    };
    schema.contains_key("enum")
        || schema.contains_key("const")
        || within(["minimum", "exclusiveMinimum"]) && within(["maximum", "exclusiveMaximum"])
}

/// A value of several types as alternatives of one type each; typify handles null beside one other type.
fn of_each_type(schema: Map<String, Value>, translation: &mut Translation) -> Value {
    let several = types(&schema).len() - usize::from(types(&schema).contains(&"null"));
    let combined = ["allOf", "anyOf", "oneOf", "enum", "const"];
    if several < 2 || combined.iter().any(|keyword| schema.contains_key(*keyword)) {
        return Value::Object(schema);
    }
    let mut outer = Map::new();
    let mut inner = schema;
    for annotation in ["title", "description", "default"] {
        if let Some(text) = inner.remove(annotation) {
            outer.insert(annotation.to_owned(), text);
        }
    }
    let branches = types(&inner).into_iter().map(|name| {
        let mut branch = inner.clone();
        branch.insert("type".to_owned(), json!(name));
        Value::Object(branch)
    });
    let branches: Vec<Value> = branches.collect();
    for branch in &branches {
        if let Value::Object(branch) = branch {
            translation.note_integer(branch);
        }
    }
    outer.insert("anyOf".to_owned(), Value::Array(branches));
    Value::Object(outer)
}

/// A reference to a definition, with the keyword that draft-07 uses.
fn translated_reference(reference: &str) -> Result<String, String> {
    let name = reference
        .strip_prefix("#/$defs/")
        .or(reference.strip_prefix("#/definitions/"));
    match name {
        Some(name) if !name.contains(['/', '~', '%']) => Ok(format!("#/definitions/{name}")),
        _ if reference == "#" => Ok("#".to_owned()),
        _ => Err(format!(
            "a reference to `{reference}`, which typify does not follow"
        )),
    }
}
