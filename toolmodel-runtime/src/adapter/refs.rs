//! What a `$ref` points at. Nothing is ever fetched: a reference is local, or it is lost.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::path::{Path, Token};
use super::subschemas::each;
use crate::schema::pointer::push;

/// Where a reference leads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target<'a> {
    /// Into the same document, with the pointer in canonical spelling.
    Local(String, &'a Value),
    /// Into another document.
    External,
    /// Nowhere.
    Missing,
}

/// Resolves a reference against the document it stands in.
pub(crate) fn resolve<'a>(root: &'a Value, reference: &str) -> Target<'a> {
    let id = root
        .get("$id")
        .and_then(Value::as_str)
        .map(|id| id.trim_end_matches('#'));
    let fragment = match reference.split_once('#') {
        Some(("", fragment)) => fragment,
        Some((uri, fragment)) if Some(uri) == id => fragment,
        None if Some(reference) == id => "",
        _ => return Target::External,
    };
    let Some(fragment) = percent_decoded(fragment) else {
        return Target::Missing;
    };
    if fragment.is_empty() || fragment.starts_with('/') {
        return match root.pointer(&fragment) {
            Some(schema @ (Value::Object(_) | Value::Bool(_))) => Target::Local(fragment, schema),
            _ => Target::Missing,
        };
    }
    anchored(root, &fragment).map_or(Target::Missing, |(pointer, schema)| {
        Target::Local(pointer, schema)
    })
}

fn percent_decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn anchored<'a>(root: &'a Value, anchor: &str) -> Option<(String, &'a Value)> {
    let mut stack = vec![(String::new(), root)];
    while let Some((pointer, schema)) = stack.pop() {
        let Value::Object(map) = schema else {
            continue;
        };
        let named = |keyword: &str| map.get(keyword).and_then(Value::as_str);
        if ["$anchor", "$dynamicAnchor"]
            .iter()
            .any(|keyword| named(keyword) == Some(anchor))
            || named("$id").and_then(|id| id.strip_prefix('#')) == Some(anchor)
        {
            return Some((pointer, schema));
        }
        each(map, |keyword, token, child| {
            stack.push((below(&pointer, keyword, token), child));
        });
    }
    None
}

/// The pointer of a subschema.
pub(crate) fn below(pointer: &str, keyword: &str, token: Token<'_>) -> String {
    let mut pointer = pointer.to_owned();
    push(&mut pointer, keyword);
    match token {
        Token::None => {}
        Token::Name(name) => push(&mut pointer, name),
        Token::Index(index) => {
            pointer.push('/');
            pointer.push_str(&index.to_string());
        }
    }
    pointer
}

/// Whether `pointer` is `ancestor` or below it.
pub(crate) fn is_within(pointer: &str, ancestor: &str) -> bool {
    pointer
        .strip_prefix(ancestor)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A local reference: where it stands and what it points at.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) site: String,
    pub(crate) target: String,
    /// The nearest property above the site that its object requires, unless a property that is
    /// optional stands in between: the object's pointer and the property's name.
    pub(crate) required: Option<(String, String)>,
    /// Whether an optional property stands above the site.
    pub(crate) optional: bool,
}

/// The local references of a document, and which of them lie on a cycle.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) edges: Vec<Edge>,
}

impl Graph {
    pub(crate) fn of(root: &Value) -> Self {
        let mut graph = Self::default();
        graph.collect(root, root, &Path::Root, None, false);
        graph
    }

    fn collect(
        &mut self,
        root: &Value,
        schema: &Value,
        path: &Path<'_>,
        required: Option<(&Path<'_>, &str)>,
        optional: bool,
    ) {
        let Value::Object(map) = schema else {
            return;
        };
        if let Some(Value::String(reference)) = map.get("$ref")
            && let Target::Local(target, _) = resolve(root, reference)
        {
            let required = required.map(|(path, name)| (path.pointer(""), name.to_owned()));
            self.edges.push(Edge {
                site: path.pointer(""),
                target,
                required,
                optional,
            });
        }
        let names = map.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| names.is_some_and(|names| names.iter().any(|n| n.as_str() == Some(name)));
        each(map, |keyword, token, child| {
            let keyword_path = path.key(keyword);
            let child_path = keyword_path.token(token);
            match (keyword, token) {
                ("$defs" | "definitions", _) => {
                    self.collect(root, child, &child_path, None, false);
                }
                ("properties", Token::Name(name)) if is_required(name) => {
                    self.collect(root, child, &child_path, Some((path, name)), optional);
                }
                ("properties", _) => self.collect(root, child, &child_path, None, true),
                _ => self.collect(root, child, &child_path, required, optional),
            }
        });
    }

    /// What can be reached from a pointer: targets of references at or below it, and so on.
    fn reachable(&self, from: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut stack = vec![from];
        while let Some(pointer) = stack.pop() {
            for edge in self
                .edges
                .iter()
                .filter(|edge| is_within(&edge.site, pointer))
            {
                if reached.insert(edge.target.as_str()) {
                    stack.push(&edge.target);
                }
            }
        }
        reached
    }

    /// The references that lie on a cycle: what they point at leads back to them.
    pub(crate) fn cyclic(&self) -> Vec<&Edge> {
        let mut reachable: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut cyclic = Vec::new();
        for edge in &self.edges {
            let target = edge.target.as_str();
            let reached = reachable.entry(target).or_insert_with(|| {
                let mut reached = self.reachable(target);
                reached.insert(target);
                reached
            });
            if reached.iter().any(|pointer| is_within(&edge.site, pointer)) {
                cyclic.push(edge);
            }
        }
        cyclic
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_are_local_external_or_missing() {
        let root = json!({
            "$id": "https://e.com/s",
            "$defs": {"a b": {"$anchor": "here"}, "c/d": true},
            "properties": {"x": 5},
        });
        let local = |reference: &str| match resolve(&root, reference) {
            Target::Local(pointer, _) => pointer,
            other => format!("{other:?}"),
        };
        assert_eq!(local("#"), "");
        assert_eq!(local("#/$defs/a%20b"), "/$defs/a b");
        assert_eq!(local("#here"), "/$defs/a b");
        assert_eq!(local("https://e.com/s#/$defs/c~1d"), "/$defs/c~1d");
        assert_eq!(local("#/properties/x"), "Missing");
        assert_eq!(local("#/$defs/%zz"), "Missing");
        assert_eq!(local("#nowhere"), "Missing");
        assert_eq!(local("https://e.com/t"), "External");
        assert_eq!(local("other.json#/a"), "External");
    }

    #[test]
    fn cycles_are_told_from_mere_entries() {
        let root = json!({
            "properties": {"tree": {"$ref": "#/$defs/node"}},
            "$defs": {
                "node": {
                    "properties": {"next": {"$ref": "#/$defs/node"}, "leaf": {"$ref": "#/$defs/leaf"}},
                    "required": ["next"],
                },
                "leaf": {"type": "string"},
            },
        });
        let graph = Graph::of(&root);
        let cyclic: Vec<&str> = graph
            .cyclic()
            .iter()
            .map(|edge| edge.site.as_str())
            .collect();
        assert_eq!(cyclic, ["/$defs/node/properties/next"]);
        let required = graph.cyclic()[0].required.clone();
        assert_eq!(
            required,
            Some(("/$defs/node".to_owned(), "next".to_owned()))
        );
    }
}
