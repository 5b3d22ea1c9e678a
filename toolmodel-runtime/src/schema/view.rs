//! Typed access to the keywords of a schema.

use serde_json::{Map, Number, Value};

use super::walk::texts;
use super::{Schema, number};

impl Schema {
    /// The typed view.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolmodel_runtime::Schema;
    ///
    /// let schema = Schema::try_from(json!({
    ///     "type": "object",
    ///     "properties": {"age": {"type": ["integer", "null"], "minimum": 0, "x-unit": "years"}},
    /// }))?;
    /// let age = schema.view().property("age").unwrap();
    /// assert_eq!(age.types(), ["integer", "null"]);
    /// assert_eq!(age.minimum().and_then(|n| n.as_u64()), Some(0));
    /// assert_eq!(age.get("x-unit"), Some(&json!("years")));
    /// # Ok::<(), toolmodel_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn view(&self) -> SchemaView<'_> {
        SchemaView(self.as_value())
    }

    /// A copy with one keyword set, unless that would nest it too deep. A boolean schema becomes the equivalent object.
    #[must_use]
    pub fn with(&self, keyword: &str, value: Value) -> Self {
        let mut map = match self.to_value() {
            Value::Object(map) => map,
            Value::Bool(false) => Map::from_iter([("not".to_owned(), Value::Object(Map::new()))]),
            _ => Map::new(),
        };
        map.insert(keyword.to_owned(), value);
        Self::try_from(map).unwrap_or_else(|_| self.clone())
    }

    /// A copy without a keyword.
    #[must_use]
    pub fn without(&self, keyword: &str) -> Self {
        let mut value = self.to_value();
        if let Value::Object(map) = &mut value {
            map.shift_remove(keyword);
        }
        Self::try_from(value).unwrap_or_else(|_| self.clone())
    }
}

/// A schema or subschema, read by keyword. A keyword of the wrong type reads as absent; [`SchemaView::get`] returns it
/// unchanged.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::Schema;
///
/// let schema = Schema::try_from(json!({"type": "string", "minLength": 1, "maxLength": "many"}))?;
/// let view = schema.view();
/// assert_eq!(view.types(), ["string"]);
/// assert_eq!(view.max_length(), None);
/// assert_eq!(view.get("maxLength"), Some(&json!("many")));
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SchemaView<'a>(&'a Value);

/// The meaning of `additionalProperties`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AdditionalProperties<'a> {
    /// Any are allowed, or none.
    Allowed(bool),
    /// Those that match a schema are allowed.
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

    /// The value of a keyword, unchanged.
    #[must_use]
    pub fn get(self, keyword: &str) -> Option<&'a Value> {
        self.0.get(keyword)
    }

    /// A keyword whose value is a string.
    #[must_use]
    pub fn text(self, keyword: &str) -> Option<&'a str> {
        self.get(keyword)?.as_str()
    }

    /// A keyword whose value is a number, such as `minimum`.
    #[must_use]
    pub fn number(self, keyword: &str) -> Option<&'a Number> {
        match self.get(keyword)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// A keyword whose value is a count, such as `minLength`; it may be written as `2.0`.
    #[must_use]
    pub fn count(self, keyword: &str) -> Option<u64> {
        self.get(keyword).and_then(number::count)
    }

    /// A keyword whose value is a boolean, such as `uniqueItems`; absent reads as false.
    #[must_use]
    pub fn flag(self, keyword: &str) -> bool {
        self.get(keyword) == Some(&Value::Bool(true))
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
        texts(self.get("required"))
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

macro_rules! keywords {
    ($($name:ident = $read:ident $keyword:literal -> $type:ty,)*) => {
        /// Constraints by name.
        impl<'a> SchemaView<'a> {
            $(#[doc = concat!("`", $keyword, "`.")]
            #[must_use]
            pub fn $name(self) -> $type {
                self.$read($keyword)
            })*
        }
    };
}

keywords! {
    minimum = number "minimum" -> Option<&'a Number>,
    maximum = number "maximum" -> Option<&'a Number>,
    exclusive_minimum = number "exclusiveMinimum" -> Option<&'a Number>,
    exclusive_maximum = number "exclusiveMaximum" -> Option<&'a Number>,
    multiple_of = number "multipleOf" -> Option<&'a Number>,
    min_length = count "minLength" -> Option<u64>,
    max_length = count "maxLength" -> Option<u64>,
    min_items = count "minItems" -> Option<u64>,
    max_items = count "maxItems" -> Option<u64>,
    min_properties = count "minProperties" -> Option<u64>,
    max_properties = count "maxProperties" -> Option<u64>,
    unique_items = flag "uniqueItems" -> bool,
    is_deprecated = flag "deprecated" -> bool,
    is_read_only = flag "readOnly" -> bool,
    is_write_only = flag "writeOnly" -> bool,
    is_nullable = flag "nullable" -> bool,
    pattern = text "pattern" -> Option<&'a str>,
    format = text "format" -> Option<&'a str>,
    default_value = get "default" -> Option<&'a Value>,
}
