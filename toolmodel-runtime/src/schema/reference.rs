//! The target of a `$ref`. Nothing is ever fetched: a reference is local, or it is not followed.

use std::cell::OnceCell;
use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::walk::{children, each};
use crate::path::pointer::{as_fragment, follow, fragment};
use crate::path::{Place, Places, Step, written};

/// The references of one document. Anchors are searched once, when the first one is needed.
#[derive(Debug)]
pub struct References<'a> {
    root: &'a Value,
    id: &'a str,
    names: OnceCell<Names<'a>>,
}

/// What references may name, found by a walk over the document.
#[derive(Debug, Default)]
struct Names<'a> {
    places: Places<'a>,
    anchors: HashMap<&'a str, (Place, &'a Value)>,
    has_inner_ids: bool,
}

/// Where a reference leads.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::exhaustive_enums, reason = "hidden from users")]
pub enum Target<'a> {
    /// Into the same document.
    Local(Spot<'a>),
    /// Into another document.
    External,
    /// Nowhere.
    Missing,
}

/// A schema inside a document.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::exhaustive_structs, reason = "hidden from users")]
pub struct Spot<'a> {
    /// The steps from the root of the document.
    pub steps: Vec<Step<'a>>,
    /// The schema.
    pub schema: &'a Value,
}

impl Spot<'_> {
    /// The JSON pointer, bounded as that of a [`crate::path::Path`].
    #[must_use]
    pub fn pointer(&self) -> String {
        written(&self.steps)
    }
}

impl<'a> References<'a> {
    /// The references of a document, given its root.
    #[must_use]
    pub fn new(root: &'a Value) -> Self {
        let id = root.get("$id").and_then(Value::as_str).unwrap_or("");
        Self {
            root,
            id: id.strip_suffix('#').unwrap_or(id),
            names: OnceCell::new(),
        }
    }

    /// The root of the document.
    #[must_use]
    pub fn root(&self) -> &'a Value {
        self.root
    }

    /// Whether a subschema has its own `$id`: references then depend on their place,
    /// which [`References::resolve`] does not consider.
    #[must_use]
    pub fn has_inner_ids(&self) -> bool {
        self.names().has_inner_ids
    }

    /// Resolves a reference against the root of its document.
    #[must_use]
    pub fn resolve(&self, reference: &str) -> Target<'a> {
        let named = match reference.split_once('#') {
            Some((uri, named)) if uri.is_empty() || uri == self.id => named,
            None if !self.id.is_empty() && reference == self.id => "",
            _ => return Target::External,
        };
        let Some(named) = fragment(named) else {
            return Target::Missing;
        };
        let found = if named.is_empty() || named.starts_with('/') {
            follow(self.root, &named)
        } else {
            let known = self.names();
            let anchor = known.anchors.get(named.as_ref());
            anchor.map(|(place, schema)| (known.places.steps(*place), *schema))
        };
        match found {
            Some((steps, schema @ (Value::Object(_) | Value::Bool(_)))) => {
                Target::Local(Spot { steps, schema })
            }
            _ => Target::Missing,
        }
    }

    /// The schema that a local reference names; `None` for any other reference.
    #[must_use]
    pub fn local(&self, reference: &str) -> Option<&'a Value> {
        match self.resolve(reference) {
            Target::Local(spot) => Some(spot.schema),
            Target::External | Target::Missing => None,
        }
    }

    fn names(&self) -> &Names<'a> {
        self.names.get_or_init(|| Names::of(self.root))
    }
}

impl<'a> Names<'a> {
    fn of(root: &'a Value) -> Self {
        let mut names = Self {
            has_inner_ids: has_inner_ids(root),
            ..Self::default()
        };
        let mut stack = vec![(Place::ROOT, root)];
        while let Some((place, schema)) = stack.pop() {
            let Value::Object(map) = schema else {
                continue;
            };
            let text = |keyword: &str| map.get(keyword).and_then(Value::as_str);
            let id = text("$id");
            let old_anchor = id.and_then(|id| id.strip_prefix('#'));
            let anchors = [text("$anchor"), text("$dynamicAnchor"), old_anchor];
            for anchor in anchors.into_iter().flatten() {
                names.anchors.entry(anchor).or_insert((place, schema));
            }
            let below = children(map).into_iter().rev();
            stack.extend(below.map(|child| (names.places.child(place, &child), child.schema)));
        }
        names
    }
}

