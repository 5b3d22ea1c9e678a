//! Writing a plain node: its types, values, bounds and annotations in the keywords of the mode.

use serde_json::{Map, Value, json};

use super::annotations::Annotation;
use super::merge::{Entry, Merged};
use super::node::{Node, Parts};
use super::site::Fragment;
use super::types::Types;
use super::{Blocker, Compiler, FEW_KEYWORDS, Lowering};
use crate::adapter::facts::Support;
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lower::describe::Description;
use crate::adapter::patterns;
use crate::adapter::profile::Profile;
use crate::adapter::warning::Outcome;
use crate::schema::walk::keyword;

impl<'a> Compiler<'a, '_> {
    /// Lowers fragments without combinators.
    pub(super) fn plain(&mut self, flat: &[Fragment<'a>]) -> Lowering {
        let mut annotations = self.annotations(flat)?;
        let Some(mut merged) = Merged::of(flat, &mut self.places, self.meter)? else {
            return Ok(None);
        };
        self.settle_type(&mut merged)?;
        self.is_unusual |= merged.is_unusual();
        self.leftovers(&merged, &mut annotations.told);
        match self.profile {
            profile if profile.is_openapi() => self.gemini(&merged, annotations),
            Profile::AnthropicStrict if merged.values.is_none() && merged.types.count() > 1 => {
                let mut branches = Vec::new();
                for (one, _) in merged.types.each() {
                    let mut told = Description::default();
                    let emitted = self.emit(&merged, one, Vec::new(), &mut told)?;
                    if let Some(mut branch) = emitted {
                        told.append_to(&mut branch.schema);
                        branches.push(branch);
                    }
                }
                Ok(Node::any_of(branches).map(|mut node| {
                    annotations.write_over(&mut node.schema);
                    node
                }))
            }
            _ => {
                let front = annotations.take_texts();
                let told = &mut annotations.told;
                let emitted = self.emit(&merged, merged.types, front, told)?;
                Ok(emitted.map(|mut node| {
                    if annotations.told.is_empty() || keyword(&node.schema, "description").is_some()
                    {
                        annotations.write_over(&mut node.schema);
                    } else {
                        node.schema = annotations.assemble(node.schema);
                    }
                    node
                }))
            }
        }
    }

    /// A node without a type is taken to be of the types that its keywords are about.
    fn settle_type(&mut self, merged: &mut Merged<'a>) -> Result<(), Blocker> {
        if merged.typed || merged.values.is_some() {
            return Ok(());
        }
        merged.types = if merged.object.is_said {
            Types::OBJECT
        } else if merged.array.is_said {
            Types::ARRAY
        } else {
            let note = "a schema does not say its type";
            return Err(self.blocker(SchemaFeature::Type, merged.site.place, note));
        };
        self.add(SchemaFeature::Type, merged.site, Outcome::Narrowed);
        Ok(())
    }

    pub(super) fn leftovers(&mut self, merged: &Merged<'a>, told: &mut Description) {
        for entry in &merged.leftovers {
            let is_strict_object = self.profile.is_strict()
                && matches!(
                    entry.feature,
                    SchemaFeature::AdditionalProperties | SchemaFeature::PatternProperties
                );
            if !is_strict_object {
                self.tell(entry.feature, entry.value, entry.site, told);
            }
        }
    }

    /// Writes the part of a node that is about some of its types.
    fn emit(
        &mut self,
        merged: &Merged<'a>,
        types: Types,
        texts: Vec<Annotation<'a>>,
        told: &mut Description,
    ) -> Lowering {
        let mut types = types;
        let mut back = None;
        let mut size = 1;
        let mut object = Vec::new();
        let mut array = Vec::new();
        if merged.values.is_none() && types.has(Types::OBJECT) {
            match self.object(merged, told)? {
                Some(parts) => {
                    size += parts.size;
                    back = parts.back;
                    object = parts.keywords;
                }
                None => types = types.without(Types::OBJECT),
            }
        }
        if merged.values.is_none() && types.has(Types::ARRAY) {
            match self.array(merged, told)? {
                Some(parts) => {
                    size += parts.size;
                    back = match (back, parts.back) {
                        (Some(mut back), Some(items)) => {
                            back.items = items.items;
                            Some(back)
                        }
                        (back, items) => back.or(items),
                    };
                    array = parts.keywords;
                }
                None => types = types.without(Types::ARRAY),
            }
        }
        if types.is_empty() {
            return Ok(None);
        }
        let mut map = Map::with_capacity(FEW_KEYWORDS);
        if let Some(name) = types.only() {
            map.insert("type".to_owned(), Value::String(name.to_owned()));
        } else if self.profile.is_openai_strict() {
            let names: Vec<&str> = types.each().map(|(_, name)| name).collect();
            map.insert("type".to_owned(), json!(names));
        }
        for text in texts {
            map.insert(text.keyword.to_owned(), text.value);
        }
        if let Some(values) = &merged.values {
            self.check_primitive(values, merged)?;
            match values.as_slice() {
                [value] if merged.is_constant => map.insert("const".to_owned(), self.copy(value)?),
                values => map.insert("enum".to_owned(), self.copy_all(values)?),
            };
        }
        self.bounds(merged, types, &mut map, told)?;
        Parts::write_to(object, &mut map);
        Parts::write_to(array, &mut map);
        Ok(Some(Node {
            back,
            size,
            ..Node::leaf(map, types)
        }))
    }

    pub(super) fn copy_all(&self, values: &[&Value]) -> Result<Value, Blocker> {
        let copies = values.iter().map(|value| self.copy(value));
        Ok(copies.collect::<Result<Value, _>>()?)
    }

    /// In every mode, listed values are strings, numbers, booleans or null.
    pub(super) fn check_primitive(
        &self,
        values: &[&Value],
        merged: &Merged<'a>,
    ) -> Result<(), Blocker> {
        if values
            .iter()
            .any(|value| value.is_object() || value.is_array())
        {
            let note = "a listed value is an object or an array";
            return Err(self.blocker(SchemaFeature::Enum, merged.site.place, note));
        }
        Ok(())
    }

    /// Whether the mode accepts a bound of a schema with these types unchanged.
    pub(super) fn accepts_bound(
        &self,
        feature: SchemaFeature,
        value: &Value,
        types: Types,
    ) -> bool {
        let text = value.as_str().unwrap_or_default();
        let is_within = match feature {
            SchemaFeature::Format => {
                let names = types.each().map(|(_, name)| name);
                self.facts.accepts_format(text, names)
            }
            SchemaFeature::Pattern => patterns::beyond(self.profile, text).is_none(),
            _ => true,
        };
        is_within && self.facts.support(feature) != Support::Refused
    }

    /// Writes the bounds that are about some types, or describes them in words.
    pub(super) fn bounds(
        &mut self,
        merged: &Merged<'a>,
        types: Types,
        map: &mut Map<String, Value>,
        told: &mut Description,
    ) -> Result<(), Blocker> {
        use SchemaFeature as F;
        for entry in &merged.bounds {
            let Entry {
                feature,
                value,
                site,
            } = *entry;
            if !types.has(about(feature)) {
                continue;
            }
            let accepted = match feature {
                F::MinItems if self.profile == Profile::AnthropicStrict => {
                    let is_one = value.as_f64().is_some_and(|count| count <= 1.0);
                    if !is_one {
                        map.insert(feature.keyword().to_owned(), json!(1));
                    }
                    is_one
                }
                F::ExclusiveMinimum | F::ExclusiveMaximum if self.profile.is_openapi() => {
                    self.exclusive(merged, entry, types, map, told);
                    continue;
                }
                _ => self.accepts_bound(feature, value, types),
            };
            if !accepted {
                self.tell(feature, value, site, told);
            } else if keyword(map, feature.keyword()).is_none() {
                map.insert(feature.keyword().to_owned(), self.copy(value)?);
            }
        }
        Ok(())
    }
}

/// The types a bound is about.
pub(super) fn about(feature: SchemaFeature) -> Types {
    use SchemaFeature as F;
    match feature {
        F::MinLength | F::MaxLength | F::Pattern => Types::STRING,
        F::Format => Types::STRING.or(Types::NUMBER),
        F::MinItems | F::MaxItems | F::UniqueItems => Types::ARRAY,
        F::MinProperties | F::MaxProperties => Types::OBJECT,
        _ => Types::NUMBER,
    }
}
