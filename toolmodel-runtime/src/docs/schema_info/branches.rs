//! Labels for the branches of a union, based on what distinguishes them.

use std::collections::HashMap;

use serde_json::Value;

use super::facts::Facts;
use super::wording::{json, kind};
use crate::error::excerpt::shortened;

/// The longest name of a branch, in characters.
const MAX_LABEL_LEN: usize = 80;

/// The label of a branch of a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docs) struct Label {
    pub(in crate::docs) text: String,
    /// Whether the text is JSON or a name from the schema, rather than words.
    pub(in crate::docs) is_code: bool,
}

impl Label {
    fn words(text: &str) -> Self {
        Self {
            text: shortened(text, MAX_LABEL_LEN).into_owned(),
            is_code: false,
        }
    }

    fn code(text: &str) -> Self {
        Self {
            text: shortened(text, MAX_LABEL_LEN).into_owned(),
            is_code: true,
        }
    }
}

/// The names of all branches, in order.
///
/// A branch is labelled by its title; else by its value of the property that distinguishes all branches; else by the
/// definition it refers to, by the only value it accepts, by the one property that only it requires, by its type if no
/// other branch has the same, by the first property that only it declares; else by its number.
pub(super) fn labels(branches: &[Facts<'_>]) -> Vec<Label> {
    let tag = tag(branches);
    let mut requirers: HashMap<&str, usize> = HashMap::new();
    let mut declarers: HashMap<&str, usize> = HashMap::new();
    let mut kinds: HashMap<String, usize> = HashMap::new();
    for branch in branches {
        for (name, ()) in branch.required.iter() {
            *requirers.entry(name).or_default() += 1;
        }
        for (name, _) in branch.properties.iter() {
            *declarers.entry(name).or_default() += 1;
        }
        *kinds.entry(kind_in_words(branch)).or_default() += 1;
    }
    let named = branches.iter().enumerate().map(|(i, branch)| {
        let title = branch.title.filter(|title| !title.trim().is_empty());
        let tag = tag.and_then(|tag| constant(branch, tag)?.as_str());
        if let Some(text) = title.or(tag).or(branch.reference) {
            return Label::words(text);
        }
        if let Some([value]) = branch.values.as_deref() {
            return Label::code(&json(value));
        }
        let required = branch.required.iter().map(|(name, ())| name);
        let mut own = required.filter(|name| requirers[name] == 1);
        if let (Some(name), None) = (own.next(), own.next()) {
            return Label::words(&format!("with {name}"));
        }
        let kind = kind_in_words(branch);
        if kinds[&kind] == 1 {
            return Label::words(&kind);
        }
        let mut declared = branch.properties.iter().map(|(name, _)| name);
        if let Some(name) = declared.find(|name| declarers[name] == 1) {
            return Label::words(&format!("with {name}"));
        }
        Label::words(&format!("alternative {}", i + 1))
    });
    named.collect()
}

/// The type of a branch, and the type of its items if it is an array, where the schema states it directly.
pub(super) fn kind_in_words(branch: &Facts<'_>) -> String {
    let items = branch.items.and_then(|items| {
        let reference = || items.get("$ref")?.as_str()?.rsplit('/').next();
        items.get("type").and_then(Value::as_str).or_else(reference)
    });
    match (kind(branch, None), items) {
        (kind, Some(items)) if kind == "array" => format!("array of {items}"),
        (kind, _) => kind,
    }
}

/// The property for which every branch has a different string.
fn tag<'a>(branches: &[Facts<'a>]) -> Option<&'a str> {
    let (first, others) = branches.split_first()?;
    let mut candidates = first.properties.iter().map(|(name, _)| name);
    candidates.find(|name| {
        let text = |branch| constant(branch, name).and_then(Value::as_str);
        text(first).is_some() && others.iter().all(|branch| text(branch).is_some())
    })
}

/// The only value that a branch accepts for a property, if a schema of the property states it.
fn constant<'a>(branch: &Facts<'a>, name: &str) -> Option<&'a Value> {
    let schemas = branch.properties.get(name)?;
    schemas.iter().find_map(|schema| {
        let single = || match schema.get("enum")?.as_array()?.as_slice() {
            [only] => Some(only),
            _ => None,
        };
        schema.get("const").or_else(single)
    })
}
