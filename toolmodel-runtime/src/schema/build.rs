//! A builder for schemas written by hand.

use serde_json::{Map, Number, Value, json};

use super::Schema;
use crate::error::{Error, Result};

/// A schema in the making: start with [`Schema::object`], [`Schema::string`] and their like.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::{Schema, Tool};
///
/// let schema = Schema::object()
///     .required("path", Schema::string().description("File path"))
///     .optional("encoding", Schema::one_of_texts(["utf8", "ascii"]).default_value("utf8"))
///     .optional("ranges", Schema::array(Schema::integer().at_least(0)).at_most(10))
///     .closed();
/// let tool = Tool::builder("read_file").input_schema(schema).build()?;
/// assert_eq!(tool.input_schema.to_value(), json!({
///     "type": "object",
///     "properties": {
///         "path": {"type": "string", "description": "File path"},
///         "encoding": {"type": "string", "enum": ["utf8", "ascii"], "default": "utf8"},
///         "ranges": {
///             "type": "array", "items": {"type": "integer", "minimum": 0}, "maxItems": 10
///         }
///     },
///     "required": ["path"],
///     "additionalProperties": false
/// }));
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a builder does nothing until a schema is made of it"]
pub struct SchemaBuilder(Map<String, Value>);

fn typed(name: &str) -> SchemaBuilder {
    SchemaBuilder(Map::from_iter([("type".to_owned(), json!(name))]))
}

fn branches(keyword: &str, branches: impl IntoIterator<Item = SchemaBuilder>) -> SchemaBuilder {
    let branches: Vec<Value> = branches.into_iter().map(Value::from).collect();
    SchemaBuilder(Map::from_iter([(keyword.to_owned(), json!(branches))]))
}

impl Schema {
    /// An object; properties follow with [`SchemaBuilder::required`] and
    /// [`SchemaBuilder::optional`].
    pub fn object() -> SchemaBuilder {
        typed("object")
    }

    /// A string.
    pub fn string() -> SchemaBuilder {
        typed("string")
    }

    /// One of several strings.
    pub fn one_of_texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> SchemaBuilder {
        let texts: Vec<String> = texts.into_iter().map(Into::into).collect();
        Self::string().keyword("enum", texts)
    }

    /// A number.
    pub fn number() -> SchemaBuilder {
        typed("number")
    }

    /// An integer.
    pub fn integer() -> SchemaBuilder {
        typed("integer")
    }

    /// `true` or `false`.
    pub fn boolean() -> SchemaBuilder {
        typed("boolean")
    }

    /// A list of items described by a schema.
    pub fn array(items: SchemaBuilder) -> SchemaBuilder {
        typed("array").keyword("items", items)
    }

    /// What exactly one of several schemas accepts.
    pub fn one_of(schemas: impl IntoIterator<Item = SchemaBuilder>) -> SchemaBuilder {
        branches("oneOf", schemas)
    }

    /// What at least one of several schemas accepts.
    pub fn any_of(schemas: impl IntoIterator<Item = SchemaBuilder>) -> SchemaBuilder {
        branches("anyOf", schemas)
    }
}

impl SchemaBuilder {
    /// Sets any keyword, replacing its previous value.
    pub fn keyword(mut self, keyword: impl Into<String>, value: impl Into<Value>) -> Self {
        self.0.insert(keyword.into(), value.into());
        self
    }

    /// Adds a required property.
    pub fn required(self, name: impl Into<String>, schema: Self) -> Self {
        let name = name.into();
        let mut builder = self.optional(name.clone(), schema);
        let required = builder.0.entry("required").or_insert_with(|| json!([]));
        if let Value::Array(names) = required
            && !names.iter().any(|known| *known == name)
        {
            names.push(Value::String(name));
        }
        builder
    }

    /// Adds an optional property.
    pub fn optional(mut self, name: impl Into<String>, schema: Self) -> Self {
        let properties = self.0.entry("properties").or_insert_with(|| json!({}));
        if let Value::Object(properties) = properties {
            properties.insert(name.into(), schema.into());
        }
        self
    }

    /// Allows no properties except the declared ones.
    pub fn closed(self) -> Self {
        self.keyword("additionalProperties", false)
    }

    /// The description, for people and models.
    pub fn description(self, text: impl Into<String>) -> Self {
        self.keyword("description", text.into())
    }

    /// What its absence means.
    pub fn default_value(self, value: impl Into<Value>) -> Self {
        self.keyword("default", value)
    }

    /// The pattern that the string must match.
    pub fn pattern(self, pattern: impl Into<String>) -> Self {
        self.keyword("pattern", pattern.into())
    }

    /// The minimum of a number; for a string, a list or an object the minimum length.
    pub fn at_least(self, least: impl Into<Number>) -> Self {
        let keyword = self.bound(["minLength", "minItems", "minProperties", "minimum"]);
        self.keyword(keyword, Value::Number(least.into()))
    }

    /// The maximum of a number; for a string, a list or an object the maximum length.
    pub fn at_most(self, most: impl Into<Number>) -> Self {
        let keyword = self.bound(["maxLength", "maxItems", "maxProperties", "maximum"]);
        self.keyword(keyword, Value::Number(most.into()))
    }

    fn bound(&self, [string, array, object, number]: [&'static str; 4]) -> &'static str {
        match self.0.get("type").and_then(Value::as_str) {
            Some("string") => string,
            Some("array") => array,
            Some("object") => object,
            _ => number,
        }
    }

    /// The schema.
    ///
    /// # Errors
    /// [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded) when it is nested deeper than
    /// [`MAX_NESTING`](crate::MAX_NESTING).
    pub fn build(self) -> Result<Schema> {
        Schema::try_from(self.0)
    }
}

impl From<SchemaBuilder> for Value {
    fn from(builder: SchemaBuilder) -> Self {
        Self::Object(builder.0)
    }
}

impl TryFrom<SchemaBuilder> for Schema {
    type Error = Error;

    fn try_from(builder: SchemaBuilder) -> Result<Self> {
        builder.build()
    }
}
