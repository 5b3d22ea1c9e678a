//! The shapes of one document, each intersection computed once.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use toolmodel_runtime::{Dialect, Schema};

use super::default::Defaults;
use crate::schema::{Document, NodeId, NodeSet, Shape};

/// A document, and what sets of its subschemas accept together.
pub(super) struct Shapes<'a> {
    document: Document<'a>,
    pub(super) dialect: Dialect,
    /// The schema, if its formats decide what is accepted.
    pub(super) asserting: Option<&'a Schema>,
    pub(super) root: NodeId,
    /// What is known of the schema's defaults.
    pub(super) defaults: Defaults<'a>,
    known: HashMap<NodeSet, Rc<Shape>>,
}

impl<'a> Shapes<'a> {
    pub(super) fn new(schema: &'a Schema, dialect: Dialect, assert_formats: bool) -> Self {
        let mut document = Document::new(schema, dialect);
        if assert_formats {
            document = document.asserting_formats();
        }
        Self {
            root: document.root(),
            document,
            dialect,
            asserting: assert_formats.then_some(schema),
            defaults: Defaults::of(schema),
            known: HashMap::new(),
        }
    }

    /// What all subschemas of a set accept together.
    pub(super) fn shape(&mut self, set: &NodeSet) -> Rc<Shape> {
        // The document keeps the shapes of single subschemas.
        if let [only] = set.as_slice() {
            return self.document.node_shape(*only);
        }
        if let Some(known) = self.known.get(set) {
            return Rc::clone(known);
        }
        let shape = Rc::new(self.document.shape(set));
        self.known.insert(set.clone(), Rc::clone(&shape));
        shape
    }
}

impl<'a> Deref for Shapes<'a> {
    type Target = Document<'a>;

    fn deref(&self) -> &Document<'a> {
        &self.document
    }
}

impl DerefMut for Shapes<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.document
    }
}
