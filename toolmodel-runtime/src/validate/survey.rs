//! A first look at a schema: its size, its subschemas, and what needs care before it may be
//! compiled.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value};

use super::address::{AddressSet, address};
use super::limits::{Limits, exceeded};
use super::measure::{JsonSize, json_size};
use super::pattern::{Pattern, STATE_BYTES};
use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::path::{Place, Places, Step, written};
use crate::schema::Dialect;
use crate::schema::walk::{children, keyword};

/// What visiting every subschema finds.
#[derive(Debug)]
pub(super) struct Survey<'a> {
    /// Addresses of the subschemas.
    pub(super) known: AddressSet,
    /// Where each pattern appears, by its text.
    pub(super) patterns: BTreeMap<&'a str, Vec<Place>>,
    pub(super) places: Places<'a>,
    /// Anchors that another subschema of the same document also has.
    pub(super) repeated: Vec<Problem>,
    /// References, dynamic ones included.
    pub(super) references: usize,
    /// Whether there is only one document, and every reference is short and stays in it. An empty reference does stay,
    /// but the engine skips it.
    pub(super) is_plain: bool,
    /// Whether a subschema has an `$id`.
    pub(super) identified: bool,
    /// Whether an embedded schema declares a dialect of its own.
    pub(super) mixed: bool,
    pub(super) size: JsonSize,
    /// Bytes of the pointers to all subschemas and keywords, each with the URI it is under: every compiled keyword
    /// holds its own as text.
    pub(super) pointers: usize,
}

/// Longest short reference, in bytes.
const SHORT_REFERENCE: usize = 256;

/// Most problems of one kind that are recorded.
pub(super) const MOST_PROBLEMS: usize = 32;

/// A subschema still to be looked at.
struct Next<'a> {
    schema: &'a Value,
    place: Place,
    /// The embedded document that it belongs to, by the number of its root.
    resource: usize,
    /// Bytes of its pointer, and of the URI that pointers are appended to.
    pointer: usize,
    base: usize,
}

impl<'a> Survey<'a> {
    /// Surveys a schema, also below the keyword `hidden`, where no dialect looks.
    pub(super) fn of(
        root: &'a Value,
        hidden: Option<&'a str>,
        size: JsonSize,
        dialect: Dialect,
        limits: &Limits,
    ) -> Result<Self> {
        let mut survey = Self {
            known: AddressSet::default(),
            patterns: BTreeMap::new(),
            places: Places::default(),
            repeated: Vec::new(),
            references: 0,
            is_plain: true,
            identified: false,
            mixed: false,
            size,
            pointers: 0,
        };
        survey.look(root, hidden, dialect, limits)?;
        survey.check_patterns(limits)?;
        Ok(survey)
    }

    fn look(
        &mut self,
        root: &'a Value,
        hidden: Option<&'a str>,
        dialect: Dialect,
        limits: &Limits,
    ) -> Result<()> {
        let mut unsupported = Vec::new();
        let mut anchors = HashSet::new();
        let mut stack = vec![Next {
            schema: root,
            place: Place::ROOT,
            resource: 0,
            pointer: 0,
            base: 0,
        }];
        if let Some(keyword) = hidden {
            let below = self.places.below(Place::ROOT, Step::Key(keyword));
            let schemas = root.get(keyword).and_then(Value::as_object);
            for (name, schema) in schemas.into_iter().flatten() {
                stack.push(Next {
                    schema,
                    place: self.places.below(below, Step::Key(name)),
                    resource: 0,
                    pointer: keyword.len() + name.len() + 2,
                    base: 0,
                });
            }
        }
        while let Some(mut next) = stack.pop() {
            self.known.insert(address(next.schema));
            if self.known.len() > limits.subschemas {
                let limit = limits.subschemas;
                let what = "the schema has more than";
                return Err(exceeded("", what, limit, "subschemas", "subschemas"));
            }
            let Value::Object(map) = next.schema else {
                self.charge_pointers(0, 0, &next, limits)?;
                continue;
            };
            if let Some(uri) = keyword(map, "$schema").and_then(Value::as_str) {
                match Dialect::from_uri(uri) {
                    Some(own) => self.mixed |= own != dialect,
                    None if unsupported.len() < MOST_PROBLEMS => unsupported.push(Problem::new(
                        self.pointer_below(next.place, "$schema"),
                        format_args!("`{}` is not supported; use 2020-12 or draft-07", cut(uri)),
                    )),
                    None => {}
                }
            }
            self.note_references(map);
            if let Some(id) = keyword(map, "$id").and_then(Value::as_str) {
                self.identified = true;
                self.is_plain &= self.known.len() == 1;
                next.base = next.base.saturating_add(id.len());
                if !id.starts_with('#') {
                    next.resource = self.known.len();
                }
            }
            let names = map.keys().map(|keyword| keyword.len() + 1).sum();
            self.charge_pointers(map.len(), names, &next, limits)?;
            for (by, name) in anchor_names(map, dialect) {
                let again = !anchors.insert((next.resource, name));
                if again && self.repeated.len() < MOST_PROBLEMS {
                    let message = format!("the anchor `{}` is there twice", cut(name));
                    let pointer = self.pointer_below(next.place, by);
                    self.repeated.push(Problem::new(pointer, message));
                }
            }
            self.note_patterns(map, next.place);
            for child in children(map).into_iter().rev() {
                let token = child.token.step().map_or(0, |step| match step {
                    Step::Key(name) => name.len() + 1,
                    Step::Index(_) => 6,
                });
                stack.push(Next {
                    schema: child.schema,
                    place: self.places.child(next.place, &child),
                    pointer: next.pointer + child.keyword.len() + 1 + token,
                    ..next
                });
            }
        }
        Error::check(ErrorKind::UnsupportedSchema, unsupported)
    }

