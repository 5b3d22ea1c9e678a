//! Collects what a conversion does to features, and puts it in document order.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::canonical::CanonicalTool;
use super::feature::Feature;
use super::path::Path;
use super::refs::below;
use super::subschemas::each;
use super::warning::{FeatureLossWarning, Outcome};

/// The prefix of places in the output schema.
pub(crate) const OUTPUT: &str = "/outputSchema";

/// What became of the features of one schema, or of a tool's fields.
#[derive(Debug, Default)]
pub(crate) struct Report {
    entries: Vec<Entry>,
    /// The entries about each path.
    places: HashMap<String, Vec<usize>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    feature: Feature,
    path: String,
    outcome: Outcome,
    note: Option<String>,
}

impl Report {
    /// Notes an outcome; of several for one feature at one place the gravest stays.
    pub(crate) fn add(&mut self, feature: impl Into<Feature>, path: &str, outcome: Outcome) {
        self.push(feature.into(), path.to_owned(), outcome, None);
    }

    pub(crate) fn add_at(
        &mut self,
        feature: impl Into<Feature>,
        path: &Path<'_>,
        outcome: Outcome,
    ) {
        self.push(feature.into(), path.pointer(""), outcome, None);
    }

    pub(crate) fn add_note(
        &mut self,
        feature: impl Into<Feature>,
        path: &str,
        outcome: Outcome,
        note: impl Into<String>,
    ) {
        self.push(feature.into(), path.to_owned(), outcome, Some(note.into()));
    }

    fn push(&mut self, feature: Feature, path: String, outcome: Outcome, note: Option<String>) {
        let here = self.places.entry(path.clone()).or_default();
        let same = here
            .iter()
            .copied()
            .find(|index| self.entries[*index].feature == feature);
        if let Some(index) = same {
            let entry = &mut self.entries[index];
            if outcome > entry.outcome {
                entry.outcome = outcome;
                entry.note = note;
            }
            return;
        }
        here.push(self.entries.len());
        self.entries.push(Entry {
            feature,
            path,
            outcome,
            note,
        });
    }

    /// Adds what another report collected.
    pub(crate) fn append(&mut self, other: Self) {
        for entry in other.entries {
            self.push(entry.feature, entry.path, entry.outcome, entry.note);
        }
    }

    /// Sorts the entries by where they stand in the schema they are about.
    fn sort(&mut self, schema: &Value) {
        if self.entries.len() < 2 {
            return;
        }
        let mut ranks = BTreeMap::new();
        let mut stack = vec![(String::new(), schema)];
        while let Some((pointer, schema)) = stack.pop() {
            if let Value::Object(map) = schema {
                let first = stack.len();
                each(map, |keyword, token, child| {
                    stack.push((below(&pointer, keyword, token), child));
                });
                stack[first..].reverse();
            }
            let rank = ranks.len();
            ranks.insert(pointer, rank);
        }
        let keyword_rank = |entry: &Entry| {
            let map = schema.pointer(&entry.path).and_then(Value::as_object);
            let keyword = entry.feature.to_string();
            map.and_then(|map| map.keys().position(|key| *key == keyword))
                .unwrap_or(usize::MAX)
        };
        self.entries.sort_by_cached_key(|entry| {
            (
                ranks.get(&entry.path).copied().unwrap_or(usize::MAX),
                keyword_rank(entry),
            )
        });
    }
}

/// The reports of one conversion.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    pub(crate) input: Report,
    pub(crate) output: Report,
    pub(crate) tool: Report,
}

impl Reports {
    /// The warnings: about the input schema, then the output schema, then the tool's fields.
    pub(crate) fn into_warnings(
        mut self,
        tool: &CanonicalTool,
        to: &str,
    ) -> Vec<FeatureLossWarning> {
        if let Some(schema) = &tool.input_schema {
            self.input.sort(schema.as_value());
        }
        if let Some(schema) = &tool.output_schema {
            self.output.sort(schema.as_value());
        }
        for entry in &mut self.output.entries {
            entry.path.insert_str(0, OUTPUT);
        }
        let from = tool.source_format.as_deref().unwrap_or("canonical");
        let entries = [self.input.entries, self.output.entries, self.tool.entries];
        let warn = |entry: Entry| FeatureLossWarning {
            feature: entry.feature,
            path: entry.path,
            from: from.to_owned(),
            to: to.to_owned(),
            outcome: entry.outcome,
            note: entry.note,
        };
        entries.into_iter().flatten().map(warn).collect()
    }
}