/// Whether a subschema contains a reference.
#[must_use]
pub fn refers(schema: &Map<String, Value>) -> bool {
    let mut found = schema.contains_key("$ref") || schema.contains_key("$dynamicRef");
    each(schema, |_, _, child| {
        found = found || child.as_object().is_some_and(refers);
    });
    found
}

/// A schema that applies the subschema at a place of a document and contains all of it, so that references
/// keep their targets.
pub(super) fn around(document: &Value, pointer: &str) -> Value {
    let mut document = document.clone();
    if let Value::Object(map) = &mut document {
        map.entry("$id").or_insert_with(|| json!("toolmodel:root"));
    }
    let name = document.get("$id").and_then(Value::as_str);
    let name = name.unwrap_or_default().trim_end_matches('#');
    let to = format!("{name}#{}", as_fragment(pointer));
    let mut around = json!({"allOf": [{"$ref": to}]});
    if let Some(dialect) = document.get("$schema") {
        around["$schema"] = dialect.clone();
    }
    around["definitions"] = Map::from_iter([("root".to_owned(), document)]).into();
    around
}

/// Every object is visited, even inside annotations, because a reference may point anywhere.
fn has_inner_ids(root: &Value) -> bool {
    let mut stack: Vec<&Value> = below(root).collect();
    while let Some(value) = stack.pop() {
        let id = value.get("$id").and_then(Value::as_str);
        if id.is_some_and(|id| !id.starts_with('#')) {
            return true;
        }
        stack.extend(below(value));
    }
    false
}

fn below(value: &Value) -> impl Iterator<Item = &Value> {
    let items = value.as_array().into_iter().flatten();
    items.chain(value.as_object().into_iter().flat_map(|map| map.values()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn local(references: &References<'_>, reference: &str) -> String {
        match references.resolve(reference) {
            Target::Local(spot) => spot.pointer(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn references_are_local_external_or_missing() {
        let root = json!({
            "$id": "https://e.com/s",
            "$defs": {"a b": {"$anchor": "here"}, "c/d": true, "é": {}, "%zz": {}},
            "properties": {"x": 5},
        });
        let references = References::new(&root);
        for (reference, found) in [
            ("#", ""),
            ("#/$defs/a%20b", "/$defs/a b"),
            ("#/$defs/%C3%A9", "/$defs/é"),
            ("#here", "/$defs/a b"),
            ("#%68ere", "/$defs/a b"),
            ("https://e.com/s", ""),
            ("https://e.com/s#/$defs/c~1d", "/$defs/c~1d"),
            // As the validator reads it: an invalid percent-encoding is literal.
            ("#/$defs/%zz", "/$defs/%zz"),
            ("#/properties/x", "Missing"),
            ("#/$defs/%ff", "Missing"),
            ("#nowhere", "Missing"),
            ("https://e.com/t", "External"),
            ("other.json#/a", "External"),
        ] {
            assert_eq!(local(&references, reference), found, "{reference}");
        }
        assert!(!references.has_inner_ids());
    }

    #[test]
    fn anchors_are_names_of_subschemas_only() {
        let root = json!({
            "default": {"$anchor": "a"},
            "properties": {"x": {"$anchor": "a"}, "y": {"$id": "#old"}},
        });
        let references = References::new(&root);
        assert_eq!(local(&references, "#a"), "/properties/x");
        assert_eq!(local(&references, "#old"), "/properties/y");
        let inner = json!({"$defs": {"x": {"$id": "https://e.com/x"}}});
        assert!(References::new(&inner).has_inner_ids());
    }
}