    /// Charges the pointers to a subschema and to its keywords, whose names have this total length.
    fn charge_pointers(
        &mut self,
        keywords: usize,
        names: usize,
        at: &Next<'_>,
        limits: &Limits,
    ) -> Result<()> {
        let each = at.pointer.saturating_add(at.base);
        let all = each.saturating_mul(keywords + 1).saturating_add(names);
        self.pointers = self.pointers.saturating_add(all);
        if self.pointers <= limits.schema_pointers {
            return Ok(());
        }
        let what = "the pointers to all subschemas and keywords of the schema take more than";
        let (limit, pointer) = (limits.schema_pointers, self.places.pointer(at.place));
        Err(exceeded(pointer, what, limit, "bytes", "schema_pointers"))
    }

    /// The pointer of a keyword of the subschema at a place.
    fn pointer_below(&self, place: Place, keyword: &str) -> String {
        let mut steps = self.places.steps(place);
        steps.push(Step::Key(keyword));
        written(&steps)
    }

    fn note_references(&mut self, map: &Map<String, Value>) {
        for name in ["$ref", "$dynamicRef"] {
            let Some(reference) = keyword(map, name) else {
                continue;
            };
            let text = reference.as_str().unwrap_or_default();
            self.references += 1;
            self.is_plain &= text.starts_with('#') && text.len() <= SHORT_REFERENCE;
        }
    }

    fn note_patterns(&mut self, map: &'a Map<String, Value>, place: Place) {
        if let Some(Value::String(text)) = keyword(map, "pattern") {
            let below = self.places.below(place, Step::Key("pattern"));
            self.patterns.entry(text).or_default().push(below);
        }
        if let Some(Value::Object(patterns)) = keyword(map, "patternProperties") {
            let below = self.places.below(place, Step::Key("patternProperties"));
            for text in patterns.keys() {
                let place = self.places.below(below, Step::Key(text));
                self.patterns.entry(text).or_default().push(place);
            }
        }
    }

    fn check_patterns(&self, limits: &Limits) -> Result<()> {
        let (mut bytes, mut translation) = (0u64, 0u64);
        for (text, places) in &self.patterns {
            let pattern = Pattern::of(text);
            bytes = bytes.saturating_add(pattern.size.saturating_mul(STATE_BYTES));
            translation = translation.saturating_add(pattern.translation(text));
            if !pattern.is_bounded(text, limits.regex_size) {
                return Err(self.too_large(places.first().copied(), limits));
            }
        }
        let most = (limits.regex_size as u64).saturating_mul(8);
        if bytes > most || translation > most / 16 {
            let limit = limits.regex_size.saturating_mul(8);
            let what = "the patterns of the schema together take more than";
            return Err(exceeded("", what, limit, "bytes", "regex_size"));
        }
        Ok(())
    }

    fn pointer(&self, place: Option<Place>) -> String {
        let pointer = place.map(|place| self.places.pointer(place));
        pointer.unwrap_or_default()
    }

    /// The error of a valid pattern that the engine does not support.
    pub(super) fn unsupported_pattern(&self, place: Option<Place>) -> Error {
        let message = "the pattern escapes half of a surrogate pair; write the character itself, or `\\u{1f600}`";
        Error::at(ErrorKind::UnsupportedSchema, self.pointer(place), message)
    }

    /// The error of a pattern with syntax that ECMAScript allows and the engine does not.
    pub(super) fn unknown_pattern(&self, place: Option<Place>, pattern: &str) -> Error {
        let message = format!(
            "the pattern `{}` uses what the pattern engine does not know",
            cut(pattern)
        );
        Error::at(ErrorKind::UnsupportedSchema, self.pointer(place), message)
    }

    /// The error of a valid pattern that is too large to compile.
    pub(super) fn too_large(&self, place: Option<Place>, limits: &Limits) -> Error {
        let what = "the pattern is too large or too deeply nested for";
        let limit = limits.regex_size;
        exceeded(self.pointer(place), what, limit, "bytes", "regex_size")
    }
}

/// The size of a schema, which must be within the limits.
pub(super) fn check_size(root: &Value, limits: &Limits) -> Result<JsonSize> {
    let size = json_size(root, limits.schema_bytes);
    if size.bytes > limits.schema_bytes {
        let limit = limits.schema_bytes;
        let what = "the schema has more than";
        return Err(exceeded("", what, limit, "bytes", "schema_bytes"));
    }
    if size.depth > limits.schema_depth {
        let limit = limits.schema_depth;
        let what = "the schema is nested deeper than";
        return Err(exceeded("", what, limit, "levels", "schema_depth"));
    }
    Ok(size)
}

/// The names by which a subschema can be referred to, each with its keyword.
fn anchor_names(map: &Map<String, Value>, dialect: Dialect) -> Vec<(&'static str, &str)> {
    let text = |name: &str| keyword(map, name).and_then(Value::as_str);
    match dialect {
        Dialect::Draft07 => text("$id")
            .and_then(|id| id.strip_prefix('#'))
            .filter(|name| !name.is_empty())
            .map(|name| ("$id", name))
            .into_iter()
            .collect(),
        Dialect::Draft202012 => {
            let plain = text("$anchor");
            let dynamic = text("$dynamicAnchor").filter(|name| plain != Some(name));
            let plain = plain.map(|name| ("$anchor", name));
            let dynamic = dynamic.map(|name| ("$dynamicAnchor", name));
            plain.into_iter().chain(dynamic).collect()
        }
    }
}
