//! What is known about the values that one schema accepts.
//!
//! They are not derived from a shape (`crate::schema::shape`), which describes exactly what a schema accepts, for code
//! that decides. A shape sorts types and listed values by JSON type, so that the order in
//! which an author wrote them is lost; it has no annotations and no names of definitions; of alternatives it keeps
//! rules, not which schema each came from; and where keywords contradict each other it is empty, although a reader
//! wants to see both. Facts keep all that, state what few words can, and are marked as partial otherwise. Numbers,
//! references and costs are handled by the same code as for shapes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::bounds::Bounds;
use super::names::Names;
use crate::meter::{Allowance, Exceeded, Meter};
use crate::schema::Dialect;
use crate::schema::reference::References;
use crate::schema::walk::texts;

/// What reading one schema may cost. Beyond that, the facts are partial.
const ALLOWANCE: Allowance = Allowance {
    work: 400_000,
    depth: 64,
    bytes: 4 << 20,
};
/// Facts are larger than their source, so each costs more than one step.
const STEPS_PER_SCHEMA: usize = 16;
/// The most types of one schema that are listed; JSON Schema has seven.
const MAX_TYPES: usize = 16;

/// What is known about the values that one schema accepts, references and combinations included.
#[derive(Clone, Debug, Default)]
pub(in crate::docs) struct Facts<'a> {
    /// The types; `None` if unknown.
    pub(super) types: Option<Vec<&'a str>>,
    /// The closed list of values.
    pub(super) values: Option<Vec<&'a Value>>,
    pub(super) bounds: Bounds,
    pub(super) default: Option<&'a Value>,
    pub(super) title: Option<&'a str>,
    /// The last part of the first reference that was followed: the name of a definition.
    pub(super) reference: Option<&'a str>,
    pub(super) description: Option<&'a str>,
    pub(super) format: Option<&'a str>,
    pub(super) pattern: Option<&'a str>,
    pub(super) unique: bool,
    pub(super) deprecated: bool,
    pub(super) examples: Option<&'a Vec<Value>>,
    /// Each property with every schema that it must match.
    pub(super) properties: Names<'a, Vec<&'a Value>>,
    pub(super) required: Names<'a, ()>,
    pub(super) items: Option<&'a Value>,
    pub(super) additional: Option<&'a Value>,
    /// The alternatives of a union that is not just "or null".
    pub(super) variants: Vec<Facts<'a>>,
    /// Whether something was met that these facts do not state.
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

    /// Whether values have parts that facts describe.
    pub(super) fn has_parts(&self) -> bool {
        !self.properties.is_empty()
            || self.items.is_some()
            || self.additional.is_some()
            || !self.variants.is_empty()
    }

    /// Whether a row describes these values completely: they have no parts, or are arrays of a plain
    /// type, which the type in words includes already.
    pub(super) fn is_leaf(&self) -> bool {
        let names_types = |items: &Value| {
            let keywords = items.as_object().into_iter().flat_map(|map| map.keys());
            keywords
                .into_iter()
                .all(|keyword| matches!(keyword.as_str(), "type" | "title"))
        };
        self.properties.is_empty()
            && self.additional.is_none()
            && self.variants.is_empty()
            && self.items.is_none_or(names_types)
    }

    /// Whether there is nothing but a union.
    pub(super) fn is_union(&self) -> bool {
        self.properties.is_empty()
            && self.items.is_none()
            && self.additional.is_none()
            && !self.variants.is_empty()
    }

    /// Whether it has a name or a description.
    pub(super) fn is_named(&self) -> bool {
        self.title.is_some() || self.reference.is_some() || self.description.is_some()
    }

    /// Nothing is known, although there would be something to know.
    fn unknown() -> Self {
        Self {
            partial: true,
            ..Self::default()
        }
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
                "required" => {
                    for name in texts(Some(value)) {
                        facts.required.push(name, ());
                    }
                }
                "items" if !value.is_array() => facts.items = Some(value),
                "additionalProperties" if value.is_object() => facts.additional = Some(value),
                "properties" => {
                    for (name, schema) in value.as_object().into_iter().flatten() {
                        facts.properties.push(name, vec![schema]);
                    }
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

    /// How much is examined when these facts are merged with others.
    fn size(&self) -> usize {
        let values = self.values.as_ref().map_or(0, Vec::len);
        values + self.properties.len() + self.required.len() + self.variants.len()
    }
}

/// Visits the subschemas of one schema, within limits.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    root: &'a Value,
    references: References<'a>,
    /// In draft-07, keywords beside `$ref` are ignored.
    lone_ref: bool,
    pub(super) meter: Meter,
    /// The targets of references without sibling keywords, by their text.
    referred: RefCell<HashMap<&'a str, Rc<Facts<'a>>>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        let declared = root.get("$schema").and_then(Value::as_str);
        Self {
            root,
            references: References::new(root),
            lone_ref: declared.and_then(Dialect::from_uri) == Some(Dialect::Draft07),
            meter: Meter::new(ALLOWANCE),
            referred: RefCell::default(),
        }
    }

    /// What is known about the whole schema.
    pub(super) fn root(&self) -> Facts<'a> {
        self.facts(&[self.root])
    }

    /// What is known about values that match each of these subschemas.
    pub(super) fn facts(&self, schemas: &[&'a Value]) -> Facts<'a> {
        let Some((first, others)) = schemas.split_first() else {
            return Facts::default();
        };
        let mut facts = self.visit(first);
        for schema in others {
            self.intersect(&mut facts, self.visit(schema));
        }
        facts
    }

    /// As [`Walk::facts`]; a schema that is only referred to is read once, however many places refer to it.
    pub(super) fn shared(&self, schemas: &[&'a Value]) -> Rc<Facts<'a>> {
        let [Value::Object(map)] = schemas else {
            return Rc::new(self.facts(schemas));
        };
        let Some(Value::String(reference)) = map.get("$ref").filter(|_| map.len() == 1) else {
            return Rc::new(self.facts(schemas));
        };
        if let Some(known) = self.referred.borrow().get(reference.as_str()) {
            return Rc::clone(known);
        }
        let facts = Rc::new(self.facts(schemas));
        let mut referred = self.referred.borrow_mut();
        referred.insert(reference, Rc::clone(&facts));
        facts
    }

    fn visit(&self, schema: &'a Value) -> Facts<'a> {
        match self.read(schema) {
            Ok(facts) => facts,
            Err(Exceeded { .. }) => Facts::unknown(),
        }
    }

    fn read(&self, schema: &'a Value) -> Result<Facts<'a>, Exceeded> {
        let Value::Object(map) = schema else {
            return Ok(Facts {
                partial: *schema == false,
                ..Facts::default()
            });
        };
        let _level = self.meter.enter()?;
        self.meter.work(STEPS_PER_SCHEMA + map.len())?;
        let Some(Value::String(reference)) = map.get("$ref") else {
            return self.combined(map);
        };
        let mut facts = if self.lone_ref {
            Facts::annotations(map)
        } else {
            self.combined(map)?
        };
        self.meter.work(reference.len())?;
        let name = reference.rsplit(['/', '#']).next();
        facts.reference = name.filter(|name| !name.is_empty());
        let target = match self.references.local(reference) {
            Some(target) => self.visit(target),
            None => Facts::unknown(),
        };
        self.intersect(&mut facts, target);
        Ok(facts)
    }

    fn combined(&self, map: &'a Map<String, Value>) -> Result<Facts<'a>, Exceeded> {
        let mut facts = Facts::read(map);
        self.meter.work(facts.size())?;
        for (keyword, value) in map {
            let Value::Array(branches) = value else {
                continue;
            };
            match keyword.as_str() {
                "allOf" => {
                    for branch in branches {
                        self.intersect(&mut facts, self.visit(branch));
                    }
                }
                "anyOf" | "oneOf" => {
                    self.meter.work(branches.len())?;
                    let branches = branches.iter().map(|branch| self.visit(branch));
                    self.intersect(&mut facts, Facts::union(branches.collect()));
                }
                _ => {}
            }
        }
        Ok(facts)
    }

    /// Whether a copy of a value can be afforded. Many properties may refer to one large list.
    pub(super) fn can_copy(&self, value: &Value) -> bool {
        self.can_copy_all(&[value])
    }

    pub(super) fn can_copy_all(&self, values: &[&Value]) -> bool {
        let has_room = |count: usize, text: usize| {
            let bytes = count.saturating_mul(size_of::<Value>());
            self.meter.write(bytes.saturating_add(text)).is_ok()
        };
        // Checked first: nothing is listed that cannot be afforded.
        if !has_room(values.len(), 0) {
            return false;
        }
        let mut stack = values.to_vec();
        while let Some(value) = stack.pop() {
            let (count, text) = match value {
                Value::String(text) => (0, text.len()),
                Value::Array(items) => (items.len(), 0),
                Value::Object(map) => (map.len(), map.keys().map(String::len).sum()),
                _ => continue,
            };
            if !has_room(count, text) {
                return false;
            }
            match value {
                Value::Array(items) => stack.extend(items),
                Value::Object(map) => stack.extend(map.values()),
                _ => {}
            }
        }
        true
    }

    fn intersect(&self, facts: &mut Facts<'a>, other: Facts<'a>) {
        // Merging examines the closed lists of both sides, and otherwise only what is added.
        let values = facts.values.as_ref().map_or(0, Vec::len);
        if self.meter.work(values + other.size()).is_ok() {
            facts.intersect(other);
        } else {
            facts.partial = true;
        }
    }
}

fn types(value: &Value) -> Option<Vec<&str>> {
    let types = match value {
        Value::String(one) => vec![one.as_str()],
        other => texts(Some(other)).take(MAX_TYPES).collect(),
    };
    (!types.is_empty()).then_some(types)
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
