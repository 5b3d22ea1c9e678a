//! `x-mcp-header`: clients look for it along `properties` only, so what leads to one is inlined,
//! and the property says one type (MCP 2026-07-28, server/tools "x-mcp-header").

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::number;
use crate::schema::{definitions, walk};

/// The annotation.
pub(super) const KEYWORD: &str = "x-mcp-header";

/// The definition that a local reference names.
pub(super) fn definition<'a>(
    root: &'a Map<String, Value>,
    reference: &str,
) -> Option<&'a Map<String, Value>> {
    root.get("$defs")?
        .get(&*definitions::name(reference)?)?
        .as_object()
}

/// Inlines every reference between the root and a header, and drops definitions that are no longer
/// referred to.
pub(super) fn expose(root: &mut Map<String, Value>) {
    let mut exposer = Exposer {
        root: root.clone(),
        open: Vec::new(),
        inlined: BTreeSet::new(),
    };
    if !exposer.leads_to_header(root, &mut BTreeSet::new()) {
        return;
    }
    exposer.expose_properties(root);
    if let Some(Value::Object(definitions)) = root.get_mut("$defs") {
        // Other places may still refer to what was inlined; a header is not allowed there.
        for name in &exposer.inlined {
            if let Some(Value::Object(definition)) = definitions.get_mut(name) {
                remove_headers(definition);
            }
        }
    }
    definitions::drop_unused(root);
}

struct Exposer {
    root: Map<String, Value>,
    /// Definitions being inlined, to stop at recursive types.
    open: Vec<String>,
    inlined: BTreeSet<String>,
}

impl Exposer {
    /// Whether a header is at or below the schema, along properties, references and nullability.
    fn leads_to_header(&self, schema: &Map<String, Value>, seen: &mut BTreeSet<String>) -> bool {
        if schema.contains_key(KEYWORD) {
            return true;
        }
        if let Some(Value::String(reference)) = schema.get("$ref")
            && let Some(target) = definition(&self.root, reference)
            && seen.insert(reference.clone())
            && self.leads_to_header(target, seen)
        {
            return true;
        }
        if let Some(branch) = only_non_null_branch(schema)
            && self.leads_to_header(branch, seen)
        {
            return true;
        }
        let Some(Value::Object(properties)) = schema.get("properties") else {
            return false;
        };
        properties
            .values()
            .filter_map(Value::as_object)
            .any(|property| self.leads_to_header(property, seen))
    }

    fn expose_properties(&mut self, schema: &mut Map<String, Value>) {
        let Some(Value::Object(properties)) = schema.get_mut("properties") else {
            return;
        };
        for property in properties.values_mut().filter_map(Value::as_object_mut) {
            if self.leads_to_header(property, &mut BTreeSet::new()) {
                self.expose_property(property);
            }
        }
    }

    fn expose_property(&mut self, property: &mut Map<String, Value>) {
        forbid_null(property);
        let inlined = self.inline(property);
        if property.contains_key(KEYWORD) {
            state_shared_type(property);
        }
        if property.contains_key(KEYWORD) && property.get("type") == Some(&json!("integer")) {
            number::hold_to_safe_integers(property);
        }
        self.expose_properties(property);
        if inlined {
            self.open.pop();
        }
    }

    /// Replaces a reference by what it refers to; keywords beside the reference win.
    fn inline(&mut self, property: &mut Map<String, Value>) -> bool {
        let Some(Value::String(reference)) = property.get("$ref") else {
            return false;
        };
        let name = definitions::name(reference).map(Cow::into_owned);
        let Some(name) = name.filter(|name| !self.open.contains(name)) else {
            return false;
        };
        let Some(target) = definition(&self.root, reference).cloned() else {
            return false;
        };
        property.shift_remove("$ref");
        let beside = std::mem::replace(property, target);
        property.extend(beside);
        self.inlined.insert(name.clone());
        self.open.push(name);
        true
    }
}

/// The schema beside `null` in what schemars writes for an `Option` of a referenced type.
fn only_non_null_branch(schema: &Map<String, Value>) -> Option<&Map<String, Value>> {
    let branches = schema.get("anyOf")?.as_array()?;
    let [one, other] = branches.as_slice() else {
        return None;
    };
    let null = json!({"type": "null"});
    match (*one == null, *other == null) {
        (false, true) => one.as_object(),
        (true, false) => other.as_object(),
        _ => None,
    }
}

/// A header needs one type, so an optional parameter may be left out but not be null.
fn forbid_null(property: &mut Map<String, Value>) {
    if let Some(branch) = only_non_null_branch(property).cloned() {
        property.shift_remove("anyOf");
        let beside = std::mem::replace(property, branch);
        property.extend(beside);
    }
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            property.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(values)) = property.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if property.get("default") == Some(&Value::Null) {
        property.shift_remove("default");
    }
}

/// A header needs a type; an enum whose variants have docs says it in each branch only.
fn state_shared_type(property: &mut Map<String, Value>) {
    if property.contains_key("type") {
        return;
    }
    let Some(Value::Array(branches)) = property.get("oneOf") else {
        return;
    };
    let mut types = branches.iter().map(|branch| branch.get("type"));
    let first = types.next().flatten();
    if let Some(first @ Value::String(_)) = first
        && types.all(|other| other == Some(first))
    {
        let shared = first.clone();
        property.insert("type".to_owned(), shared);
    }
}

fn remove_headers(schema: &mut Map<String, Value>) {
    schema.shift_remove(KEYWORD);
    for (_, child) in walk::children_mut(schema) {
        if let Value::Object(child) = child {
            remove_headers(child);
        }
    }
}
