//! Constraints that a provider refuses, told in the description instead.

use serde_json::{Map, Value};

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
        let text = format!("{keyword}: {value}");
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

    /// Writes everything behind the description that a schema already has.
    pub(super) fn append_to(self, schema: &mut Map<String, Value>) {
        if self.is_empty() {
            return;
        }
        let text = schema.get("description").and_then(Value::as_str);
        let mut parts: Vec<String> = text
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
            .into_iter()
            .collect();
        parts.extend(self.sentences);
        if !self.constraints.is_empty() {
            parts.push(format!("{{{}}}", self.constraints.join(", ")));
        }
        schema.insert("description".to_owned(), Value::String(parts.join("\n\n")));
    }
}

/// Puts an outer description in front of the one that a schema has.
pub(super) fn put_before(schema: &mut Map<String, Value>, outer: &str) {
    let text = match schema.get("description").and_then(Value::as_str) {
        Some(own) if own == outer || own.is_empty() => outer.to_owned(),
        Some(own) => format!("{outer}\n\n{own}"),
        None => outer.to_owned(),
    };
    schema.insert("description".to_owned(), Value::String(text));
}
