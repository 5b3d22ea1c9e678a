//! The root: always written as a plain object, since arguments are one.

use serde_json::{Map, Value, json};

use super::annotations::Annotations;
use super::merge::Merged;
use super::node::{Node, Parts};
use super::object::Open;
use super::site::{Fragment, Site};
use super::types::Types;
use super::{Blocker, Compiler, FEW_KEYWORDS};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lower::describe::Description;
use crate::adapter::lower::either::either;
use crate::adapter::lower::texts;
use crate::adapter::warning::Outcome;
use crate::path::Place;

/// Deepest nesting of alternatives at the root.
const DEEPEST: usize = 32;

/// What all alternatives of the root have in common, and the objects of each.
struct Branches {
    told: Description,
    bounds: Map<String, Value>,
    objects: Vec<Open>,
}

impl<'a> Compiler<'a, '_> {
    pub(super) fn top(&mut self) -> Result<Node, Blocker> {
        let root = Fragment::new(self.root, Place::ROOT);
        let nothing =
            |this: &Self| this.blocker(SchemaFeature::Type, Place::ROOT, "nothing fits the schema");
        let Some(flat) = self.flatten(&[root])? else {
            return Err(nothing(self));
        };
        self.is_unusual |= flat.len() > 1 || flat.iter().any(Fragment::has_union);
        let mut annotations = self.annotations(&flat)?;
        for fragment in flat.iter().filter(|fragment| fragment.has_union()) {
            self.tell_unions(fragment, &mut annotations.told);
        }
        let mut branches = Branches {
            told: std::mem::take(&mut annotations.told),
            bounds: Map::new(),
            objects: Vec::new(),
        };
        self.branches(&flat, &mut branches, 1)?;
        annotations.told = branches.told;
        let open = match branches.objects.len() {
            0 => return Err(nothing(self)),
            1 => branches.objects.swap_remove(0),
            _ => self.either(branches.objects)?,
        };
        let site = root.site;
        let parts = self.complete(open, site)?;
        let gemini = self.profile.is_openapi();
        let mut top = Map::with_capacity(FEW_KEYWORDS);
        let name = if gemini { "OBJECT" } else { "object" };
        top.insert("type".to_owned(), json!(name));
        if gemini {
            let is_default = |keyword: &str| keyword == "default";
            for annotation in &annotations.kept {
                if is_default(annotation.keyword) {
                    self.add(SchemaFeature::Default, annotation.site, Outcome::Dropped);
                }
            }
            annotations
                .kept
                .retain(|annotation| !is_default(annotation.keyword));
        }
        annotations.write_over(&mut top);
        Parts::write_to(parts.keywords, &mut top);
        top.extend(branches.bounds);
        Ok(Node {
            back: parts.back,
            size: 1 + parts.size,
            ..Node::leaf(top, Types::OBJECT)
        })
    }

    /// One object for all alternatives.
    fn either(&mut self, objects: Vec<Open>) -> Result<Open, Blocker> {
        let mut names = std::collections::BTreeMap::new();
        for (wire, original) in objects.iter().flat_map(|open| &open.names) {
            let found = names
                .entry(wire.clone())
                .or_insert_with(|| original.clone());
            if found != original {
                let note = "alternatives have different properties of one accepted name";
                return Err(self.blocker(SchemaFeature::Properties, Place::ROOT, note));
            }
        }
        let parts = objects.into_iter().map(Open::into_parts).collect();
        let mut failed = None;
        let (parts, narrowed) = either(parts, |nodes| match self.join(nodes) {
            Ok(node) => node,
            Err(blocker) => {
                failed = Some(blocker);
                None
            }
        });
        if let Some(blocker) = failed {
            return Err(blocker);
        }
        if narrowed && !self.profile.is_strict() {
            let site = Site {
                schema: self.root,
                place: Place::ROOT,
            };
            let note = "a property that an alternative leaves open has the schema of the others";
            let note = Some(note.to_owned());
            self.add_note(SchemaFeature::Properties, site, Outcome::Narrowed, note);
        }
        Ok(Open::of_parts(parts, names))
    }

    /// The schema of a property that several alternatives have.
    fn join(&mut self, nodes: Vec<Node>) -> Result<Option<Node>, Blocker> {
        let mut distinct = Vec::new();
        let null_by_default = nodes.iter().all(|node| node.null_by_default);
        for node in nodes {
            self.add_distinct(&mut distinct, node)?;
        }
        if distinct.len() > 1 {
            let schemas: Vec<&Map<String, Value>> =
                distinct.iter().map(|node| &node.schema).collect();
            if let Some(joined) = texts::joined(&schemas) {
                return Ok(Some(Node::leaf(joined, Types::STRING)));
            }
        }
        let joined = if self.profile.is_openapi() && distinct.len() > 1 {
            self.gemini_union(distinct, Annotations::default())
        } else {
            Node::any_of(distinct)
        };
        Ok(joined.map(|node| Node {
            null_by_default,
            ..node
        }))
    }

    fn tell_unions(&mut self, fragment: &Fragment<'a>, told: &mut Description) {
        for feature in [SchemaFeature::AnyOf, SchemaFeature::OneOf] {
            let union = fragment.map().and_then(|map| map.get(feature.keyword()));
            match union {
                Some(Value::Array(branches)) if branches.len() == 1 => {
                    self.add(feature, fragment.site, Outcome::Rewritten);
                }
                Some(union) => self.tell_union(feature, union, fragment.site, told),
                None => {}
            }
        }
    }

    /// The objects of all alternatives, optional properties still optional.
    fn branches(
        &mut self,
        flat: &[Fragment<'a>],
        found: &mut Branches,
        depth: usize,
    ) -> Result<(), Blocker> {
        if depth > DEEPEST {
            let note = "alternatives are nested too deep";
            return Err(self.blocker(SchemaFeature::AnyOf, Place::ROOT, note));
        }
        if flat.iter().any(Fragment::has_union) {
            for fragments in self.alternatives(flat)? {
                let inlined = self.active.len();
                if let Some(flat) = self.flatten(&fragments)? {
                    self.branches(&flat, found, depth + 1)?;
                }
                self.leave(inlined);
            }
            return Ok(());
        }
        let Some(mut merged) = Merged::of(flat, &mut self.places, self.meter)? else {
            return Ok(());
        };
        if !merged.types.has(Types::OBJECT) {
            if depth > 1 {
                return Ok(());
            }
            let note = "the schema does not describe an object";
            return Err(self.blocker(SchemaFeature::Type, Place::ROOT, note));
        }
        merged.types = Types::OBJECT;
        if let Some(values) = &merged.values {
            self.tell(
                SchemaFeature::Enum,
                &json!(values),
                merged.site,
                &mut found.told,
            );
        }
        self.leftovers(&merged, &mut found.told);
        let mut bounds = Map::new();
        self.bounds(&merged, Types::OBJECT, &mut bounds, &mut found.told)?;
        if let Some(open) = self.open_object(&merged, &mut found.told, true)? {
            if depth == 1 {
                found.bounds = bounds;
            }
            found.objects.push(open);
        }
        Ok(())
    }
}
