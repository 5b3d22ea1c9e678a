//! Alternatives that a provider has no place for, in words for the model.
//!
//! What matters is which properties belong together: `close: key, reason?; assign: key,
//! to`. The schemas of the properties stay in the schema, joined over the alternatives.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::error::excerpt::shortened;
use crate::meter::Meter;
use crate::schema::reference::References;

/// Most alternatives described, and most characters of the whole text.
const MOST: usize = 200;
const LONGEST: usize = 8000;

/// Most characters of the documentation of one alternative.
const LONGEST_DOC: usize = 160;

/// Most schemas that a reference and `allOf` lead to from one alternative.
const MOST_PARTS: usize = 32;

/// One alternative: the names of its properties, and whether each is required.
struct Variant<'a> {
    properties: Vec<(&'a str, &'a Value)>,
    required: BTreeSet<&'a str>,
    title: Option<&'a str>,
    doc: Option<&'a str>,
    /// Whether it requires nothing beyond these names.
    is_plain: bool,
}

/// A sentence about alternatives of which any, or exactly one, holds; `None` when names do not distinguish
/// them, or there are too many.
pub(super) fn sentence(
    branches: &[Value],
    exactly_one: bool,
    references: &References<'_>,
) -> Option<String> {
    if branches.len() > MOST {
        return None;
    }
    let variants: Vec<Variant<'_>> = branches
        .iter()
        .map(|branch| variant(branch, references))
        .collect();
    if !variants.iter().all(|variant| variant.is_plain) {
        return None;
    }
    let text = if let Some(tag) = tag(&variants) {
        let told = variants.iter().map(|variant| {
            let value = constant(variant, tag).unwrap_or_default();
            let names = names(variant, Some(tag), "nothing else");
            format!("{value}: {names}{}", doc(variant))
        });
        let told: Vec<String> = told.collect();
        format!(
            "`{tag}` decides which other properties are given: {}.",
            told.join("; ")
        )
    } else {
        let how = if exactly_one {
            "exactly one"
        } else {
            "at least one"
        };
        let told = variants.iter().map(|variant| {
            let names = names(variant, None, "nothing of these");
            match variant.title {
                Some(title) => format!("{title}: {names}{}", doc(variant)),
                None => format!("{names}{}", doc(variant)),
            }
        });
        let told: Vec<String> = told.collect();
        format!(
            "Give {how} of these sets of properties: {}.",
            told.join("; ")
        )
    };
    (text.chars().count() <= LONGEST).then_some(text)
}

fn variant<'a, 'd: 'a>(branch: &'a Value, references: &References<'d>) -> Variant<'a> {
    let mut variant = Variant {
        properties: Vec::new(),
        required: BTreeSet::new(),
        title: None,
        doc: None,
        is_plain: true,
    };
    let mut seen: Vec<*const Value> = Vec::new();
    let mut stack = vec![branch];
    while let Some(schema) = stack.pop() {
        if seen.contains(&std::ptr::from_ref(schema)) {
            continue;
        }
        seen.push(std::ptr::from_ref(schema));
        let Value::Object(map) = schema else {
            variant.is_plain = false;
            break;
        };
        if seen.len() > MOST_PARTS {
            variant.is_plain = false;
            break;
        }
        for (keyword, value) in map {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    let all = properties
                        .iter()
                        .map(|(name, schema)| (name.as_str(), schema));
                    variant.properties.extend(all);
                }
                ("required", Value::Array(names)) => {
                    variant
                        .required
                        .extend(names.iter().filter_map(Value::as_str));
                }
                ("$ref", Value::String(reference)) => match references.local(reference) {
                    Some(target) => stack.push(target),
                    None => variant.is_plain = false,
                },
                ("allOf", Value::Array(parts)) => stack.extend(parts),
                ("type", Value::String(name)) if name == "object" => {}
                ("title", Value::String(text)) => variant.title = variant.title.or(Some(text)),
                ("description", Value::String(text)) => variant.doc = variant.doc.or(Some(text)),
                ("additionalProperties" | "unevaluatedProperties", Value::Bool(_))
                | (
                    "$defs" | "definitions" | "default" | "examples" | "$comment" | "$id"
                    | "$schema",
                    _,
                ) => {}
                (keyword, _) if keyword.starts_with("x-") => {}
                _ => variant.is_plain = false,
            }
        }
    }
    variant
}

