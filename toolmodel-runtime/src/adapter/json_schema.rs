//! The schema of a canonical tool: JSON as it was written, with typed access to its keywords.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::detect;
use super::feature::SchemaFeature;
use crate::error::Result;
use crate::schema::Schema;

/// A JSON Schema of a [`super::CanonicalTool`]: nothing of the source is lost, neither type
/// arrays, boolean schemas and schema-valued `additionalProperties` nor unknown keywords and the
/// order of keys.
///
/// A schema never changes in place, so a clone is as good as a deep copy, and cheap.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::JsonSchema;
///
/// let schema = JsonSchema::from_value(json!({
///     "type": "object",
///     "properties": {"age": {"type": ["integer", "null"], "x-unit": "years"}},
/// }))?;
/// let age = schema.view().property("age").unwrap();
/// assert_eq!(age.types(), ["integer", "null"]);
/// assert_eq!(age.get("x-unit"), Some(&json!("years")));
/// let titled = schema.with("title", json!("Person"));
/// assert_eq!(titled.view().title(), Some("Person"));
/// assert_eq!(schema.view().title(), None);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JsonSchema(Schema);

impl JsonSchema {
    /// Reads a schema: a JSON object or a boolean.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidSchema`] for any other JSON, and for one nested deeper than
    /// [`crate::MAX_NESTING`].
    pub fn from_value(value: Value) -> Result<Self> {
        Schema::try_from(value).map(Self)
    }

    /// The JSON, to keep or change.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.0.to_value()
    }

    /// The JSON.
    #[must_use]
    pub fn as_value(&self) -> &Value {
        self.0.as_value()
    }

    /// The typed view.
    #[must_use]
    pub fn view(&self) -> SchemaView<'_> {
        SchemaView(self.0.as_value())
    }

    /// A copy with one keyword set. A boolean schema becomes the object that means the same.
    #[must_use]
    pub fn with(&self, keyword: &str, value: Value) -> Self {
        let mut map = match self.to_value() {
            Value::Object(map) => map,
            Value::Bool(false) => Map::from_iter([("not".to_owned(), Value::Object(Map::new()))]),
            _ => Map::new(),
        };
        map.insert(keyword.to_owned(), value);
        Self::from_value(Value::Object(map)).unwrap_or_else(|_| self.clone())
    }

    /// A copy without a keyword.
    #[must_use]
    pub fn without(&self, keyword: &str) -> Self {
        let mut value = self.to_value();
        if let Value::Object(map) = &mut value {
            map.shift_remove(keyword);
        }
        Self::from_value(value).unwrap_or_else(|_| self.clone())
    }

    /// Every keyword in use with the JSON pointer of the schema that uses it, in document order.
    #[must_use]
    pub fn features(&self) -> Vec<(SchemaFeature, String)> {
        detect::features(self.as_value())
    }

    /// The schema of the model.
    #[must_use]
    pub fn as_schema(&self) -> &Schema {
        &self.0
    }
}

impl From<Schema> for JsonSchema {
    fn from(schema: Schema) -> Self {
        Self(schema)
    }
}

impl From<JsonSchema> for Schema {
    fn from(schema: JsonSchema) -> Self {
        schema.0
    }
}

impl From<JsonSchema> for Value {
    fn from(schema: JsonSchema) -> Self {
        schema.0.into()
    }
}

impl fmt::Debug for JsonSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonSchema({})", self.0)
    }
}

/// Compact JSON.
impl fmt::Display for JsonSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A schema or subschema, read by keyword. A keyword of the wrong type reads as absent;
/// [`SchemaView::get`] has it as it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SchemaView<'a>(&'a Value);

/// What `additionalProperties` says.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AdditionalProperties<'a> {
    /// Any, or none.
    Allowed(bool),
    /// Those that fit a schema.
    Schema(SchemaView<'a>),
}

impl<'a> SchemaView<'a> {
    /// A view of any JSON value.
    #[must_use]
    pub fn new(schema: &'a Value) -> Self {
        Self(schema)
    }

    /// The JSON.
    #[must_use]
    pub fn as_value(self) -> &'a Value {
        self.0
    }

    /// The answer of a boolean schema.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        self.0.as_bool()
    }

    /// The value of a keyword as it stands.
    #[must_use]
    pub fn get(self, keyword: &str) -> Option<&'a Value> {
        self.0.get(keyword)
    }

    /// A keyword whose value is a string.
    #[must_use]
    pub fn text(self, keyword: &str) -> Option<&'a str> {
        self.get(keyword)?.as_str()
    }

    /// `title`.
    #[must_use]
    pub fn title(self) -> Option<&'a str> {
        self.text("title")
    }

    /// `description`.
    #[must_use]
    pub fn description(self) -> Option<&'a str> {
        self.text("description")
    }

    /// `$ref`.
    #[must_use]
    pub fn reference(self) -> Option<&'a str> {
        self.text("$ref")
    }

    /// The types of `type`, one or several; empty when any is allowed.
    #[must_use]
    pub fn types(self) -> Vec<&'a str> {
        match self.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// `enum`.
    #[must_use]
    pub fn enumeration(self) -> Option<&'a [Value]> {
        self.get("enum")?.as_array().map(Vec::as_slice)
    }

    /// `const`.
    #[must_use]
    pub fn constant(self) -> Option<&'a Value> {
        self.get("const")
    }

    /// `properties`, in document order.
    pub fn properties(self) -> impl Iterator<Item = (&'a str, Self)> {
        self.schemas_by_name("properties")
    }

    /// One of `properties`.
    #[must_use]
    pub fn property(self, name: &str) -> Option<Self> {
        self.get("properties")?.get(name).map(Self)
    }

    /// `required`.
    pub fn required(self) -> impl Iterator<Item = &'a str> {
        let names = self.get("required").and_then(Value::as_array);
        names.into_iter().flatten().filter_map(Value::as_str)
    }

    /// `additionalProperties`.
    #[must_use]
    pub fn additional_properties(self) -> Option<AdditionalProperties<'a>> {
        match self.get("additionalProperties")? {
            Value::Bool(allowed) => Some(AdditionalProperties::Allowed(*allowed)),
            schema @ Value::Object(_) => Some(AdditionalProperties::Schema(Self(schema))),
            _ => None,
        }
    }

    /// `items`, unless it is the array of draft-07.
    #[must_use]
    pub fn items(self) -> Option<Self> {
        self.get("items")
            .filter(|items| !items.is_array())
            .map(Self)
    }

    /// A keyword that holds an array of schemas, such as `anyOf`.
    pub fn schemas(self, keyword: &str) -> impl Iterator<Item = Self> {
        let schemas = self.get(keyword).and_then(Value::as_array);
        schemas.into_iter().flatten().map(Self)
    }

    /// A keyword that holds schemas by name, such as `$defs`, in document order.
    pub fn schemas_by_name(self, keyword: &str) -> impl Iterator<Item = (&'a str, Self)> {
        let schemas = self.get(keyword).and_then(Value::as_object);
        schemas
            .into_iter()
            .flatten()
            .map(|(name, schema)| (name.as_str(), Self(schema)))
    }
}
