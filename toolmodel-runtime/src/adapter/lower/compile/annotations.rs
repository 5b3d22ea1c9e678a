//! The documentation of a node: titles, descriptions, defaults, and constraints expressed in words.

use serde_json::{Map, Value, json};

use super::site::{Fragment, Site};
use super::{Blocker, Compiler};
use crate::adapter::facts::Support;
use crate::adapter::feature::{Feature, SchemaFeature};
use crate::adapter::lower::describe::{Description, put_before};
use crate::adapter::lower::words;
use crate::adapter::warning::Outcome;
use crate::schema::walk::keyword;

/// Parts of a schema that are visited to describe it in words.
const MOST_TOLD: usize = 200;

/// A keyword that only describes, with its value and the schema that has it.
#[derive(Clone, Debug)]
pub(super) struct Annotation<'a> {
    pub(super) keyword: &'a str,
    pub(super) value: Value,
    pub(super) site: Site<'a>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Annotations<'a> {
    pub(super) kept: Vec<Annotation<'a>>,
    pub(super) told: Description,
}

impl<'a> Annotations<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.told.is_empty()
    }

    /// Writes the annotations into a schema, replacing its own; a description is put in front of the existing
    /// one, which may contain constraints.
    pub(super) fn write_over(self, schema: &mut Map<String, Value>) {
        for Annotation { keyword, value, .. } in self.kept {
            match value {
                Value::String(text) if keyword == "description" => put_before(schema, &text),
                value => {
                    schema.insert(keyword.to_owned(), value);
                }
            }
        }
        self.told.append_to(schema);
    }

    /// Removes and returns the title and the description, in this order.
    pub(super) fn take_texts(&mut self) -> Vec<Annotation<'a>> {
        let is_text = |found: &Annotation<'a>| matches!(found.keyword, "title" | "description");
        if !self.kept.iter().any(is_text) {
            return Vec::new();
        }
        let kept = std::mem::take(&mut self.kept);
        let (mut texts, rest): (Vec<_>, Vec<_>) = kept.into_iter().partition(is_text);
        self.kept = rest;
        texts.sort_by_key(|text| text.keyword != "title");
        texts
    }

    /// The schema with `type`, title and description in front.
    pub(super) fn assemble(self, mut schema: Map<String, Value>) -> Map<String, Value> {
        if self.is_empty() {
            return schema;
        }
        let is_text = |found: &Annotation<'a>| matches!(found.keyword, "title" | "description");
        let has_text = self.kept.iter().any(is_text) || keyword(&schema, "description").is_some();
        if let Some(place) = behind_title(&schema).filter(|_| !has_text) {
            if let Some(text) = self.told.text(None) {
                schema.shift_insert(place, "description".to_owned(), Value::String(text));
            }
            for Annotation { keyword, value, .. } in self.kept {
                schema.insert(keyword.to_owned(), value);
            }
            return schema;
        }
        self.write_over(&mut schema);
        let mut front = [const { None }; 3];
        let mut rest = Vec::with_capacity(schema.len());
        for entry in schema {
            match entry.0.as_str() {
                "type" => front[0] = Some(entry),
                "title" => front[1] = Some(entry),
                "description" => front[2] = Some(entry),
                _ => rest.push(entry),
            }
        }
        front.into_iter().flatten().chain(rest).collect()
    }
}

/// Whether a value is an array or an object.
pub(super) fn is_container(value: &Value) -> bool {
    matches!(value, Value::Object(_) | Value::Array(_))
}

/// The position of a description in a schema whose type and title are in front.
fn behind_title(schema: &Map<String, Value>) -> Option<usize> {
    let mut place = 0;
    for (i, keyword) in schema.keys().enumerate() {
        match keyword.as_str() {
            "type" if i == 0 => place = 1,
            "title" if i == place => place += 1,
            "type" | "title" => return None,
            _ => {}
        }
    }
    Some(place)
}

