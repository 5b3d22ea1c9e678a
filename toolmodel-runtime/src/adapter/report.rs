//! Collects what a conversion does to features, and puts it in document order.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::canonical::CanonicalTool;
use super::feature::Feature;
use super::limits::TELLING;
use super::warning::{FeatureLossWarning, Outcome};
use crate::error::{Error, Result};
use crate::meter::{Exceeded, Meter};
use crate::path::Path;
use crate::schema::walk::each;

/// The prefix of places in the output schema.
pub(crate) const OUTPUT: &str = "/outputSchema";

/// What became of the features of one schema, or of a tool's fields.
#[derive(Debug)]
pub(crate) struct Report {
    entries: Vec<Entry>,
    /// The entries about each schema, by feature, once there are more than [`FEW`].
    by_schema: HashMap<Address, HashMap<Feature, usize>>,
    meter: Meter,
    exceeded: Option<Exceeded>,
}

/// Entries and keywords are searched up to this many, and looked up beyond it.
const FEW: usize = 16;

/// A schema of a document, by where it is in memory: documents do not move while they are lowered.
type Address = usize;

#[derive(Clone, Debug)]
struct Entry {
    feature: Feature,
    schema: Address,
    path: String,
    outcome: Outcome,
    note: Option<String>,
    /// The schema's place in document order, then the keyword's.
    rank: Option<(usize, usize)>,
}

impl Default for Report {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            by_schema: HashMap::new(),
            meter: Meter::new(TELLING),
            exceeded: None,
        }
    }
}

impl Report {
    /// Records an outcome about the root of a schema, or about the whole tool.
    pub(crate) fn add(&mut self, feature: impl Into<Feature>, outcome: Outcome) {
        self.push(feature.into(), None, String::new, outcome, None);
    }

    pub(crate) fn add_note(
        &mut self,
        feature: impl Into<Feature>,
        outcome: Outcome,
        note: impl Into<String>,
    ) {
        self.push(
            feature.into(),
            None,
            String::new,
            outcome,
            Some(note.into()),
        );
    }

    /// Records an outcome about a schema of the document.
    pub(crate) fn add_at(
        &mut self,
        feature: impl Into<Feature>,
        schema: &Value,
        path: &Path<'_>,
        outcome: Outcome,
    ) {
        let schema = (!matches!(path, Path::Root)).then_some(schema);
        self.push(feature.into(), schema, || path.pointer(), outcome, None);
    }

    /// Records an outcome; of several for one feature of one schema the gravest is kept.
    pub(crate) fn push(
        &mut self,
        feature: Feature,
        schema: Option<&Value>,
        path: impl FnOnce() -> String,
        outcome: Outcome,
        note: Option<String>,
    ) {
        let schema = schema.map_or(0, |schema| std::ptr::from_ref(schema).addr());
        if let Some(index) = self.find(schema, &feature) {
            let entry = &mut self.entries[index];
            if outcome > entry.outcome {
                entry.outcome = outcome;
                entry.note = note;
            }
            return;
        }
        // Several keywords of one schema are at one place.
        let path = match self.entries.last() {
            Some(last) if schema != 0 && last.schema == schema => last.path.clone(),
            _ => path(),
        };
        let bytes = path.len() + note.as_ref().map_or(0, String::len) + size_of::<Entry>();
        if let Err(exceeded) = self.meter.write(bytes) {
            self.exceeded = Some(exceeded);
            return;
        }
        if self.entries.is_empty() {
            self.entries.reserve(FEW);
        }
        self.entries.push(Entry {
            feature,
            schema,
            path,
            outcome,
            note,
            rank: None,
        });
        match self.entries.len() - 1 {
            FEW => (0..=FEW).for_each(|index| self.index(index)),
            index @ FEW.. => self.index(index),
            _ => {}
        }
    }

    /// The entry about a feature of a schema.
    fn find(&self, schema: Address, feature: &Feature) -> Option<usize> {
        if self.entries.len() > FEW {
            return self.by_schema.get(&schema)?.get(feature).copied();
        }
        let is_it = |entry: &Entry| entry.schema == schema && entry.feature == *feature;
        self.entries.iter().position(is_it)
    }

    fn index(&mut self, index: usize) {
        let entry = &self.entries[index];
        let here = self.by_schema.entry(entry.schema).or_default();
        here.insert(entry.feature.clone(), index);
    }

    /// A mark of what has been recorded, to return to.
    pub(crate) fn mark(&self) -> usize {
        self.entries.len()
    }

    /// Forgets what was recorded since a mark, and that it was too much.
    pub(crate) fn begin_again(&mut self, mark: usize) {
        self.forget(mark);
        self.exceeded = None;
    }

    /// Forgets what was recorded since a mark.
    pub(crate) fn forget(&mut self, mark: usize) {
        if mark <= FEW {
            self.by_schema.clear();
        }
        for entry in self.entries.drain(mark..) {
            if let Some(here) = self.by_schema.get_mut(&entry.schema) {
                here.remove(&entry.feature);
            }
        }
    }

