//! What the author of a tool wrote as Rust expressions, as JSON: metadata and examples.

use std::fmt;

use serde_json::Value;

use super::bounds::Writable;
use crate::docs::ToolExample;
use crate::error::Problem;
use crate::schema::kind_of;

/// Named values, in the order they were written.
#[derive(Debug, Default)]
pub struct Entries {
    pub(super) values: Vec<(&'static str, Value)>,
    pub(super) problems: Vec<Problem>,
}

impl Entries {
    /// Adds a value. A value that is not JSON (a map with keys other than strings) is reported and left out.
    pub fn add<T: Writable + ?Sized>(&mut self, key: &'static str, value: &T) {
        match serde_json::to_value(value) {
            Ok(value) => self.values.push((key, value)),
            Err(error) => self.problems.push(Problem::new(
                "",
                format_args!("the value of `{key}` is not JSON: {error}"),
            )),
        }
    }

    pub(super) fn of(write: Option<fn(&mut Self)>) -> Self {
        let mut entries = Self::default();
        if let Some(write) = write {
            write(&mut entries);
        }
        entries
    }
}

/// Calls that show how the tool is used.
#[derive(Debug, Default)]
pub struct Examples {
    pub(super) examples: Vec<ToolExample>,
    pub(super) problems: Vec<Problem>,
}

impl Examples {
    /// Adds a call and its title and description; empty texts are omitted.
    pub fn add<T: Writable>(
        &mut self,
        arguments: &T,
        id: &'static str,
        title: &'static str,
        description: &'static str,
        result_hint: &'static str,
    ) {
        let args = match serde_json::to_value(arguments) {
            Ok(Value::Object(args)) => args,
            Ok(other) => return self.refuse(format_args!("{} and not an object", kind_of(&other))),
            Err(error) => return self.refuse(format_args!("not JSON: {error}")),
        };
        let id = if id.is_empty() {
            format!("example-{}", self.examples.len() + 1)
        } else {
            id.to_owned()
        };
        self.examples.push(ToolExample {
            id,
            title: title.to_owned(),
            description: description.to_owned(),
            args,
            result_hint: result_hint.to_owned(),
        });
    }

    fn refuse(&mut self, what: fmt::Arguments<'_>) {
        let number = self.examples.len() + self.problems.len() + 1;
        let message = format!("example {number} is {what}");
        self.problems.push(Problem::new("", message));
    }
}
