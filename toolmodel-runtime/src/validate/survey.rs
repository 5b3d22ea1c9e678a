//! A first look at a schema: its size, its subschemas, and what in it needs care before it may be
//! compiled.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value};

use super::limits::{Limits, exceeded};
use super::measure::json_size;
use super::pattern::{Pattern, STATE_BYTES};
use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::schema::Dialect;
use crate::schema::pointer::join;
use crate::schema::walk::children;

/// What a look at every subschema finds.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// Addresses of the subschemas.
    pub(super) known: HashSet<usize>,
    /// The pointers of each pattern, by its text.
    pub(super) patterns: BTreeMap<String, Vec<String>>,
    /// Anchors that another subschema of the same document has too.
    pub(super) repeated: Vec<Problem>,
    /// Pointers of subschemas whose `$ref` is empty, which means the same as `#`.
    pub(super) empty_references: Vec<String>,
    /// References, dynamic ones included.
    pub(super) references: usize,
    /// Whether an embedded schema declares a dialect of its own.
    pub(super) mixed: bool,
    /// Size as compact JSON, approximately.
    pub(super) bytes: usize,
    /// Levels of arrays and objects.
    pub(super) depth: usize,
}

impl Survey {
    pub(super) fn of(root: &Value, dialect: Dialect, limits: &Limits) -> Result<Self> {
        let (bytes, depth) = json_size(root, limits.schema_bytes);
        if bytes > limits.schema_bytes {
            let limit = limits.schema_bytes;
            let what = "the schema has more than";
            return Err(exceeded("", what, limit, "bytes", "schema_bytes"));
        }
        if depth > limits.schema_depth {
            let limit = limits.schema_depth;
            let what = "the schema is nested deeper than";
            return Err(exceeded("", what, limit, "levels", "schema_depth"));
        }
        let mut survey = Self {
            bytes,
            depth,
            ..Self::default()
        };
        survey.look(root, dialect, limits)?;
        survey.check_patterns(limits)?;
        Ok(survey)
    }

    fn look(&mut self, root: &Value, dialect: Dialect, limits: &Limits) -> Result<()> {
        let mut unsupported = Vec::new();
        let mut anchors = HashSet::new();
        let mut stack = vec![(root, String::new(), 0)];
        while let Some((schema, pointer, resource)) = stack.pop() {
            self.known.insert(std::ptr::from_ref(schema) as usize);
            if self.known.len() > limits.subschemas {
                let limit = limits.subschemas;
                let what = "the schema has more than";
                return Err(exceeded("", what, limit, "subschemas", "subschemas"));
            }
            let Value::Object(map) = schema else {
                continue;
            };
            if let Some(uri) = map.get("$schema").and_then(Value::as_str) {
                match Dialect::from_uri(uri) {
                    Some(own) => self.mixed |= own != dialect,
                    None => unsupported.push(Problem::new(
                        join(&pointer, "$schema"),
                        format_args!("`{}` is not supported; use 2020-12 or draft-07", cut(uri)),
                    )),
                }
            }
            self.references += usize::from(map.contains_key("$ref"));
            self.references += usize::from(map.contains_key("$dynamicRef"));
            if map.get("$ref").and_then(Value::as_str) == Some("") {
                self.empty_references.push(pointer.clone());
            }
            let id = map.get("$id").and_then(Value::as_str);
            let resource = match id {
                Some(id) if !id.starts_with('#') => self.known.len(),
                _ => resource,
            };
            for (keyword, name) in anchor_names(map, dialect) {
                if !anchors.insert((resource, name)) {
                    let message = format!("the anchor `{}` is there twice", cut(name));
                    self.repeated
                        .push(Problem::new(join(&pointer, keyword), message));
                }
            }
            self.note_patterns(map, &pointer);
            let below = children(map).into_iter().rev();
            stack.extend(below.map(|child| (child.schema, child.pointer(&pointer), resource)));
        }
        Error::check(ErrorKind::UnsupportedSchema, unsupported)
    }

    fn note_patterns(&mut self, map: &Map<String, Value>, pointer: &str) {
        if let Some(Value::String(text)) = map.get("pattern") {
            let places = self.patterns.entry(text.clone()).or_default();
            places.push(join(pointer, "pattern"));
        }
        if let Some(Value::Object(patterns)) = map.get("patternProperties") {
            let place = join(pointer, "patternProperties");
            for text in patterns.keys() {
                let places = self.patterns.entry(text.clone()).or_default();
                places.push(join(&place, text));
            }
        }
    }

    fn check_patterns(&self, limits: &Limits) -> Result<()> {
        let (mut bytes, mut translation) = (0u64, 0u64);
        for (text, places) in &self.patterns {
            let pattern = Pattern::of(text);
            bytes = bytes.saturating_add(pattern.states.saturating_mul(STATE_BYTES));
            translation = translation.saturating_add(pattern.translation(text));
            if !pattern.is_bounded(text, limits.regex_size) {
                let place = places.first().map_or("", String::as_str);
                return Err(too_large(place, limits));
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
}

/// The names that a subschema can be referred to by, each with its keyword.
fn anchor_names(map: &Map<String, Value>, dialect: Dialect) -> Vec<(&'static str, &str)> {
    let text = |keyword: &str| map.get(keyword).and_then(Value::as_str);
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

/// The error of a pattern that is fine but too large to compile.
pub(super) fn too_large(pointer: &str, limits: &Limits) -> Error {
    let what = "the pattern is too large or too deeply nested for";
    exceeded(pointer, what, limits.regex_size, "bytes", "regex_size")
}
