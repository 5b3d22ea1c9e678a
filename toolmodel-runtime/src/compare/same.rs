//! Whether two subschemas are equivalent, apart from annotations, key order and names of
//! definitions.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::meter::{Exceeded, Meter};
use crate::schema::Dialect;
use crate::schema::shape::{Document, is_assertion};
use crate::schema::walk::{Holds, holds};

/// Steps that it takes to write a listed value, and to have it found by its hash.
const STEPS_PER_TEXT: usize = 16;

/// Both documents, which have the same dialect.
pub(super) struct Same<'s, 'a, 'b> {
    pub(super) sender: &'s mut Document<'a>,
    pub(super) reader: &'s mut Document<'b>,
    pub(super) dialect: Dialect,
    pub(super) meter: &'s Meter,
}

/// Pairs that are being compared, by address: a subschema has one place.
type Assumed = HashSet<(*const Value, *const Value)>;

impl<'a, 'b> Same<'_, 'a, 'b> {
    /// Whether two subschemas are equivalent.
    pub(super) fn schemas(&mut self, a: &'a Value, b: &'b Value) -> Result<bool, Exceeded> {
        self.pair(a, b, &mut Assumed::new())
    }

    /// Whether a keyword of two subschemas is equivalent; also true when neither has it.
    pub(super) fn keyword(
        &mut self,
        keyword: &str,
        a: &'a Map<String, Value>,
        b: &'b Map<String, Value>,
    ) -> Result<bool, Exceeded> {
        match (a.get(keyword), b.get(keyword)) {
            (None, None) => Ok(true),
            (Some(a), Some(b)) => self.values(keyword, a, b, &mut Assumed::new()),
            _ => Ok(false),
        }
    }

    /// A pair that leads back to itself is equivalent if nothing on the way differs: every way back
    /// passes through a smaller part of the instance, or imposes nothing at all.
    fn pair(
        &mut self,
        a: &'a Value,
        b: &'b Value,
        assumed: &mut Assumed,
    ) -> Result<bool, Exceeded> {
        self.meter.work(1)?;
        let _level = self.meter.enter()?;
        if !assumed.insert((std::ptr::from_ref(a), std::ptr::from_ref(b))) {
            return Ok(true);
        }
        match (a, b) {
            (Value::Object(a), Value::Object(b)) => self.objects(a, b, assumed),
            (a, b) => Ok(a == b),
        }
    }

    fn objects(
        &mut self,
        a: &'a Map<String, Value>,
        b: &'b Map<String, Value>,
        assumed: &mut Assumed,
    ) -> Result<bool, Exceeded> {
        // Both references are followed to the end before they are compared as a pair again.
        let sent = target(self.sender, a, self.dialect);
        let read = target(self.reader, b, self.dialect);
        match (sent, read) {
            (Some(a), Some(b)) => self.pair(a, b, assumed),
            (Some(Value::Object(a)), None) => self.contents(a, b, assumed),
            (None, Some(Value::Object(b))) => self.contents(a, b, assumed),
            (Some(_), None) | (None, Some(_)) => Ok(false),
            (None, None) => self.contents(a, b, assumed),
        }
    }

    fn contents(
        &mut self,
        a: &'a Map<String, Value>,
        b: &'b Map<String, Value>,
        assumed: &mut Assumed,
    ) -> Result<bool, Exceeded> {
        self.meter.work(a.len() + b.len())?;
        if a.keys().filter(|key| decides(key)).count()
            != b.keys().filter(|key| decides(key)).count()
        {
            return Ok(false);
        }
        for (keyword, value) in a.iter().filter(|(key, _)| decides(key)) {
            let Some(other) = b.get(keyword) else {
                return Ok(false);
            };
            if !self.values(keyword, value, other, assumed)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn values(
        &mut self,
        keyword: &str,
        a: &'a Value,
        b: &'b Value,
        assumed: &mut Assumed,
    ) -> Result<bool, Exceeded> {
        match (keyword, a, b) {
            ("$ref", Value::String(a), Value::String(b)) => {
                let (Some(a), Some(b)) = (self.sender.target(a), self.reader.target(b)) else {
                    return Ok(false);
                };
                let (a, b) = (self.sender.schema(a), self.reader.schema(b));
                self.pair(a, b, assumed)
            }
            // The targets of these depend on more than their place.
            ("$dynamicRef" | "$recursiveRef" | "$ref", ..) => Ok(false),
            ("required" | "enum" | "type", Value::Array(a), Value::Array(b)) => {
                self.meter.work(a.len() + b.len())?;
                if a == b {
                    return Ok(true);
                }
                self.meter.work(STEPS_PER_TEXT * (a.len() + b.len()))?;
                let texts = |items: &[Value]| -> HashSet<String> {
                    items.iter().map(Value::to_string).collect()
                };
                Ok(texts(a) == texts(b))
            }
            _ => self.held(holds(keyword), a, b, assumed),
        }
    }

    fn held(
        &mut self,
        holds: Holds,
        a: &'a Value,
        b: &'b Value,
        assumed: &mut Assumed,
    ) -> Result<bool, Exceeded> {
        match (holds, a, b) {
            (Holds::Nothing, ..) => {
                self.meter.work(1)?;
                Ok(a == b)
            }
            (Holds::Array | Holds::OneOrArray, Value::Array(a), Value::Array(b)) => {
                if a.len() != b.len() {
                    return Ok(false);
                }
                for (a, b) in a.iter().zip(b) {
                    if !self.pair(a, b, assumed)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Holds::Map | Holds::MapOrNames, Value::Object(a), Value::Object(b)) => {
                if a.len() != b.len() {
                    return Ok(false);
                }
                for (name, a) in a {
                    let Some(b) = b.get(name) else {
                        return Ok(false);
                    };
                    if !self.pair(a, b, assumed)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Holds::One | Holds::OneOrArray, a, b) => self.pair(a, b, assumed),
            _ => Ok(a == b),
        }
    }
}

/// The target of a subschema that is only a reference, at the end of its references.
fn target<'d>(
    document: &mut Document<'d>,
    map: &Map<String, Value>,
    dialect: Dialect,
) -> Option<&'d Value> {
    let target = document.target(reference(map, dialect)?)?;
    let end = document.resolve(target);
    Some(document.schema(end))
}

/// Whether a keyword affects what is accepted.
pub(super) fn decides(keyword: &str) -> bool {
    is_assertion(keyword)
        || matches!(
            keyword,
            "then" | "else" | "minContains" | "maxContains" | "$recursiveRef"
        )
}

/// The `$ref` of a subschema that contains nothing else.
pub(super) fn reference(map: &Map<String, Value>, dialect: Dialect) -> Option<&str> {
    let reference = map.get("$ref")?.as_str()?;
    let alone = dialect == Dialect::Draft07 || map.keys().all(|key| key == "$ref" || !decides(key));
    alone.then_some(reference)
}
