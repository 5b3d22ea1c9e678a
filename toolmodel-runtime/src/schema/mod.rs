//! A JSON Schema document: an object or a boolean, shared cheaply and never changed in place.

mod build;
pub(crate) mod components;
pub(crate) mod contradiction;
pub(crate) mod copies;
pub(crate) mod definitions;
mod depth;
mod dialect;
pub mod format;
mod made;
pub(crate) mod number;
pub(crate) mod reference;
pub mod scan;
pub mod shape;
mod view;
pub mod walk;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Problem, Result};

pub(crate) use crate::path::pointer;
pub use build::SchemaBuilder;
pub(crate) use depth::{check_nesting, dismantle, nesting_exceeds, shallow};
pub use dialect::Dialect;
pub use view::{AdditionalProperties, SchemaView};

/// The deepest nesting of JSON that a [`Schema`] may have; validators may set tighter limits of
/// their own.
///
/// JSON readers stop at 127 levels, so this is the depth at which a schema can still be read back from text inside a
/// tool, a list of tools and a JSON-RPC response.
pub const MAX_NESTING: usize = 120;

/// A JSON Schema, held as the JSON it was written in: key order and unknown keywords are kept.
///
/// Cloning is cheap, and a clone never changes when the original is replaced.
///
/// ```
/// use toolmodel_runtime::Schema;
///
/// let schema: Schema = r#"{"type": "object", "x-vendor": 1}"#.parse()?;
/// assert_eq!(schema.to_string(), r#"{"type":"object","x-vendor":1}"#);
/// assert!(Schema::try_from(serde_json::json!(5)).is_err());
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct Schema(Arc<Inner>);

struct Inner {
    value: Value,
    fingerprint: OnceLock<u64>,
    made: made::Made,
}

impl Schema {
    fn new(value: Value) -> Self {
        Self(Arc::new(Inner {
            value,
            fingerprint: OnceLock::new(),
            made: made::Made::default(),
        }))
    }

    /// A schema that is known to be an object, and not nested too deep.
    pub(crate) fn shallow(value: Value) -> Self {
        debug_assert!(value.is_object() && !nesting_exceeds(&value, MAX_NESTING));
        Self::new(value)
    }

    /// Reads a schema from JSON text.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidSchema`] when the text is not JSON, or is neither an object nor a
    /// boolean; [`ErrorKind::LimitExceeded`] when it is nested deeper than [`MAX_NESTING`].
    pub fn from_slice(json: &[u8]) -> Result<Self> {
        Self::try_from(parse(ErrorKind::InvalidSchema, json)?)
    }

    /// The recommended schema of a tool without parameters: only the empty object is accepted.
    #[must_use]
    pub fn no_params() -> Self {
        Self::new(serde_json::json!({"type": "object", "additionalProperties": false}))
    }

    /// The allowed, open schema of a tool without parameters: any object is accepted.
    #[must_use]
    pub fn no_params_open() -> Self {
        Self::new(serde_json::json!({"type": "object"}))
    }

    /// The JSON of the schema.
    #[must_use]
    pub fn as_value(&self) -> &Value {
        &self.0.value
    }

    /// The JSON of the schema, unless it is a boolean.
    #[must_use]
    pub fn as_object(&self) -> Option<&Map<String, Value>> {
        self.0.value.as_object()
    }

    /// The value of a keyword at the root.
    #[must_use]
    pub fn get(&self, keyword: &str) -> Option<&Value> {
        self.0.value.get(keyword)
    }

    /// A copy of the JSON, to modify and make a new schema from.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.0.value.clone()
    }

    /// The dialect that `$schema` declares; 2020-12 without it.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedSchema`] for any dialect except 2020-12 and draft-07,
    /// [`ErrorKind::InvalidSchema`] when `$schema` is not a string.
    pub fn dialect(&self) -> Result<Dialect> {
        dialect::of(&self.0.value)
    }

    /// A number shared by equal schemas with the same key order.
    pub(crate) fn fingerprint(&self) -> u64 {
        *self.0.fingerprint.get_or_init(|| {
            let mut hasher = std::hash::DefaultHasher::new();
            hash_value(&self.0.value, &mut hasher);
            hasher.finish()
        })
    }

    /// Whether the fingerprint is known already; computing it reads the whole schema.
    pub(crate) fn has_fingerprint(&self) -> bool {
        self.0.fingerprint.get().is_some()
    }

    /// Hashes the same content as the fingerprint, with another hasher.
    pub(crate) fn hash_into(&self, hasher: &mut impl Hasher) {
        hash_value(&self.0.value, hasher);
    }

    /// Whether both are the same JSON, key order included.
    pub(crate) fn is_identical(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || identical(&self.0.value, &other.0.value)
    }
}

