//! Constraints that a provider refuses, stated in the description instead.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::schema::walk::keyword;

/// A constraint longer than this is dropped: a description is no place for whole schemas.
const LONGEST: usize = 600;

/// Initial capacity for constraints, in bytes.
const USUAL: usize = 64;

/// The separator between two constraints.
const SEPARATOR: &str = ", ";

/// What will be added to a description: constraints, and sentences about alternatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Description {
    /// The constraints as written, `{minimum: 1, maximum: 5`, still without the closing brace.
    constraints: String,
    /// The end of each constraint except the last.
    ends: Vec<usize>,
    sentences: Vec<String>,
}

impl Description {
    /// Adds a constraint, unless it is too long.
    #[must_use]
    pub(super) fn tell(&mut self, keyword: &str, value: &Value) -> bool {
        let text = &mut self.constraints;
        let before = text.len();
        if before == 0 {
            text.reserve(USUAL);
        }
        text.push_str(if before == 0 { "{" } else { SEPARATOR });
        let start = text.len();
        text.push_str(keyword);
        text.push_str(": ");
        write_value(text, value);
        let is_short = text.len() - start <= LONGEST;
        if !is_short || self.has(before, start) {
            self.constraints.truncate(before);
        } else if before > 0 {
            self.ends.push(before);
        }
        is_short
    }

    /// Whether the constraint that was written last, starting at `start`, equals one of those that end
    /// before it.
    fn has(&self, before: usize, start: usize) -> bool {
        let (told, new) = self.constraints.split_at(start);
        let mut begin = 1;
        let mut ends = self.ends.iter().copied().chain([before]);
        before > 0
            && ends.any(|end| {
                let is_same = told[begin..end] == *new;
                begin = end + SEPARATOR.len();
                is_same
            })
    }

    /// Adds a whole sentence.
    pub(super) fn say(&mut self, sentence: String) {
        if !self.sentences.contains(&sentence) {
            self.sentences.push(sentence);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.constraints.is_empty() && self.sentences.is_empty()
    }

    /// Everything in one text, after the one that exists already; `None` when there is nothing.
    pub(super) fn text(self, before: Option<&str>) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let mut constraints = self.constraints;
        if !constraints.is_empty() {
            constraints.push('}');
        }
        let before = before.filter(|text| !text.is_empty());
        if before.is_none() && self.sentences.is_empty() {
            return Some(constraints);
        }
        let room = before.map_or(0, |text| text.len() + 2) + constraints.len();
        let mut text = String::with_capacity(room);
        let sentences = self.sentences.iter().map(String::as_str);
        for part in before.into_iter().chain(sentences).chain([&*constraints]) {
            if !text.is_empty() && !part.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(part);
        }
        Some(text)
    }

    /// Appends everything to the description that a schema already has.
    pub(super) fn append_to(self, schema: &mut Map<String, Value>) {
        let before = keyword(schema, "description").and_then(Value::as_str);
        if let Some(text) = self.text(before) {
            schema.insert("description".to_owned(), Value::String(text));
        }
    }
}

/// Writes a value as JSON. Most of these values are numbers, which need no serializer.
fn write_value(text: &mut String, value: &Value) {
    // Writing to a string does not fail.
    let _ = match value {
        Value::Number(number) => write!(text, "{number}"),
        value => write!(text, "{value}"),
    };
}

/// Puts an outer description in front of the one that a schema has.
pub(super) fn put_before(schema: &mut Map<String, Value>, outer: &str) {
    let text = match keyword(schema, "description").and_then(Value::as_str) {
        Some(own) if own == outer || own.is_empty() => outer.to_owned(),
        Some(own) => format!("{outer}\n\n{own}"),
        None => outer.to_owned(),
    };
    schema.insert("description".to_owned(), Value::String(text));
}
