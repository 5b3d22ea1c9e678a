//! Which subschemas may be equivalent: those with the same fingerprint. Comparing each subschema of one side with
//! each of the other would take quadratic time.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value};

use super::same::{decides, reference};
use crate::meter::{Exceeded, Meter};
use crate::schema::Dialect;
use crate::schema::shape::Document;
use crate::schema::walk::{Holds, holds};

/// Levels of a subschema that its fingerprint covers. Subschemas that differ only below them are compared in vain,
/// so only a few of them are.
const LEVELS: usize = 6;

/// The fingerprints of the subschemas of both sides, by address: a subschema has one place.
#[derive(Debug, Default)]
pub(super) struct Prints(HashMap<(*const Value, usize), u64>);

/// Computes fingerprints.
pub(super) struct Printer<'p, 'a> {
    pub(super) prints: &'p mut Prints,
    pub(super) document: &'p mut Document<'a>,
    pub(super) dialect: Dialect,
    pub(super) meter: &'p Meter,
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<'a> Printer<'_, 'a> {
    /// The fingerprint of a subschema: subschemas that are equivalent according to `Same` have the same one.
    pub(super) fn print(&mut self, schema: &'a Value) -> Result<u64, Exceeded> {
        self.schema(schema, LEVELS)
    }

    fn schema(&mut self, schema: &'a Value, levels: usize) -> Result<u64, Exceeded> {
        self.meter.work(1)?;
        let Some(below) = levels.checked_sub(1) else {
            return Ok(0);
        };
        let key = (std::ptr::from_ref(schema), levels);
        if let Some(known) = self.prints.0.get(&key) {
            return Ok(*known);
        }
        let print = match schema {
            Value::Object(map) => match self.target(map) {
                Some(Value::Object(target)) => self.contents(target, below)?,
                Some(other) => hash(other),
                None => self.contents(map, below)?,
            },
            other => hash(other),
        };
        self.prints.0.insert(key, print);
        Ok(print)
    }

    /// The target of a subschema that is only a reference, at the end of its references.
    fn target(&mut self, map: &Map<String, Value>) -> Option<&'a Value> {
        let target = self.document.target(reference(map, self.dialect)?)?;
        let end = self.document.resolve(target);
        Some(self.document.schema(end))
    }

    fn contents(&mut self, map: &'a Map<String, Value>, below: usize) -> Result<u64, Exceeded> {
        self.meter.work(map.len())?;
        let mut sum = 0u64;
        for (keyword, value) in map.iter().filter(|(keyword, _)| decides(keyword)) {
            sum = sum.wrapping_add(hash((keyword, self.value(keyword, value, below)?)));
        }
        Ok(sum)
    }

    fn value(&mut self, keyword: &str, value: &'a Value, below: usize) -> Result<u64, Exceeded> {
        match (keyword, value) {
            ("$ref" | "$dynamicRef" | "$recursiveRef", _) => Ok(0),
            ("required" | "enum" | "type", Value::Array(items)) => {
                self.meter.work(items.len())?;
                let mut items: Vec<u64> = items.iter().map(|it| hash(it.to_string())).collect();
                items.sort_unstable();
                items.dedup();
                Ok(hash(items))
            }
            _ => self.held(holds(keyword), value, below),
        }
    }

    fn held(&mut self, holds: Holds, value: &'a Value, below: usize) -> Result<u64, Exceeded> {
        match (holds, value) {
            (Holds::Array | Holds::OneOrArray, Value::Array(schemas)) => {
                let mut prints = Vec::with_capacity(schemas.len());
                for schema in schemas {
                    prints.push(self.schema(schema, below)?);
                }
                Ok(hash(prints))
            }
            (Holds::Map | Holds::MapOrNames, Value::Object(schemas)) => {
                let mut sum = 0u64;
                for (name, schema) in schemas {
                    sum = sum.wrapping_add(hash((name, self.schema(schema, below)?)));
                }
                Ok(sum)
            }
            (Holds::One | Holds::OneOrArray, schema) => self.schema(schema, below),
            (_, value) => Ok(hash(value)),
        }
    }
}