/// The only string that a property of a variant may have.
fn constant<'a>(variant: &Variant<'a>, name: &str) -> Option<&'a str> {
    let mut of_name = variant
        .properties
        .iter()
        .filter(|(found, _)| *found == name);
    of_name.find_map(|(_, schema)| only_text(schema))
}

/// The string that is all a schema accepts.
pub(super) fn only_text(schema: &Value) -> Option<&str> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(Value::String(text)), _) => Some(text),
        (None, Some(Value::Array(values))) => match values.as_slice() {
            [Value::String(text)] => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// The property that has a different string in each variant.
fn tag<'a>(variants: &[Variant<'a>]) -> Option<&'a str> {
    let first = variants.first()?;
    let mut names = first.properties.iter().map(|(name, _)| *name);
    names.find(|name| {
        let values: BTreeSet<&str> = variants
            .iter()
            .filter(|variant| variant.required.contains(name))
            .filter_map(|variant| constant(variant, name))
            .collect();
        values.len() == variants.len() && variants.len() > 1
    })
}

/// The names of the properties of a variant without the tag, or the word for none.
fn names(variant: &Variant<'_>, tag: Option<&str>, none: &str) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    for (name, schema) in &variant.properties {
        if Some(*name) == tag || !seen.insert(*name) || **schema == Value::Bool(false) {
            continue;
        }
        let mark = if variant.required.contains(name) {
            ""
        } else {
            "?"
        };
        let is = only_text(schema).map_or_else(String::new, |text| format!(" = \"{text}\""));
        told.push(format!("{name}{mark}{is}"));
    }
    let undeclared = variant.required.iter().filter(|name| seen.insert(name));
    told.extend(
        undeclared
            .filter(|name| Some(**name) != tag)
            .map(|name| (*name).to_owned()),
    );
    if told.is_empty() {
        return none.to_owned();
    }
    told.join(", ")
}

/// The first paragraph of the documentation, cut.
fn doc(variant: &Variant<'_>) -> String {
    let text = variant.doc.unwrap_or_default();
    let first = text.split("\n\n").next().unwrap_or_default();
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return String::new();
    }
    let line = shortened(&line, LONGEST_DOC);
    format!(" ({})", line.trim_end_matches('.'))
}

/// A schema in a form to be quoted, with references replaced by what they lead to; `None` if it
/// takes more than this many steps, as one that refers to itself always does.
///
/// The steps are charged. If they exceed what may be spent, the next node reports that.
pub(super) fn self_contained(
    schema: &Value,
    references: &References<'_>,
    most: usize,
    meter: &Meter,
) -> Option<Value> {
    let mut budget = most;
    let whole = inlined(schema, references, &mut budget);
    let _ = meter.work(most - budget);
    whole
}

fn inlined(schema: &Value, references: &References<'_>, budget: &mut usize) -> Option<Value> {
    let text = schema.as_str().map_or(0, str::len);
    *budget = budget.checked_sub(1 + text / 8)?;
    match schema {
        Value::Object(map) => {
            let mut whole = Map::new();
            if let Some(Value::String(reference)) = map.get("$ref")
                && let Some(target) = references.local(reference)
            {
                match inlined(target, references, budget)? {
                    Value::Object(target) => whole = target,
                    other if map.len() == 1 => return Some(other),
                    _ => {}
                }
            } else if let Some(reference) = map.get("$ref") {
                whole.insert("$ref".to_owned(), reference.clone());
            }
            for (keyword, value) in map.iter().filter(|(keyword, _)| *keyword != "$ref") {
                *budget = budget.checked_sub(keyword.len() / 64)?;
                whole.insert(keyword.clone(), inlined(value, references, budget)?);
            }
            Some(Value::Object(whole))
        }
        Value::Array(items) => items
            .iter()
            .map(|item| inlined(item, references, budget))
            .collect::<Option<Vec<_>>>()
            .map(Value::Array),
        other => Some(other.clone()),
    }
}
