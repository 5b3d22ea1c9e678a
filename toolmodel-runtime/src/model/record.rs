//! Reading and writing the records of a tool without loss: known fields typed, unknown ones kept,
//! keys in the order they came in.

use std::collections::HashSet;
use std::fmt;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value};

use super::{Icon, ToolAnnotations, ToolExecution};
use crate::error::Problem;
use crate::schema::{Schema, expected, pointer::join, shallow};

/// The keys of a record in the order they were read. Two records that differ only in this are equal.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyOrder(Vec<String>);

impl KeyOrder {
    pub(crate) fn keys(&self) -> &[String] {
        &self.0
    }
}

impl PartialEq for KeyOrder {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The fields of a record with at most this many levels, or why it is not a record.
pub(crate) fn object(value: Value, levels: usize) -> Result<Map<String, Value>, Problem> {
    match shallow(value, levels).map_err(|exceeded| exceeded.problem(""))? {
        Value::Object(map) => Ok(map),
        other => Err(Problem::new("", expected("an object", &other))),
    }
}

/// Takes typed fields out of a JSON object and records every one that has the wrong type.
pub(crate) struct Reader<'p> {
    map: Map<String, Value>,
    order: KeyOrder,
    pointer: String,
    problems: &'p mut Vec<Problem>,
}

impl<'p> Reader<'p> {
    pub(crate) fn new(
        map: Map<String, Value>,
        pointer: String,
        problems: &'p mut Vec<Problem>,
    ) -> Self {
        let order = KeyOrder(map.keys().cloned().collect());
        Self {
            map,
            order,
            pointer,
            problems,
        }
    }

    /// Takes an optional field. A null stays among the unknown fields, so that it is
    /// written back.
    pub(crate) fn take(&mut self, key: &str) -> Option<Value> {
        if self.map.get(key)?.is_null() {
            return None;
        }
        self.map.shift_remove(key)
    }

    /// Records that something is wrong with a field.
    pub(crate) fn problem(&mut self, key: &str, message: impl fmt::Display) {
        self.problems
            .push(Problem::new(join(&self.pointer, key), message));
    }

    fn wrong<T>(&mut self, key: &str, what: &str, found: &Value) -> Option<T> {
        self.problem(key, expected(what, found));
        None
    }

    pub(crate) fn string(&mut self, key: &str) -> Option<String> {
        match self.take(key)? {
            Value::String(text) => Some(text),
            other => self.wrong(key, "a string", &other),
        }
    }

    /// A required string; if it is missing, that is recorded, and the string is empty.
    pub(crate) fn required_string(&mut self, key: &str) -> String {
        self.require(key);
        self.string(key).unwrap_or_default()
    }

    fn require(&mut self, key: &str) {
        if let Some(Value::Null) | None = self.map.get(key) {
            self.problem(key, "is required");
        }
    }

    pub(crate) fn boolean(&mut self, key: &str) -> Option<bool> {
        match self.take(key)? {
            Value::Bool(flag) => Some(flag),
            other => self.wrong(key, "a boolean", &other),
        }
    }

    pub(crate) fn object(&mut self, key: &str) -> Option<Map<String, Value>> {
        match self.take(key)? {
            Value::Object(map) => Some(map),
            other => self.wrong(key, "an object", &other),
        }
    }

