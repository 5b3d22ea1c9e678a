//! Constraints that a provider refuses, told in the description instead.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::schema::walk::keyword;

/// A constraint longer than this is dropped: a description is no place for whole schemas.
const LONGEST: usize = 600;

/// What is on its way into a description: constraints, and sentences about alternatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Description {
    constraints: Vec<String>,
    sentences: Vec<String>,
}

impl Description {
    /// Takes a constraint, unless it is too long to tell.
    #[must_use]
    pub(super) fn tell(&mut self, keyword: &str, value: &Value) -> bool {
        let mut text = String::with_capacity(keyword.len() + 16);
        text.push_str(keyword);
        text.push_str(": ");
        // Writing to a string does not fail.
        let _ = write!(text, "{value}");
        if text.len() > LONGEST {
            return false;
        }
        if !self.constraints.contains(&text) {
            self.constraints.push(text);
        }
        true
    }

    /// Takes a whole sentence.
    pub(super) fn say(&mut self, sentence: String) {
        if !self.sentences.contains(&sentence) {
            self.sentences.push(sentence);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.constraints.is_empty() && self.sentences.is_empty()
    }

    /// Everything in one text, behind one that is there already; none when there is nothing.
    pub(super) fn text(self, before: Option<&str>) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let before = before.filter(|text| !text.is_empty());
        let sentences = self.sentences.iter().map(String::as_str);
        let told = self.constraints.iter().map(|told| told.len() + 2);
        let mut text = String::with_capacity(told.sum::<usize>() + 2);
        for part in before.into_iter().chain(sentences) {
            begin_part(&mut text);
            text.push_str(part);
        }
        if !self.constraints.is_empty() {
            begin_part(&mut text);
            text.push('{');
            for (i, told) in self.constraints.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { ", " });
                text.push_str(told);
            }
            text.push('}');
        }
        Some(text)
    }

    /// Writes everything behind the description that a schema already has.
    pub(super) fn append_to(self, schema: &mut Map<String, Value>) {
        let before = keyword(schema, "description").and_then(Value::as_str);
        if let Some(text) = self.text(before) {
            schema.insert("description".to_owned(), Value::String(text));
        }
    }
}

/// Parts of a description are paragraphs.
fn begin_part(text: &mut String) {
    if !text.is_empty() {
        text.push_str("\n\n");
    }
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
