//! Writing a plain node: its types, values, bounds and annotations in the keywords of the mode.

use serde_json::{Map, Number, Value, json};

use super::fragment::Fragment;
use super::merge::{Entry, Merged};
use super::types::Types;
use super::{Blocker, Compiler, Node, nullable};
use crate::adapter::facts::Support;
use crate::adapter::feature::{Feature, SchemaFeature};
use crate::adapter::lint::Profile;
use crate::adapter::lower::describe::Description;
use crate::adapter::patterns;
use crate::adapter::warning::Outcome;

/// What a node says to readers: titles, descriptions, defaults, and constraints told in words.
#[derive(Debug, Default)]
pub(super) struct Annotations {
    pub(super) keywords: Map<String, Value>,
    pub(super) told: Description,
}

impl Annotations {
    pub(super) fn is_empty(&self) -> bool {
        self.keywords.is_empty() && self.told.is_empty()
    }

    /// Writes the annotations into a schema, over its own.
    pub(super) fn write_over(self, schema: &mut Map<String, Value>) {
        schema.extend(self.keywords);
        self.told.append_to(schema);
    }

    /// The schema with `type`, title and description in front.
    fn assemble(self, mut schema: Map<String, Value>) -> Map<String, Value> {
        self.write_over(&mut schema);
        let mut assembled = Map::new();
        for keyword in ["type", "title", "description"] {
            if let Some(value) = schema.shift_remove(keyword) {
                assembled.insert(keyword.to_owned(), value);
            }
        }
        assembled.extend(schema);
        assembled
    }
}

