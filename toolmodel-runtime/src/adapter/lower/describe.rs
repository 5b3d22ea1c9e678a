//! Constraints that a provider refuses, told in the description instead.

use serde_json::{Map, Value};

/// A constraint longer than this is dropped: a description is no place for whole schemas.
const LONGEST: usize = 600;

/// Constraints on their way into a description.
#[derive(Debug, Default)]
pub(super) struct Description(Vec<String>);

impl Description {
    /// Takes a constraint, unless it is too long to tell.
    #[must_use]
    pub(super) fn tell(&mut self, keyword: &str, value: &Value) -> bool {
        let text = format!("{keyword}: {value}");
        if text.len() > LONGEST {
            return false;
        }
        if !self.0.contains(&text) {
            self.0.push(text);
        }
        true
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The description with the constraints behind it; none when there is nothing to say.
    pub(super) fn finish(self, text: Option<&str>) -> Option<String> {
        let text = text.filter(|text| !text.is_empty());
        if self.0.is_empty() {
            return text.map(str::to_owned);
        }
        let constraints = format!("{{{}}}", self.0.join(", "));
        Some(match text {
            Some(text) => format!("{text}\n\n{constraints}"),
            None => constraints,
        })
    }

    /// Writes the constraints behind the description that a schema already has.
    pub(super) fn append_to(self, schema: &mut Map<String, Value>) {
        if self.0.is_empty() {
            return;
        }
        let text = schema.get("description").and_then(Value::as_str);
        if let Some(text) = self.finish(text) {
            schema.insert("description".to_owned(), Value::String(text));
        }
    }
}
