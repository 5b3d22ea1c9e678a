//! A schema of the source as a part of a node.

use serde_json::{Map, Value};

use crate::adapter::feature::SchemaFeature;
use crate::adapter::path::Token;
use crate::adapter::refs::below;
use crate::schema::pointer::join;

/// A schema of the source and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Fragment<'a> {
    pub(super) schema: &'a Value,
    pub(super) pointer: String,
    /// Whether `anyOf` and `oneOf` have been dealt with.
    pub(super) without_unions: bool,
    /// Whether titles, descriptions and the like have been dealt with.
    pub(super) without_annotations: bool,
}

impl<'a> Fragment<'a> {
    pub(super) fn new(schema: &'a Value, pointer: String) -> Self {
        Self {
            schema,
            pointer,
            without_unions: false,
            without_annotations: false,
        }
    }

    /// The subschema of a keyword that holds one.
    pub(super) fn child(&self, keyword: &str, schema: &'a Value) -> Self {
        Self::new(schema, join(&self.pointer, keyword))
    }

    /// A subschema of a keyword that holds an array of them.
    pub(super) fn child_at(&self, keyword: &str, index: usize, schema: &'a Value) -> Self {
        let mut child = Self::new(schema, below(&self.pointer, keyword, Token::Index(index)));
        child.without_annotations = self.without_annotations;
        child
    }

    /// A subschema of a keyword that holds them by name.
    pub(super) fn child_named(&self, keyword: &str, name: &str, schema: &'a Value) -> Self {
        Self::new(schema, below(&self.pointer, keyword, Token::Name(name)))
    }

    pub(super) fn map(&self) -> Option<&'a Map<String, Value>> {
        self.schema.as_object()
    }

    /// The reference, when the schema is nothing else.
    pub(super) fn bare_reference(&self) -> Option<&'a str> {
        let map = self.map()?;
        let reference = map.get("$ref")?.as_str()?;
        let ignored = |key: &String| {
            key == "$ref" || key == "$comment" || key == "$defs" || key == "definitions"
        };
        map.keys().all(ignored).then_some(reference)
    }

    /// The reference, when only descriptions and the like stand beside it.
    pub(super) fn annotated_reference(&self) -> Option<&'a str> {
        let map = self.map()?;
        let reference = map.get("$ref")?.as_str()?;
        let is_annotation = |key: &String| {
            key == "$ref"
                || SchemaFeature::from_keyword(key).is_some_and(SchemaFeature::is_annotation)
        };
        map.keys().all(is_annotation).then_some(reference)
    }

    pub(super) fn has_union(&self) -> bool {
        let has = |keyword| self.map().is_some_and(|map| map.contains_key(keyword));
        !self.without_unions && (has("anyOf") || has("oneOf"))
    }
}
