//! The subschemas of a document, by number, and what its references point to.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::Shape;
use crate::meter::{Allowance, Meter};
use crate::path::{Place, Places, Step};
use crate::schema::reference::{References, Target};
use crate::schema::{Dialect, Schema};

/// The number of a subschema of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

/// Subschemas that must all hold, sorted and without duplicates. The empty set accepts everything.
pub type NodeSet = Vec<NodeId>;

/// What shapes of one document may cost together. What exceeds it is opaque.
const ALLOWANCE: Allowance = Allowance {
    work: 20_000_000,
    depth: 100,
    bytes: usize::MAX,
};

/// A schema document whose subschemas are numbered as they are met.
#[derive(Debug)]
pub struct Document<'a> {
    root: &'a Value,
    pub(super) dialect: Dialect,
    /// Whether formats decide what is accepted.
    pub(super) formats: bool,
    references: References<'a>,
    places: Places<'a>,
    nodes: Vec<(Place, &'a Value)>,
    /// By address: a subschema has one place.
    numbers: HashMap<*const Value, NodeId>,
    pub(super) shapes: HashMap<NodeId, Rc<Shape>>,
    pub(super) visiting: Vec<NodeId>,
    pub(super) meter: Meter,
}

impl<'a> Document<'a> {
    /// The document of a schema, with nothing numbered yet.
    #[must_use]
    pub fn new(schema: &'a Schema, dialect: Dialect) -> Self {
        let root = schema.as_value();
        Self {
            root,
            dialect,
            formats: false,
            references: References::new(root),
            places: Places::default(),
            nodes: Vec::new(),
            numbers: HashMap::new(),
            shapes: HashMap::new(),
            visiting: Vec::new(),
            meter: Meter::new(ALLOWANCE),
        }
    }

    /// The document as read by a validator that asserts formats. A shape cannot express what a format
    /// accepts, so an asserted format is opaque.
    #[must_use]
    pub fn asserting_formats(mut self) -> Self {
        self.formats = true;
        self
    }

    /// The root of the document.
    pub fn root(&mut self) -> NodeId {
        self.node(self.root, |_| Place::ROOT)
    }

    fn node(&mut self, schema: &'a Value, place: impl FnOnce(&mut Places<'a>) -> Place) -> NodeId {
        let next = NodeId(self.nodes.len());
        let id = *self
            .numbers
            .entry(std::ptr::from_ref(schema))
            .or_insert(next);
        if id == next {
            self.nodes.push((place(&mut self.places), schema));
        }
        id
    }

    /// The subschema that one or two steps below another lead to.
    pub fn child(&mut self, parent: NodeId, steps: &[Step<'a>], schema: &'a Value) -> NodeId {
        let parent = self.nodes[parent.0].0;
        self.node(schema, |places| places.descend(parent, steps))
    }

    /// The JSON of a subschema.
    #[must_use]
    pub fn schema(&self, id: NodeId) -> &'a Value {
        self.nodes[id.0].1
    }

    /// The JSON pointer of a subschema, bounded in length.
    #[must_use]
    pub fn pointer(&self, id: NodeId) -> String {
        self.places.pointer(self.nodes[id.0].0)
    }

    /// The steps from the root to a subschema.
    #[must_use]
    pub fn steps(&self, id: NodeId) -> Vec<Step<'a>> {
        self.places.steps(self.nodes[id.0].0)
    }

    /// The target of a `$ref`, if it is certain without a base URI.
    pub fn target(&mut self, reference: &str) -> Option<NodeId> {
        if self.references.has_inner_ids() {
            return None;
        }
        match self.references.resolve(reference) {
            Target::Local(spot) => Some(self.node(spot.schema, |places| {
                places.descend(Place::ROOT, &spot.steps)
            })),
            Target::External | Target::Missing => None,
        }
    }

    /// Follows a node that is only a reference, or has only one part, to what it represents.
    pub fn resolve(&mut self, mut id: NodeId) -> NodeId {
        for _ in 0..64 {
            let Value::Object(map) = self.schema(id) else {
                return id;
            };
            let is_alone = |keyword| map.keys().all(|key| key == keyword || !self.asserts(key));
            let next = match (map.get("$ref"), map.get("allOf")) {
                (Some(Value::String(reference)), _)
                    if self.dialect == Dialect::Draft07 || is_alone("$ref") =>
                {
                    self.target(reference)
                }
                (None, Some(Value::Array(all))) if all.len() == 1 && is_alone("allOf") => {
                    Some(self.child(id, &[Step::Key("allOf"), Step::Index(0)], &all[0]))
                }
                _ => None,
            };
            match next {
                Some(next) => id = next,
                None => return id,
            }
        }
        id
    }
}