    /// Ranks the entries about a document by their places in it.
    pub(crate) fn rank(&mut self, document: &Value) {
        let unranked = self.entries.iter().filter(|entry| entry.rank.is_none());
        let mut wanted: Vec<Address> = unranked.map(|entry| entry.schema).collect();
        if wanted.is_empty() {
            return;
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut found: Vec<Option<Found<'_>>> = Vec::new();
        found.resize_with(wanted.len(), || None);
        // Entries about the root have no address.
        let mut missing = wanted.len() - usize::from(wanted[0] == 0);
        let mut stack = Vec::with_capacity(FEW);
        stack.extend((missing > 0).then_some(document));
        let mut next = 0;
        while let Some(schema) = stack.pop() {
            if let Ok(index) = wanted.binary_search(&std::ptr::from_ref(schema).addr()) {
                found[index] = Some(Found::new(next, schema));
                missing -= 1;
                if missing == 0 {
                    break;
                }
            }
            next += 1;
            if let Value::Object(map) = schema {
                let first = stack.len();
                each(map, |_, _, child| stack.push(child));
                stack[first..].reverse();
            }
        }
        if let Ok(index) = wanted.binary_search(&0) {
            found[index] = Some(Found::new(0, document));
        }
        for entry in self.entries.iter_mut().filter(|entry| entry.rank.is_none()) {
            let index = wanted.binary_search(&entry.schema).ok();
            entry.rank = Some(match index.and_then(|index| found[index].as_ref()) {
                Some(found) => (found.rank, found.keyword(entry.feature.name())),
                None => (usize::MAX, 0),
            });
        }
    }
}

/// A schema that has entries.
struct Found<'a> {
    /// Its place in document order.
    rank: usize,
    schema: &'a Value,
    /// The positions of its keywords, if there are many.
    keywords: HashMap<&'a str, usize>,
}

impl<'a> Found<'a> {
    fn new(rank: usize, schema: &'a Value) -> Self {
        let is_large = schema.as_object().is_some_and(|map| map.len() > FEW);
        Self {
            rank,
            schema,
            keywords: if is_large {
                keyword_ranks(schema)
            } else {
                HashMap::new()
            },
        }
    }

    /// The position of a keyword; after all others if it is absent.
    fn keyword(&self, name: &str) -> usize {
        let place = if self.keywords.is_empty() {
            let mut keys = self.schema.as_object().into_iter().flat_map(Map::keys);
            keys.position(|key| key == name)
        } else {
            self.keywords.get(name).copied()
        };
        place.unwrap_or(usize::MAX)
    }
}

/// The position of each keyword in a schema.
fn keyword_ranks(schema: &Value) -> HashMap<&str, usize> {
    let keys = schema.as_object().into_iter().flat_map(|map| map.keys());
    keys.zip(0..)
        .map(|(key, rank)| (key.as_str(), rank))
        .collect()
}

/// The reports of one conversion.
#[derive(Debug)]
pub(crate) struct Reports {
    /// Whether warnings state reasons.
    explained: bool,
    pub(crate) input: Report,
    pub(crate) output: Report,
    pub(crate) tool: Report,
}

impl Reports {
    /// The reports of a conversion; `baseline` if it follows the original.
    pub(crate) fn new(baseline: bool) -> Self {
        Self {
            explained: !baseline,
            input: Report::default(),
            output: Report::default(),
            tool: Report::default(),
        }
    }

    pub(crate) fn is_baseline(&self) -> bool {
        !self.explained
    }

    /// The warnings: about the input schema, then the output schema, then the tool's fields.
    ///
    /// # Errors
    /// When there are more than anybody would read.
    pub(crate) fn into_warnings(
        self,
        tool: &CanonicalTool,
        to: &str,
    ) -> Result<Vec<FeatureLossWarning>> {
        let entries = [&self.input, &self.output, &self.tool].map(|report| report.entries.len());
        let count: usize = entries.iter().sum();
        let mut warnings = Vec::with_capacity(count);
        // Most plain conversions lose nothing and need no names.
        let names: Option<[Arc<str>; 2]> = (count > 0).then(|| {
            let from = tool.source_format.as_deref().unwrap_or("canonical");
            [from.into(), to.into()]
        });
        let schemas = [
            tool.input_schema.as_ref(),
            tool.output_schema.as_ref(),
            None,
        ];
        let reports = [(self.input, ""), (self.output, OUTPUT), (self.tool, "")];
        for ((mut report, prefix), schema) in reports.into_iter().zip(schemas) {
            if let Some(exceeded) = report.exceeded {
                return Err(Error::from(exceeded));
            }
            if let Some(schema) = schema
                && report.entries.len() > 1
            {
                report.rank(schema.as_value());
                report.entries.sort_by_key(|entry| entry.rank);
            }
            let Some([from, to]) = &names else { continue };
            warnings.extend(report.entries.into_iter().map(|entry| FeatureLossWarning {
                feature: entry.feature,
                path: if prefix.is_empty() {
                    entry.path
                } else {
                    format!("{prefix}{}", entry.path)
                },
                from: Arc::clone(from),
                to: Arc::clone(to),
                outcome: entry.outcome,
                note: entry.note,
                explained: self.explained,
            }));
        }
        Ok(warnings)
    }
}