impl<'a> Compiler<'a> {
    /// The annotations of the outermost fragments that have them.
    pub(super) fn annotations(&mut self, flat: &[Fragment<'a>]) -> Annotations {
        let mut annotations = Annotations::default();
        for fragment in flat.iter().filter(|fragment| !fragment.without_annotations) {
            for (keyword, value) in fragment.map().into_iter().flatten() {
                let feature = SchemaFeature::from_keyword(keyword);
                if feature.is_none_or(SchemaFeature::is_annotation) {
                    self.annotation(keyword, value, &fragment.pointer, &mut annotations);
                }
            }
        }
        annotations
    }

    fn annotation(&mut self, keyword: &str, value: &Value, path: &str, to: &mut Annotations) {
        use SchemaFeature as F;
        let feature = SchemaFeature::from_keyword(keyword);
        let gemini = self.profile == Profile::GeminiParameters;
        match feature {
            Some(
                F::Defs
                | F::Definitions
                | F::ContentEncoding
                | F::ContentMediaType
                | F::ContentSchema,
            ) => {}
            Some(F::Schema) => self.report.add(F::Schema, path, Outcome::Rewritten),
            Some(F::Default) if value.is_null() && self.profile == Profile::OpenAiStrict => {
                self.report.add(F::Default, path, Outcome::Rewritten);
            }
            Some(
                F::Nullable
                | F::Id
                | F::Comment
                | F::Vocabulary
                | F::Anchor
                | F::DynamicAnchor
                | F::RecursiveAnchor,
            ) => {
                self.report
                    .add(Feature::of_keyword(keyword), path, Outcome::Dropped);
            }
            Some(F::Examples) if gemini => {
                let examples = value.as_array().map_or(&[] as &[Value], Vec::as_slice);
                let outcome = if examples.len() == 1 {
                    Outcome::Rewritten
                } else {
                    Outcome::Dropped
                };
                self.report.add(F::Examples, path, outcome);
                if let Some(example) = examples.first() {
                    to.keywords
                        .entry("example")
                        .or_insert_with(|| example.clone());
                }
            }
            Some(feature) if self.facts.support(feature) == Support::Refused => {
                self.tell(feature, value, path, &mut to.told);
            }
            None if self.facts.support_of(keyword) == Support::Accepted => {
                to.keywords.entry(keyword).or_insert_with(|| value.clone());
            }
            None => self
                .report
                .add(Feature::of_keyword(keyword), path, Outcome::Dropped),
            Some(_) => {
                to.keywords.entry(keyword).or_insert_with(|| value.clone());
            }
        }
    }

    /// Tells a constraint in words.
    pub(super) fn tell(
        &mut self,
        feature: SchemaFeature,
        value: &Value,
        path: &str,
        told: &mut Description,
    ) {
        let is_told = told.tell(feature.keyword(), value);
        let outcome = if is_told {
            Outcome::MovedToDescription
        } else {
            Outcome::Dropped
        };
        self.report.add(feature, path, outcome);
    }

    /// Lowers fragments without combinators.
    pub(super) fn plain(&mut self, flat: &[Fragment<'a>], depth: usize) -> Node {
        let mut annotations = self.annotations(flat);
        let Some(mut merged) = Merged::of(flat) else {
            return Ok(None);
        };
        self.settle_type(&mut merged)?;
        self.leftovers(&merged, &mut annotations.told);
        match self.profile {
            Profile::GeminiParameters => self.gemini(&merged, annotations, depth),
            Profile::AnthropicStrict if merged.values.is_none() && merged.types.count() > 1 => {
                let mut branches = Vec::new();
                for (one, _) in merged.types.each() {
                    let mut told = Description::default();
                    if let Some(mut branch) = self.emit(&merged, one, &mut told, depth)? {
                        told.append_to(&mut branch);
                        branches.push(branch);
                    }
                }
                let mut schema = match branches.len() {
                    0 => return Ok(None),
                    1 => branches.swap_remove(0),
                    _ => Map::from_iter([("anyOf".to_owned(), json!(branches))]),
                };
                annotations.write_over(&mut schema);
                Ok(Some(schema))
            }
            _ => {
                let emitted = self.emit(&merged, merged.types, &mut annotations.told, depth)?;
                Ok(emitted.map(|schema| annotations.assemble(schema)))
            }
        }
    }

    /// A node that does not say its type is taken for what its keywords are about.
    fn settle_type(&mut self, merged: &mut Merged<'a>) -> Result<(), Blocker> {
        if merged.typed || merged.values.is_some() {
            return Ok(());
        }
        merged.types = if merged.object.is_said {
            Types::OBJECT
        } else if merged.array.is_said {
            Types::ARRAY
        } else {
            return Err(Blocker::new(
                SchemaFeature::Type,
                &merged.pointer,
                "a schema does not say its type",
            ));
        };
        self.report
            .add(SchemaFeature::Type, &merged.pointer, Outcome::Narrowed);
        Ok(())
    }

    pub(super) fn leftovers(&mut self, merged: &Merged<'a>, told: &mut Description) {
        for Entry {
            feature,
            value,
            pointer,
        } in &merged.leftovers
        {
            let is_strict_object = self.profile.is_strict()
                && matches!(
                    feature,
                    SchemaFeature::AdditionalProperties | SchemaFeature::PatternProperties
                );
            if !is_strict_object {
                self.tell(*feature, value, pointer, told);
            }
        }
    }

    /// Writes the part of a node that is about some of its types.
    fn emit(
        &mut self,
        merged: &Merged<'a>,
        types: Types,
        told: &mut Description,
        depth: usize,
    ) -> Node {
        let mut types = types;
        let mut parts = Map::new();
        if merged.values.is_none() && types.has(Types::OBJECT) {
            match self.object(merged, told, depth, false)? {
                Some(object) => parts.extend(object),
                None => types = types.without(Types::OBJECT),
            }
        }
        if merged.values.is_none() && types.has(Types::ARRAY) {
            match self.array(merged, told, depth)? {
                Some(array) => parts.extend(array),
                None => types = types.without(Types::ARRAY),
            }
        }
        if types.is_empty() {
            return Ok(None);
        }
        let mut map = Map::new();
        let names: Vec<&str> = types.each().map(|(_, name)| name).collect();
        if let [name] = names.as_slice() {
            map.insert("type".to_owned(), json!(name));
        } else if self.profile == Profile::OpenAiStrict {
            map.insert("type".to_owned(), json!(names));
        }
        if let Some(values) = &merged.values {
            if values
                .iter()
                .any(|value| value.is_object() || value.is_array())
            {
                let note = "a listed value is an object or an array";
                return Err(Blocker::new(SchemaFeature::Enum, &merged.pointer, note));
            }
            match values.as_slice() {
                [value] if merged.is_constant => map.insert("const".to_owned(), (*value).clone()),
                values => map.insert("enum".to_owned(), json!(values)),
            };
        }
        self.bounds(merged, types, &mut map, told);
        map.extend(parts);
        Ok(Some(map))
    }

    /// Writes the bounds that are about some types, or tells them in words.
    pub(super) fn bounds(
        &mut self,
        merged: &Merged<'a>,
        types: Types,
        map: &mut Map<String, Value>,
        told: &mut Description,
    ) {
        use SchemaFeature as F;
        for Entry {
            feature,
            value,
            pointer,
        } in &merged.bounds
        {
            if !types.has(about(*feature)) {
                continue;
            }
            let accepted = match feature {
                F::Format => {
                    let format = value.as_str().unwrap_or_default();
                    self.facts
                        .accepts_format(format, types.each().map(|(_, name)| name))
                }
                F::Pattern => {
                    let pattern = value.as_str().unwrap_or_default();
                    patterns::beyond(self.profile, pattern).is_none()
                }
                F::MinItems if self.profile == Profile::AnthropicStrict => {
                    let is_one = value.as_f64().is_some_and(|count| count <= 1.0);
                    if !is_one {
                        map.insert(feature.keyword().to_owned(), json!(1));
                    }
                    is_one
                }
                F::ExclusiveMinimum | F::ExclusiveMaximum
                    if self.profile == Profile::GeminiParameters =>
                {
                    self.exclusive(merged, *feature, value, pointer, types, map, told);
                    continue;
                }
                _ => self.facts.support(*feature) != Support::Refused,
            };
            if accepted {
                map.entry(feature.keyword())
                    .or_insert_with(|| (*value).clone());
            } else {
                self.tell(*feature, value, pointer, told);
            }
        }
    }

    /// Gemini has inclusive bounds only: exact for integers, told in words for other numbers.
    #[expect(clippy::too_many_arguments, reason = "the state of one bound")]
    fn exclusive(
        &mut self,
        merged: &Merged<'a>,
        feature: SchemaFeature,
        value: &Value,
        path: &str,
        types: Types,
        map: &mut Map<String, Value>,
        told: &mut Description,
    ) {
        let below = feature == SchemaFeature::ExclusiveMinimum;
        let inclusive = if below {
            SchemaFeature::Minimum
        } else {
            SchemaFeature::Maximum
        };
        let integers = types.and(Types::NUMBER) == Types::INTEGER;
        let bound = value.as_i64().and_then(|n| {
            if below {
                n.checked_add(1)
            } else {
                n.checked_sub(1)
            }
        });
        match bound {
            Some(bound) if integers => {
                let other = merged
                    .bound(inclusive)
                    .and_then(|entry| entry.value.as_f64());
                #[expect(clippy::cast_precision_loss, reason = "only compared")]
                let tighter = other.is_none_or(|other| {
                    if below {
                        bound as f64 > other
                    } else {
                        (bound as f64) < other
                    }
                });
                if tighter {
                    map.insert(
                        inclusive.keyword().to_owned(),
                        Value::Number(Number::from(bound)),
                    );
                }
                self.report.add(feature, path, Outcome::Rewritten);
            }
            _ => self.tell(feature, value, path, told),
        }
    }

    /// Gemini has one type per schema, `nullable`, and enums of strings.
    fn gemini(&mut self, merged: &Merged<'a>, mut annotations: Annotations, depth: usize) -> Node {
        let null = merged.types.has(Types::NULL);
        let rest = merged.types.without(Types::NULL);
        if rest.is_empty() {
            let schema = Map::from_iter([("type".to_owned(), json!("NULL"))]);
            return Ok(Some(annotations.assemble(schema)));
        }
        let mut branches = Vec::new();
        let several = rest.count() > 1;
        for (one, name) in rest.each() {
            let mut apart = Description::default();
            let told = if several {
                &mut apart
            } else {
                &mut annotations.told
            };
            let Some(mut branch) = self.gemini_type(merged, one, name, told, depth)? else {
                continue;
            };
            apart.append_to(&mut branch);
            branches.push(branch);
        }
        if merged.types.count() > 1 {
            self.report
                .add(SchemaFeature::Type, &merged.pointer, Outcome::Rewritten);
        }
        if null {
            branches.push(Map::from_iter([("type".to_owned(), json!("NULL"))]));
        }
        let schema = nullable::gemini_union(branches, annotations);
        Ok(schema.map(|schema| Annotations::default().assemble(schema)))
    }

    fn gemini_type(
        &mut self,
        merged: &Merged<'a>,
        one: Types,
        name: &str,
        told: &mut Description,
        depth: usize,
    ) -> Node {
        let mut map = Map::from_iter([("type".to_owned(), json!(name.to_ascii_uppercase()))]);
        if let Some(values) = &merged.values {
            let values: Vec<&&Value> = values.iter().filter(|value| one.admits(value)).collect();
            if values
                .iter()
                .any(|value| value.is_object() || value.is_array())
            {
                let note = "a listed value is an object or an array";
                return Err(Blocker::new(SchemaFeature::Enum, &merged.pointer, note));
            }
            let feature = if merged.is_constant {
                SchemaFeature::Const
            } else {
                SchemaFeature::Enum
            };
            if one == Types::STRING {
                map.insert("enum".to_owned(), json!(values));
                if merged.is_constant {
                    self.report
                        .add(feature, &merged.pointer, Outcome::Rewritten);
                }
            } else {
                self.tell(feature, &json!(values), &merged.pointer, told);
            }
        }
        self.bounds(merged, one, &mut map, told);
        let parts = match one {
            Types::OBJECT => self.object(merged, told, depth, false)?,
            Types::ARRAY => self.array(merged, told, depth)?,
            _ => Some(Map::new()),
        };
        Ok(parts.map(|parts| {
            map.extend(parts);
            map
        }))
    }
}

/// The types a bound is about.
fn about(feature: SchemaFeature) -> Types {
    use SchemaFeature as F;
    match feature {
        F::MinLength | F::MaxLength | F::Pattern => Types::STRING,
        F::Format => Types::STRING.or(Types::NUMBER),
        F::MinItems | F::MaxItems | F::UniqueItems => Types::ARRAY,
        F::MinProperties | F::MaxProperties => Types::OBJECT,
        _ => Types::NUMBER,
    }
}
