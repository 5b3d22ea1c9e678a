//! Sets of JSON types.

use serde_json::Value;

/// The types an instance may have. `number` includes `integer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Types(u8);

impl Types {
    pub(super) const NULL: Self = Self(1);
    pub(super) const BOOLEAN: Self = Self(2);
    pub(super) const INTEGER: Self = Self(4);
    pub(super) const NUMBER: Self = Self(4 | 8);
    pub(super) const STRING: Self = Self(16);
    pub(super) const ARRAY: Self = Self(32);
    pub(super) const OBJECT: Self = Self(64);
    pub(super) const ANY: Self = Self(127);
    pub(super) const NONE: Self = Self(0);

    /// The types of a `type` keyword.
    pub(super) fn of_keyword(value: &Value) -> Self {
        match value {
            Value::String(name) => Self::of_name(name),
            Value::Array(names) => names
                .iter()
                .filter_map(Value::as_str)
                .fold(Self::NONE, |types, name| types.or(Self::of_name(name))),
            _ => Self::ANY,
        }
    }

    /// The types that a schema of the source declares; all types if it declares none.
    pub(super) fn declared(schema: &Value) -> Self {
        match schema.get("type") {
            Some(types) => Self::of_keyword(types),
            None if schema.get("properties").is_some() => Self::OBJECT,
            None => Self::ANY,
        }
    }

    /// The types of a Gemini schema, which are in upper case.
    pub(super) fn of_gemini(schema: &serde_json::Map<String, Value>) -> Self {
        let name = schema.get("type").and_then(Value::as_str);
        let types = name.map_or(Self::ANY, |name| Self::of_name(&name.to_ascii_lowercase()));
        if schema.get("nullable") == Some(&Value::Bool(true)) {
            return types.or(Self::NULL);
        }
        types
    }

    fn of_name(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => Self::NONE,
        }
    }

    /// The type of an instance.
    pub(super) fn of_value(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(n) if n.is_i64() || n.is_u64() => Self::INTEGER,
            Value::Number(n) if n.as_f64().is_some_and(|n| n.fract() == 0.0) => Self::INTEGER,
            Value::Number(_) => Self::NUMBER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a value of this type may be one of the types.
    pub(super) fn admits(self, value: &Value) -> bool {
        let of = Self::of_value(value);
        self.0 & of.0 == of.0
    }

    /// The members, each as a set with one name.
    pub(super) fn each(self) -> impl Iterator<Item = (Self, &'static str)> {
        let number = if self.and(Self::NUMBER) == Self::INTEGER {
            (Self::INTEGER, "integer")
        } else {
            (Self::NUMBER, "number")
        };
        [
            (Self::STRING, "string"),
            number,
            (Self::BOOLEAN, "boolean"),
            (Self::ARRAY, "array"),
            (Self::OBJECT, "object"),
            (Self::NULL, "null"),
        ]
        .into_iter()
        .filter(move |(one, _)| self.has(*one))
    }

    /// The name, if the set has exactly one.
    pub(super) fn only(self) -> Option<&'static str> {
        let mut each = self.each();
        match (each.next(), each.next()) {
            (Some((_, name)), None) => Some(name),
            _ => None,
        }
    }

    /// How many names the set has.
    pub(super) fn count(self) -> usize {
        self.each().count()
    }
}
