//! Copies of a document around its subschemas, for values validated against those that refer to others.

use serde_json::Value;

use super::reference::around;
use crate::meter::{Allowance, Meter};

/// Objects of all copies of one document; each copy is compiled with all of them.
const ALLOWANCE: Allowance = Allowance {
    work: 50_000,
    depth: usize::MAX,
    bytes: usize::MAX,
};

/// The copies of one document.
#[derive(Debug)]
pub struct Copies<'a> {
    document: &'a Value,
    objects: usize,
    meter: Meter,
}

impl<'a> Copies<'a> {
    /// No copies yet.
    #[must_use]
    pub fn of(document: &'a Value) -> Self {
        Self {
            document,
            objects: objects(document),
            meter: Meter::new(ALLOWANCE),
        }
    }

    /// How many objects the document is written with.
    #[must_use]
    pub fn objects(&self) -> usize {
        self.objects
    }

    /// The document as a schema that accepts what the subschema at a place does; `None` once that takes too much.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<Value> {
        self.meter.work(self.objects).ok()?;
        Some(around(self.document, pointer))
    }
}

fn objects(value: &Value) -> usize {
    let mut stack = vec![value];
    let mut count = 0;
    while let Some(value) = stack.pop() {
        match value {
            Value::Object(map) => {
                count += 1;
                stack.extend(map.values());
            }
            Value::Array(items) => stack.extend(items),
            _ => {}
        }
    }
    count
}