    /// The record below a key; its problems are added to the same list.
    pub(crate) fn record(&mut self, key: &str) -> Option<Reader<'_>> {
        let map = self.object(key)?;
        let pointer = join(&self.pointer, key);
        Some(Reader::new(map, pointer, self.problems))
    }

    /// A required record; recorded as a problem when it is missing.
    pub(crate) fn required_record(&mut self, key: &str) -> Option<Reader<'_>> {
        self.require(key);
        self.record(key)
    }

    pub(crate) fn array(&mut self, key: &str) -> Option<Vec<Value>> {
        match self.take(key)? {
            Value::Array(items) => Some(items),
            other => self.wrong(key, "an array", &other),
        }
    }

    pub(crate) fn strings(&mut self, key: &str) -> Option<Vec<String>> {
        let items = self.array(key)?;
        let mut strings = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            match item {
                Value::String(text) => strings.push(text),
                other => {
                    let pointer = join(&join(&self.pointer, key), &i.to_string());
                    let problem = Problem::new(pointer, expected("a string", &other));
                    self.problems.push(problem);
                }
            }
        }
        Some(strings)
    }

    /// Strings, unless there are none: an empty array stays among the unknown fields, so
    /// that it is written back.
    pub(crate) fn strings_unless_empty(&mut self, key: &str) -> Option<Vec<String>> {
        if self.map.get(key)?.as_array().is_some_and(Vec::is_empty) {
            return None;
        }
        self.strings(key)
    }

    /// Any value, null included.
    pub(crate) fn raw(&mut self, key: &str) -> Option<Value> {
        self.map.shift_remove(key)
    }

    pub(crate) fn pointer(&self, key: &str) -> String {
        join(&self.pointer, key)
    }

    pub(crate) fn problems(&mut self) -> &mut Vec<Problem> {
        self.problems
    }

    /// A schema below a key; problems with it are recorded.
    pub(crate) fn schema(&mut self, key: &str, value: Value) -> Option<Schema> {
        let error = match Schema::try_from(value) {
            Ok(schema) => return Some(schema),
            Err(error) => error.below(&self.pointer(key)),
        };
        self.problems.extend_from_slice(error.problems());
        None
    }

    /// The fields that were not taken, without nulls.
    pub(crate) fn rest(mut self) -> Map<String, Value> {
        self.map.retain(|_, value| !value.is_null());
        self.map
    }

    /// The fields that were not taken, and the order of all keys.
    pub(crate) fn finish(self) -> (Map<String, Value>, KeyOrder) {
        (self.map, self.order)
    }
}

/// Writes known fields and unknown ones in the order they were read; new ones follow, known ones first.
pub(crate) struct Writer<'a> {
    /// Known fields in the order of the specification; absent ones are `None`.
    pub(crate) fields: &'a [(&'static str, Option<Field<'a>>)],
    pub(crate) extra: &'a Map<String, Value>,
    pub(crate) order: &'a KeyOrder,
    /// Keys never written.
    pub(crate) without: &'a [&'a str],
}

/// The value of a known field.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Field<'a> {
    Text(&'a str),
    Texts(&'a [String]),
    Flag(bool),
    Schema(&'a Schema),
    Object(&'a Map<String, Value>),
    Annotations(&'a ToolAnnotations),
    Icons(&'a [Icon]),
    Execution(&'a ToolExecution),
    Record(Writer<'a>),
}

impl<'a> Writer<'a> {
    pub(crate) fn new(
        fields: &'a [(&'static str, Option<Field<'a>>)],
        extra: &'a Map<String, Value>,
        order: &'a KeyOrder,
    ) -> Self {
        Self {
            fields,
            extra,
            order,
            without: &[],
        }
    }
}

impl Serialize for Writer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        // A foreign record may have very many keys, so the written ones are looked up by hash.
        let mut written: HashSet<&str> = HashSet::with_capacity(self.order.0.len());
        let read = self.order.0.iter().map(String::as_str);
        let known = self.fields.iter().map(|(name, _)| *name);
        let unknown = self.extra.keys().map(String::as_str);
        for key in read.chain(known).chain(unknown) {
            if self.without.contains(&key) || !written.insert(key) {
                continue;
            }
            let field = self.fields.iter().find(|(name, _)| *name == key);
            if let Some(value) = field.and_then(|(_, value)| value.as_ref()) {
                map.serialize_entry(key, value)?;
            } else if let Some(value) = self.extra.get(key) {
                map.serialize_entry(key, value)?;
            }
        }
        map.end()
    }
}