fn hash_value(value: &Value, hasher: &mut impl Hasher) {
    std::mem::discriminant(value).hash(hasher);
    match value {
        Value::Null => {}
        Value::Bool(b) => b.hash(hasher),
        Value::Number(n) => n.hash(hasher),
        Value::String(s) => s.hash(hasher),
        Value::Array(items) => {
            items.len().hash(hasher);
            for item in items {
                hash_value(item, hasher);
            }
        }
        Value::Object(map) => {
            map.len().hash(hasher);
            for (key, value) in map {
                key.hash(hasher);
                hash_value(value, hasher);
            }
        }
    }
}

/// Equality of JSON that, unlike `==` on maps, respects key order.
fn identical(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| identical(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|((ka, va), (kb, vb))| ka == kb && identical(va, vb))
        }
        (a, b) => a == b,
    }
}

impl TryFrom<Value> for Schema {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self> {
        match shallow(value, MAX_NESTING)? {
            value @ (Value::Object(_) | Value::Bool(_)) => Ok(Self::new(value)),
            other => Err(Error::new(
                ErrorKind::InvalidSchema,
                format_args!("expected an object or a boolean, found {}", kind_of(&other)),
            )),
        }
    }
}

/// What a schema is read from, and how.
macro_rules! read_from {
    ($($from:ty: |$given:ident| $read:expr;)+) => {$(
        impl TryFrom<$from> for Schema {
            type Error = Error;

            fn try_from($given: $from) -> Result<Self> {
                $read
            }
        }
    )+};
}

read_from! {
    Map<String, Value>: |map| Self::try_from(Value::Object(map));
    schemars::Schema: |schema| Self::try_from(Value::from(schema));
    &[u8]: |json| Self::from_slice(json);
    Vec<u8>: |json| Self::from_slice(&json);
    &str: |json| Self::from_slice(json.as_bytes());
    String: |json| Self::from_slice(json.as_bytes());
}

impl<const N: usize> TryFrom<&[u8; N]> for Schema {
    type Error = Error;

    fn try_from(json: &[u8; N]) -> Result<Self> {
        Self::from_slice(json)
    }
}

impl FromStr for Schema {
    type Err = Error;

    fn from_str(json: &str) -> Result<Self> {
        Self::from_slice(json.as_bytes())
    }
}

impl From<Schema> for Value {
    fn from(schema: Schema) -> Self {
        match Arc::try_unwrap(schema.0) {
            Ok(inner) => inner.value,
            Err(shared) => shared.value.clone(),
        }
    }
}

/// JSON equality: key order does not matter.
impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.value == other.0.value
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Schema({})", self.0.value)
    }
}

/// Compact JSON.
impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.value.fmt(f)
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// Any JSON; text that is not JSON is an error of this kind, unless it is nested too deeply to be read.
pub(crate) fn parse(kind: ErrorKind, json: &[u8]) -> Result<Value> {
    serde_json::from_slice(json).map_err(|error| {
        let problem = too_deep_to_read(&error)
            .unwrap_or_else(|| Problem::new("", format_args!("not JSON: {error}")));
        Error::from_problems(kind, [problem]).with_source(error)
    })
}

/// The problem of text that is nested more deeply than `serde_json` reads.
pub(crate) fn too_deep_to_read(error: &serde_json::Error) -> Option<Problem> {
    // It has no other sign: the class of the error is that of broken syntax.
    let is_deep = error.to_string().starts_with("recursion limit exceeded");
    is_deep.then(|| {
        Problem::beyond_a_limit("", format_args!("the JSON is nested too deeply: {error}"))
    })
}

/// The JSON type of a value, with an article, for messages.
pub(crate) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A message about a value of another type than `what`.
pub(crate) fn expected(what: &str, found: &Value) -> String {
    format!("expected {what}, found {}", kind_of(found))
}

/// A value for a message: text is quoted, anything else is named by its type.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{}`", cut(text)),
        other => kind_of(other).to_owned(),
    }
}
