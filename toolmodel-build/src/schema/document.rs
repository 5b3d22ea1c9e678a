//! The subschemas of a document, by number, and what its references point to.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use serde_json::Value;
use toolmodel_runtime::{Dialect, Schema};

use super::Shape;
use super::keywords::is_assertion;

/// A subschema of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(usize);

/// Subschemas that must all hold, sorted and without repetition. The empty set accepts everything.
pub(crate) type NodeSet = Vec<NodeId>;

/// A schema document whose subschemas are numbered as they are met.
pub(crate) struct Document<'a> {
    root: &'a Value,
    pub(crate) dialect: Dialect,
    nodes: Vec<(String, &'a Value)>,
    by_pointer: HashMap<String, NodeId>,
    anchors: BTreeMap<&'a str, String>,
    /// Whether a subschema has an `$id` of its own: references then depend on where they stand.
    has_inner_ids: bool,
    pub(super) shapes: HashMap<NodeId, Rc<Shape>>,
    pub(super) visiting: Vec<NodeId>,
}

impl<'a> Document<'a> {
    pub(crate) fn new(schema: &'a Schema, dialect: Dialect) -> Self {
        let root = schema.as_value();
        let mut document = Self {
            root,
            dialect,
            nodes: Vec::new(),
            by_pointer: HashMap::new(),
            anchors: BTreeMap::new(),
            has_inner_ids: false,
            shapes: HashMap::new(),
            visiting: Vec::new(),
        };
        document.collect_identifiers();
        document
    }

    /// Notes anchors and inner ids. Every object is looked at, also inside annotations: a false
    /// alarm only makes references opaque.
    fn collect_identifiers(&mut self) {
        let mut stack = vec![(String::new(), self.root)];
        while let Some((pointer, value)) = stack.pop() {
            match value {
                Value::Object(map) => {
                    for keyword in ["$anchor", "$dynamicAnchor"] {
                        if let Some(Value::String(name)) = map.get(keyword) {
                            self.anchors.insert(name, pointer.clone());
                        }
                    }
                    match map.get("$id") {
                        Some(Value::String(id)) if id.starts_with('#') => {
                            self.anchors.insert(&id[1..], pointer.clone());
                        }
                        Some(Value::String(_)) if !pointer.is_empty() => self.has_inner_ids = true,
                        _ => {}
                    }
                    for (key, value) in map {
                        stack.push((join(&pointer, key), value));
                    }
                }
                Value::Array(items) => {
                    for (i, value) in items.iter().enumerate() {
                        stack.push((join(&pointer, &i.to_string()), value));
                    }
                }
                _ => {}
            }
        }
    }

    pub(crate) fn root(&mut self) -> NodeId {
        self.node(String::new(), self.root)
    }

    fn node(&mut self, pointer: String, schema: &'a Value) -> NodeId {
        if let Some(id) = self.by_pointer.get(&pointer) {
            return *id;
        }
        let id = NodeId(self.nodes.len());
        self.by_pointer.insert(pointer.clone(), id);
        self.nodes.push((pointer, schema));
        id
    }

    /// The subschema at a path of keys below another.
    pub(crate) fn child(&mut self, parent: NodeId, path: &[&str], schema: &'a Value) -> NodeId {
        let mut pointer = self.pointer(parent).to_owned();
        for key in path {
            pointer = join(&pointer, key);
        }
        self.node(pointer, schema)
    }

    pub(crate) fn schema(&self, id: NodeId) -> &'a Value {
        self.nodes[id.0].1
    }

    pub(crate) fn pointer(&self, id: NodeId) -> &str {
        &self.nodes[id.0].0
    }

    /// What a `$ref` points to, if that is certain without a base URI.
    pub(crate) fn target(&mut self, reference: &str) -> Option<NodeId> {
        if self.has_inner_ids {
            return None;
        }
        let own = self.root.get("$id").and_then(Value::as_str).unwrap_or("");
        let own = own.strip_suffix('#').unwrap_or(own);
        let fragment = match reference.split_once('#') {
            Some((uri, fragment)) if uri.is_empty() || uri == own => fragment,
            None if !own.is_empty() && reference == own => "",
            _ => return None,
        };
        let pointer = if fragment.is_empty() {
            String::new()
        } else if fragment.starts_with('/') {
            percent_decode(fragment)?
        } else {
            self.anchors.get(fragment)?.clone()
        };
        let schema = self.root.pointer(&pointer)?;
        (schema.is_object() || schema.is_boolean()).then(|| self.node(pointer, schema))
    }

    /// A node that only refers stands for what it refers to.
    pub(crate) fn resolve(&mut self, mut id: NodeId) -> NodeId {
        for _ in 0..64 {
            let Value::Object(map) = self.schema(id) else {
                return id;
            };
            let Some(Value::String(reference)) = map.get("$ref") else {
                return id;
            };
            let alone = self.dialect == Dialect::Draft07
                || map.keys().all(|key| key == "$ref" || !is_assertion(key));
            if !alone {
                return id;
            }
            match self.target(reference) {
                Some(target) => id = target,
                None => return id,
            }
        }
        id
    }
}

/// `pointer` with one more reference token.
pub(crate) fn join(pointer: &str, token: &str) -> String {
    format!("{pointer}/{}", token.replace('~', "~0").replace('/', "~1"))
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first == b'%' {
            let hex = tail.get(..2)?;
            let hex = std::str::from_utf8(hex).ok()?;
            bytes.push(u8::from_str_radix(hex, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}
