//! The root: a plain object whatever it was, since arguments are one.

use serde_json::{Map, Value, json};

use super::fragment::Fragment;
use super::merge::Merged;
use super::types::Types;
use super::union::alternatives;
use super::{Blocker, Compiler, marks};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lint::Profile;
use crate::adapter::lower::describe::Description;
use crate::adapter::lower::root::either;
use crate::adapter::warning::Outcome;

impl<'a> Compiler<'a> {
    pub(super) fn top(&mut self) -> Result<Map<String, Value>, Blocker> {
        let root = Fragment::new(self.root, String::new());
        let nothing_fits = || Blocker::new(SchemaFeature::Type, "", "nothing fits the schema");
        let flat = self.flatten(vec![root])?.ok_or_else(nothing_fits)?;
        let mut annotations = self.annotations(&flat);
        let mut branches = Vec::new();
        let unions: Vec<&Fragment<'a>> = flat
            .iter()
            .filter(|fragment| fragment.has_union())
            .collect();
        for fragment in unions {
            self.tell_union(fragment, &mut annotations.told);
        }
        self.branches(&flat, &mut annotations.told, &mut branches, 1)?;
        let mut object = match branches.len() {
            0 => return Err(nothing_fits()),
            1 => branches.swap_remove(0),
            _ => {
                let (mut object, narrowed) = either(&branches);
                marks::inherit(&mut object, &branches);
                if narrowed && !self.profile.is_strict() {
                    self.report
                        .add(SchemaFeature::Properties, "", Outcome::Narrowed);
                }
                if self.profile.is_strict() {
                    object.entry("properties").or_insert_with(|| json!({}));
                    object.entry("required").or_insert_with(|| json!([]));
                    object
                        .entry("additionalProperties")
                        .or_insert_with(|| json!(false));
                }
                object
            }
        };
        if let Some(merged) = Merged::of(&[]) {
            self.complete(&mut object, &merged);
        }
        let gemini = self.profile == Profile::GeminiParameters;
        let mut top = Map::new();
        top.insert(
            "type".to_owned(),
            json!(if gemini { "OBJECT" } else { "object" }),
        );
        if gemini {
            annotations.keywords.shift_remove("default");
        }
        annotations.write_over(&mut top);
        top.extend(object);
        Ok(top)
    }

    fn tell_union(&mut self, fragment: &Fragment<'a>, told: &mut Description) {
        for feature in [SchemaFeature::AnyOf, SchemaFeature::OneOf] {
            let union = fragment.map().and_then(|map| map.get(feature.keyword()));
            match union {
                Some(Value::Array(branches)) if branches.len() == 1 => {
                    self.report
                        .add(feature, &fragment.pointer, Outcome::Rewritten);
                }
                Some(union) => self.tell(feature, union, &fragment.pointer, told),
                None => {}
            }
        }
    }

    /// The objects of all alternatives, optional properties still optional.
    fn branches(
        &mut self,
        flat: &[Fragment<'a>],
        told: &mut Description,
        branches: &mut Vec<Map<String, Value>>,
        depth: usize,
    ) -> Result<(), Blocker> {
        if depth > 32 {
            let note = "alternatives are nested too deep";
            return Err(Blocker::new(SchemaFeature::AnyOf, "", note));
        }
        if flat.iter().any(Fragment::has_union) {
            for fragments in alternatives(flat)? {
                let inlined = self.active.len();
                if let Some(flat) = self.flatten(fragments)? {
                    self.branches(&flat, told, branches, depth + 1)?;
                }
                self.active.truncate(inlined);
            }
            return Ok(());
        }
        let Some(mut merged) = Merged::of(flat) else {
            return Ok(());
        };
        if !merged.types.has(Types::OBJECT) {
            if depth > 1 {
                return Ok(());
            }
            let note = "the schema does not describe an object";
            return Err(Blocker::new(SchemaFeature::Type, "", note));
        }
        merged.types = Types::OBJECT;
        if let Some(values) = &merged.values {
            let values = json!(values);
            self.tell(SchemaFeature::Enum, &values, "", told);
        }
        self.leftovers(&merged, told);
        let mut bounds = Map::new();
        self.bounds(&merged, Types::OBJECT, &mut bounds, told);
        if let Some(mut object) = self.open_object(&merged, told, depth, true)?
            && !branches.contains(&object)
        {
            if depth == 1 {
                object.extend(bounds);
            }
            branches.push(object);
        }
        Ok(())
    }
}
