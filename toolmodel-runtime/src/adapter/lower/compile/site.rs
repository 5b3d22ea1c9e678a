//! A schema of the source as a part of a node.

use serde_json::{Map, Value};

use crate::adapter::feature::SchemaFeature;
use crate::path::{Place, Places, Step};
use crate::schema::walk::keyword;

/// A schema of the source and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site<'a> {
    pub(super) schema: &'a Value,
    pub(super) place: Place,
}

/// A schema that takes part in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fragment<'a> {
    pub(super) site: Site<'a>,
    /// Whether `anyOf` and `oneOf` have been handled.
    pub(super) without_unions: bool,
    /// Whether titles, descriptions and the like have been handled.
    pub(super) without_annotations: bool,
    /// The place of the outermost reference that led to it.
    pub(super) through: Option<Place>,
}

impl<'a> Fragment<'a> {
    pub(super) fn new(schema: &'a Value, place: Place) -> Self {
        Self {
            site: Site { schema, place },
            without_unions: false,
            without_annotations: false,
            through: None,
        }
    }

    /// The subschema of a keyword that holds one.
    pub(super) fn child(
        &self,
        places: &mut Places<'a>,
        keyword: &'static str,
        schema: &'a Value,
    ) -> Self {
        Self::new(schema, places.below(self.site.place, Step::Key(keyword)))
    }

    /// A subschema of a keyword that holds several.
    pub(super) fn child_at(
        &self,
        places: &mut Places<'a>,
        keyword: &'static str,
        step: Step<'a>,
        schema: &'a Value,
    ) -> Self {
        let place = places.below(self.site.place, Step::Key(keyword));
        Self::new(schema, places.below(place, step))
    }

    pub(super) fn map(&self) -> Option<&'a Map<String, Value>> {
        self.site.schema.as_object()
    }

    /// The reference, if the schema contains nothing else.
    pub(super) fn bare_reference(&self) -> Option<&'a str> {
        let map = self.map()?;
        let reference = map.get("$ref")?.as_str()?;
        let ignored =
            |key: &String| matches!(key.as_str(), "$ref" | "$comment" | "$defs" | "definitions");
        map.keys().all(ignored).then_some(reference)
    }

    /// The reference, if there are only descriptions and the like beside it.
    pub(super) fn annotated_reference(&self) -> Option<&'a str> {
        let map = self.map()?;
        let reference = map.get("$ref")?.as_str()?;
        let is_annotation = |key: &String| {
            key == "$ref"
                || SchemaFeature::from_keyword(key).is_some_and(SchemaFeature::is_annotation)
        };
        map.keys().all(is_annotation).then_some(reference)
    }

    /// Whether it is the schema at a place or a part of it.
    pub(super) fn is_within(&self, place: Place, places: &Places<'a>) -> bool {
        self.site.place == place || places.is_within(self.through.unwrap_or(self.site.place), place)
    }

    /// Whether the default is null.
    pub(super) fn is_null_by_default(&self) -> bool {
        let default = self.map().and_then(|map| keyword(map, "default"));
        default.is_some_and(Value::is_null)
    }

    pub(super) fn has_union(&self) -> bool {
        let is_union = |keyword: &String| matches!(keyword.as_str(), "anyOf" | "oneOf");
        !self.without_unions && self.map().is_some_and(|map| map.keys().any(is_union))
    }
}
