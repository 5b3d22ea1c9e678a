//! What is known about the values that one schema accepts.

use serde_json::{Map, Value};

use super::bounds::Bounds;
use super::reference::resolve;
use crate::schema::Dialect;

/// How many references and combinations may stand inside each other.
const MAX_DEPTH: usize = 32;
/// How many subschemas are looked at for one schema.
const MAX_VISITS: usize = 10_000;

/// What is known about the values that one schema accepts, references and combinations included.
#[derive(Clone, Debug, Default)]
pub(in crate::docs) struct Facts<'a> {
    /// The types; unknown without any.
    pub(super) types: Option<Vec<&'a str>>,
    /// The closed list of values.
    pub(super) values: Option<Vec<&'a Value>>,
    pub(super) bounds: Bounds,
    pub(super) default: Option<&'a Value>,
    pub(super) title: Option<&'a str>,
    pub(super) description: Option<&'a str>,
    pub(super) format: Option<&'a str>,
    pub(super) pattern: Option<&'a str>,
    pub(super) unique: bool,
    pub(super) deprecated: bool,
    pub(super) examples: Option<&'a Vec<Value>>,
    /// Each property with every schema that it must match.
    pub(super) properties: Vec<(&'a str, Vec<&'a Value>)>,
    pub(super) required: Vec<&'a str>,
    pub(super) items: Option<&'a Value>,
    pub(super) additional: Option<&'a Value>,
    /// The alternatives of a union that is not just "or null".
    pub(super) variants: Vec<Facts<'a>>,
    /// Something was met that these facts do not tell.
    pub(super) partial: bool,
}

impl<'a> Facts<'a> {
    /// The declared types, or else those of the closed list of values.
    pub(super) fn known_types(&self) -> Vec<&'a str> {
        if let Some(types) = &self.types {
            return types.clone();
        }
        let mut types = Vec::new();
        for value in self.values.iter().flatten() {
            let kind = type_of(value);
            if !types.contains(&kind) {
                types.push(kind);
            }
        }
        types
    }

    /// Whether `null` is known to be accepted.
    pub(super) fn is_nullable(&self) -> bool {
        let null_listed = |values: &Vec<&Value>| values.iter().any(|value| value.is_null());
        match (&self.types, &self.values) {
            (Some(types), None) => types.contains(&"null"),
            (Some(types), Some(values)) => types.contains(&"null") && null_listed(values),
            (None, Some(values)) => null_listed(values),
            (None, None) => false,
        }
    }

    /// Whether nothing but `null` is accepted.
    pub(super) fn is_null(&self) -> bool {
        self.known_types() == ["null"]
    }

    /// What one schema object states itself.
    fn read(schema: &'a Map<String, Value>) -> Self {
        let mut facts = Self::default();
        for (keyword, value) in schema {
            match keyword.as_str() {
                "type" => facts.types = types(value),
                "enum" if facts.values.is_none() => {
                    facts.values = value.as_array().map(|values| values.iter().collect());
                }
                "const" => facts.values = Some(vec![value]),
                "format" => facts.format = value.as_str(),
                "pattern" => facts.pattern = value.as_str(),
                "uniqueItems" => facts.unique = value == true,
                "required" => facts.required = strings(value),
                "items" if !value.is_array() => facts.items = Some(value),
                "additionalProperties" if value.is_object() => facts.additional = Some(value),
                "properties" => {
                    let properties = value.as_object().into_iter().flatten();
                    facts.properties = properties
                        .map(|(name, schema)| (name.as_str(), vec![schema]))
                        .collect();
                }
                "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "prefixItems"
                | "items"
                | "patternProperties"
                | "propertyNames"
                | "dependentSchemas"
                | "dependentRequired"
                | "dependencies"
                | "unevaluatedProperties"
                | "unevaluatedItems"
                | "$dynamicRef" => facts.partial = true,
                keyword => {
                    if !facts.bounds.read(keyword, value) {
                        facts.annotate(keyword, value);
                    }
                }
            }
        }
        facts
    }

    fn annotations(schema: &'a Map<String, Value>) -> Self {
        let mut facts = Self::default();
        for (keyword, value) in schema {
            facts.annotate(keyword, value);
        }
        facts
    }

    fn annotate(&mut self, keyword: &str, value: &'a Value) {
        match keyword {
            "default" => self.default = Some(value),
            "title" => self.title = value.as_str(),
            "description" => self.description = value.as_str(),
            "examples" => self.examples = value.as_array(),
            "deprecated" => self.deprecated = value == true,
            _ => {}
        }
    }
}

/// Looks at the subschemas of one schema, within limits.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    root: &'a Value,
    /// In draft-07, keywords beside `$ref` say nothing.
    lone_ref: bool,
    visits: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        let declared = root.get("$schema").and_then(Value::as_str);
        Self {
            root,
            lone_ref: declared.and_then(Dialect::from_uri) == Some(Dialect::Draft07),
            visits: MAX_VISITS,
        }
    }

    /// What is known about the whole schema.
    pub(super) fn root(&mut self) -> Facts<'a> {
        self.visit(self.root, 0)
    }

    /// What is known about values that match each of these subschemas.
    pub(super) fn facts(&mut self, schemas: &[&'a Value]) -> Facts<'a> {
        let Some((first, others)) = schemas.split_first() else {
            return Facts::default();
        };
        let mut facts = self.visit(first, 0);
        for schema in others {
            facts.intersect(self.visit(schema, 0));
        }
        facts
    }

    fn visit(&mut self, schema: &'a Value, depth: usize) -> Facts<'a> {
        let Value::Object(map) = schema else {
            return Facts {
                partial: *schema == false,
                ..Facts::default()
            };
        };
        if depth >= MAX_DEPTH || self.visits == 0 {
            return Facts {
                partial: true,
                ..Facts::default()
            };
        }
        self.visits -= 1;
        if let Some(Value::String(reference)) = map.get("$ref") {
            let mut facts = if self.lone_ref {
                Facts::annotations(map)
            } else {
                self.combined(map, depth)
            };
            match resolve(self.root, reference) {
                Some(target) => facts.intersect(self.visit(target, depth + 1)),
                None => facts.partial = true,
            }
            return facts;
        }
        self.combined(map, depth)
    }

    fn combined(&mut self, map: &'a Map<String, Value>, depth: usize) -> Facts<'a> {
        let mut facts = Facts::read(map);
        for (keyword, value) in map {
            let Value::Array(branches) = value else {
                continue;
            };
            match keyword.as_str() {
                "allOf" => {
                    for branch in branches {
                        let branch = self.visit(branch, depth + 1);
                        facts.intersect(branch);
                    }
                }
                "anyOf" | "oneOf" => {
                    let branches = branches.iter();
                    let branches = branches
                        .map(|branch| self.visit(branch, depth + 1))
                        .collect();
                    facts.intersect(Facts::union(branches));
                }
                _ => {}
            }
        }
        facts
    }
}

fn types(value: &Value) -> Option<Vec<&str>> {
    let types = match value {
        Value::String(one) => vec![one.as_str()],
        other => strings(other),
    };
    (!types.is_empty()).then_some(types)
}

fn strings(value: &Value) -> Vec<&str> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).collect()
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