impl<'a> Compiler<'a, '_> {
    /// The annotations of the outermost fragments that have them.
    pub(super) fn annotations(
        &mut self,
        flat: &[Fragment<'a>],
    ) -> Result<Annotations<'a>, Blocker> {
        let mut annotations = Annotations::default();
        for fragment in flat.iter().filter(|fragment| !fragment.without_annotations) {
            for (keyword, value) in fragment.map().into_iter().flatten() {
                let feature = SchemaFeature::from_keyword(keyword);
                if feature.is_none_or(SchemaFeature::is_annotation) {
                    self.annotation(feature, keyword, value, fragment.site, &mut annotations)?;
                }
            }
        }
        Ok(annotations)
    }

    fn annotation(
        &mut self,
        feature: Option<SchemaFeature>,
        keyword: &'a str,
        value: &'a Value,
        site: Site<'a>,
        to: &mut Annotations<'a>,
    ) -> Result<(), Blocker> {
        use SchemaFeature as F;
        let gemini = self.profile.is_openapi();
        match feature {
            Some(
                F::Defs
                | F::Definitions
                | F::ContentEncoding
                | F::ContentMediaType
                | F::ContentSchema,
            ) => {}
            Some(F::Schema) => self.add(F::Schema, site, Outcome::Rewritten),
            Some(F::Default) if value.is_null() && self.profile.is_openai_strict() => {
                self.add(F::Default, site, Outcome::Rewritten);
            }
            Some(
                feature @ (F::Nullable
                | F::Id
                | F::Comment
                | F::Vocabulary
                | F::Anchor
                | F::DynamicAnchor
                | F::RecursiveAnchor),
            ) => self.add(feature, site, Outcome::Dropped),
            Some(F::Examples) if gemini => self.example(value, site, to)?,
            Some(feature) if self.facts.support(feature) == Support::Refused => {
                self.tell(feature, value, site, &mut to.told);
            }
            None if self.facts.support_of(keyword) != Support::Accepted => {
                self.add(Feature::of_keyword(keyword), site, Outcome::Dropped);
            }
            _ => self.keep(keyword, value, site, to)?,
        }
        Ok(())
    }

    /// Keeps an annotation, unless a fragment further out has the same one.
    fn keep(
        &mut self,
        keyword: &'a str,
        value: &Value,
        site: Site<'a>,
        to: &mut Annotations<'a>,
    ) -> Result<(), Blocker> {
        let value = match to.kept.iter().find(|found| found.keyword == keyword) {
            None => {
                self.has_values |= is_container(value);
                self.copy(value)?
            }
            Some(found) if found.value == *value => return Ok(()),
            Some(_) => {
                let note = format!("another {keyword} stands in its place");
                self.add_note(
                    Feature::of_keyword(keyword),
                    site,
                    Outcome::Dropped,
                    Some(note),
                );
                return Ok(());
            }
        };
        to.kept.push(Annotation {
            keyword,
            value,
            site,
        });
        Ok(())
    }

    /// Gemini has one `example`; the others are put in words.
    fn example(
        &mut self,
        value: &'a Value,
        site: Site<'a>,
        to: &mut Annotations<'a>,
    ) -> Result<(), Blocker> {
        let examples = value.as_array().map_or(&[] as &[Value], Vec::as_slice);
        match examples {
            [] => self.add(SchemaFeature::Examples, site, Outcome::Dropped),
            [example] => {
                self.add(SchemaFeature::Examples, site, Outcome::Rewritten);
                self.keep("example", example, site, to)?;
            }
            _ => self.tell(SchemaFeature::Examples, value, site, &mut to.told),
        }
        Ok(())
    }

    /// Describes a constraint in words.
    pub(super) fn tell(
        &mut self,
        feature: SchemaFeature,
        value: &Value,
        site: Site<'a>,
        told: &mut Description,
    ) {
        let is_told = if is_container(value) {
            let whole = words::self_contained(value, &self.references, MOST_TOLD, self.meter);
            whole.is_some_and(|value| told.tell(feature.keyword(), &value))
        } else {
            told.tell(feature.keyword(), value)
        };
        if is_told {
            self.add(feature, site, Outcome::MovedToDescription);
        } else {
            let note = "it is too long for a description".to_owned();
            self.add_note(feature, site, Outcome::Dropped, Some(note));
        }
    }

    /// Describes in words which of the alternatives holds.
    pub(super) fn tell_union(
        &mut self,
        feature: SchemaFeature,
        branches: &'a Value,
        site: Site<'a>,
        told: &mut Description,
    ) {
        let exactly_one = feature == SchemaFeature::OneOf;
        let items = branches.as_array().map_or(&[] as &[Value], Vec::as_slice);
        let _ = self.meter.work(items.len());
        match words::sentence(items, exactly_one, &self.references) {
            Some(sentence) => {
                told.say(sentence);
                self.add(feature, site, Outcome::MovedToDescription);
            }
            None => self.tell(feature, branches, site, told),
        }
    }

    /// Describes in words that exactly one of the alternatives in the schema holds.
    pub(super) fn tell_exclusive(&mut self, site: Site<'a>, told: &mut Description) {
        let is_told = told.tell("oneOf", &json!("exactly one of the alternatives"));
        debug_assert!(is_told, "the text is short");
        self.add(SchemaFeature::OneOf, site, Outcome::MovedToDescription);
    }
}
