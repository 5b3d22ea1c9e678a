//! One subschema to a shape: what each keyword requires of its JSON type.

use std::collections::HashSet;
use std::rc::Rc;

use serde_json::{Map, Number, Value};

use super::combine::Joint;
use super::{
    ArrayPart, ArrayRule, Booleans, Bound, Document, NodeId, NodeSet, NumberRule, ObjectPart,
    ObjectRule, Opaque, Property, Shape, Slot, StringRule,
};
use crate::path::Step;
use crate::schema::Dialect;
use crate::schema::format::is_asserted;
use crate::schema::number::count;
use crate::schema::walk::texts;

/// Deepest nesting of references and unions in one place; deeper ones are left to the validator.
const DEEPEST: usize = 100;

/// Keywords that affect what is accepted, sorted. All others are annotations or identifiers.
pub const ASSERTIONS: [&str; 37] = [
    "$dynamicRef",
    "$ref",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "if",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Whether a keyword affects what is accepted.
#[must_use]
pub fn is_assertion(keyword: &str) -> bool {
    ASSERTIONS.binary_search(&keyword).is_ok()
}

impl Document<'_> {
    /// What all subschemas of a set accept together.
    pub fn shape(&mut self, set: &NodeSet) -> Shape {
        let shapes: Vec<Shape> = set
            .iter()
            .map(|id| (*self.node_shape(*id)).clone())
            .collect();
        match set.first() {
            Some(first) => Shape::all_of(shapes, self.joint(*first, None)),
            None => Shape::any(),
        }
    }

    /// The same without a copy if the set is one subschema, or a reference to one.
    pub fn shared_shape(&mut self, set: &NodeSet) -> Rc<Shape> {
        match set.as_slice() {
            [only] => {
                let id = self.resolve(*only);
                self.node_shape(id)
            }
            _ => Rc::new(self.shape(set)),
        }
    }

    /// What one subschema accepts.
    pub fn node_shape(&mut self, id: NodeId) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(&id) {
            return Rc::clone(shape);
        }
        if self.visiting.len() > DEEPEST || self.visiting.contains(&id) {
            let reason = "a reference that leads back to itself";
            return Rc::new(Shape::any().opaque(left(id, reason)));
        }
        self.visiting.push(id);
        let shape = match self.schema(id) {
            Value::Bool(true) => Shape::any(),
            Value::Bool(false) => Shape::never(),
            Value::Object(map) => self.object_shape(id, map),
            _ => Shape::any().opaque(left(id, "not a schema")),
        };
        self.visiting.pop();
        let shape = Rc::new(shape);
        self.shapes.insert(id, Rc::clone(&shape));
        shape
    }

    /// Whether a keyword affects what is accepted.
    pub(super) fn asserts(&self, keyword: &str) -> bool {
        is_assertion(keyword) || self.formats && keyword == "format"
    }

    fn asserts_format(&self, format: &Value) -> bool {
        let known = |format| is_asserted(format, self.dialect);
        self.formats && format.as_str().is_some_and(known)
    }

    /// Whether a schema obviously accepts everything.
    fn says_nothing(&self, schema: &Value) -> bool {
        match schema {
            Value::Bool(accepts) => *accepts,
            Value::Object(map) => !map.keys().any(|keyword| self.asserts(keyword)),
            _ => false,
        }
    }

    fn joint(&self, node: NodeId, keyword: Option<&'static str>) -> Joint<'_> {
        Joint {
            node,
            keyword,
            meter: &self.meter,
        }
    }
}

fn left(node: NodeId, reason: &'static str) -> Opaque {
    Opaque {
        node,
        keyword: None,
        reason,
    }
}

impl<'a> Document<'a> {
    fn object_shape(&mut self, id: NodeId, map: &'a Map<String, Value>) -> Shape {
        if self.dialect == Dialect::Draft07
            && let Some(reference) = map.get("$ref")
        {
            return self.reference(id, reference);
        }
        let mut number = NumberRule::default();
        let mut string = StringRule::default();
        let array = self.array_rule(id, map);
        let object = self.object_rule(id, map);
        for (keyword, value) in map {
            number_keyword(&mut number, keyword, value);
            string_keyword(&mut string, keyword, value);
        }
        let mut shapes = vec![
            types(map),
            Shape {
                number: Slot::just(number),
                string: Slot::just(string),
                array: Slot::just(array),
                object: Slot::just(object),
                ..Shape::any()
            },
        ];
        if let Some(values) = values(map) {
            shapes.push(listed(id, values));
        }
        for (keyword, value) in map {
            shapes.extend(self.applicator(id, keyword, value));
        }
        let shape = Shape::all_of(shapes, self.joint(id, None));
        self.left_to_the_validator(id, map, shape)
    }

    fn reference(&mut self, id: NodeId, reference: &Value) -> Shape {
        let target = reference.as_str().and_then(|text| self.target(text));
        match target {
            Some(target) => (*self.node_shape(target)).clone(),
            None => Shape::any().opaque(left(id, "a `$ref` that depends on a base URI")),
        }
    }

    /// Keywords that apply subschemas to the same value.
    fn applicator(&mut self, id: NodeId, keyword: &'a str, value: &'a Value) -> Option<Shape> {
        let join: fn(Vec<Shape>, Joint<'_>) -> Shape = match keyword {
            "$ref" => return Some(self.reference(id, value)),
            "allOf" => Shape::all_of,
            "anyOf" => Shape::any_of,
            "oneOf" => Shape::one_of,
            _ => return None,
        };
        let Value::Array(branches) = value else {
            return None;
        };
        let mut shapes = Vec::with_capacity(branches.len());
        for (i, branch) in branches.iter().enumerate() {
            let child = self.child(id, &[Step::Key(keyword), Step::Index(i)], branch);
            shapes.push((*self.node_shape(child)).clone());
        }
        let keyword = match keyword {
            "allOf" => "allOf",
            "anyOf" => "anyOf",
            _ => "oneOf",
        };
        Some(join(shapes, self.joint(id, Some(keyword))))
    }

    fn left_to_the_validator(
        &self,
        id: NodeId,
        map: &Map<String, Value>,
        mut shape: Shape,
    ) -> Shape {
        let is_new = self.dialect == Dialect::Draft202012;
        for (keyword, value) in map {
            let (matters, reason) = match keyword.as_str() {
                "not" => (true, "`not`"),
                "contains" => (true, "`contains`"),
                "if" => (map.contains_key("then") || map.contains_key("else"), "`if`"),
                "$dynamicRef" => (is_new, "`$dynamicRef`"),
                "dependentSchemas" => (is_new, "`dependentSchemas`"),
                "unevaluatedItems" => (is_new, "`unevaluatedItems`"),
                "unevaluatedProperties" => {
                    (is_new && !is_additional(map), "`unevaluatedProperties`")
                }
                "dependencies" => (has_schemas(value), "`dependencies`"),
                "format" => (self.asserts_format(value), "`format`"),
                _ => continue,
            };
            if matters {
                shape.note(left(id, reason));
            }
        }
        shape
    }

    fn array_rule(&mut self, id: NodeId, map: &'a Map<String, Value>) -> ArrayRule {
        let mut rule = ArrayRule::default();
        let is_new = self.dialect == Dialect::Draft202012;
        let (prefix_keyword, rest_keyword) = match map.get("items") {
            Some(Value::Array(_)) if !is_new => ("items", "additionalItems"),
            _ if is_new => ("prefixItems", "items"),
            _ => ("", "items"),
        };
        let mut prefix = Vec::new();
        if let Some(Value::Array(items)) = map.get(prefix_keyword) {
            for (i, item) in items.iter().enumerate() {
                let child = self.child(id, &[Step::Key(prefix_keyword), Step::Index(i)], item);
                prefix.push(self.resolve(child));
            }
        }
        let rest = map
            .get(rest_keyword)
            .filter(|rest| !rest.is_array() && !self.says_nothing(rest))
            .map(|rest| {
                let child = self.child(id, &[Step::Key(rest_keyword)], rest);
                self.resolve(child)
            });
        if !prefix.is_empty() || rest.is_some() {
            rule.parts.push(Rc::new(ArrayPart { prefix, rest }));
        }
        rule.min = map.get("minItems").and_then(count).unwrap_or(0);
        rule.max = map.get("maxItems").and_then(count);
        rule.unique = map.get("uniqueItems") == Some(&Value::Bool(true));
        rule
    }

    fn object_rule(&mut self, id: NodeId, map: &'a Map<String, Value>) -> ObjectRule {
        let mut rule = ObjectRule {
            min: map.get("minProperties").and_then(count).unwrap_or(0),
            max: map.get("maxProperties").and_then(count),
            ..ObjectRule::default()
        };
        let additional_keyword = match map.get("unevaluatedProperties") {
            Some(_) if self.dialect == Dialect::Draft202012 && is_additional(map) => {
                "unevaluatedProperties"
            }
            _ => "additionalProperties",
        };
        let part = ObjectPart {
            node: id,
            properties: self.properties(id, map),
            patterns: self.patterns(id, map),
            welcomes_others: map
                .get(additional_keyword)
                .is_some_and(|schema| self.says_nothing(schema)),
            additional: map
                .get(additional_keyword)
                .filter(|schema| !self.says_nothing(schema))
                .map(|schema| {
                    let child = self.child(id, &[Step::Key(additional_keyword)], schema);
                    self.resolve(child)
                }),
        };
        if !part.properties.is_empty()
            || !part.patterns.is_empty()
            || part.additional.is_some()
            || part.welcomes_others
        {
            rule.parts.push(Rc::new(part));
        }
        if let Some(names) = map.get("propertyNames") {
            let child = self.child(id, &[Step::Key("propertyNames")], names);
            rule.names.push(self.resolve(child));
        }
        rule.required = strings(map.get("required"));
        let dependent = match self.dialect {
            Dialect::Draft202012 => map.get("dependentRequired"),
            _ => None,
        };
        for dependencies in [dependent, map.get("dependencies")].into_iter().flatten() {
            for (name, needs) in dependencies.as_object().into_iter().flatten() {
                let needs = strings(Some(needs));
                if !needs.is_empty() {
                    rule.dependent
                        .entry(name.clone())
                        .or_default()
                        .extend(needs);
                }
            }
        }
        rule
    }

    fn properties(&mut self, id: NodeId, map: &'a Map<String, Value>) -> Vec<Property> {
        let mut properties = Vec::new();
        for (name, schema) in map
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let declared = self.child(id, &[Step::Key("properties"), Step::Key(name)], schema);
            properties.push(Property {
                name: name.clone(),
                declared,
                schema: self.resolve(declared),
            });
        }
        properties
    }

    fn patterns(&mut self, id: NodeId, map: &'a Map<String, Value>) -> Vec<(String, NodeId)> {
        let mut patterns = Vec::new();
        let named = map.get("patternProperties").and_then(Value::as_object);
        for (pattern, schema) in named.into_iter().flatten() {
            let child = self.child(
                id,
                &[Step::Key("patternProperties"), Step::Key(pattern)],
                schema,
            );
            patterns.push((pattern.clone(), self.resolve(child)));
        }
        patterns
    }
}

/// Whether `unevaluatedProperties` means the same as `additionalProperties`: nothing beside it
/// evaluates properties.
fn is_additional(map: &Map<String, Value>) -> bool {
    !map.keys().any(|keyword| {
        matches!(
            keyword.as_str(),
            "$ref"
                | "$dynamicRef"
                | "additionalProperties"
                | "allOf"
                | "anyOf"
                | "dependentSchemas"
                | "else"
                | "if"
                | "not"
                | "oneOf"
                | "then"
        )
    })
}

fn has_schemas(dependencies: &Value) -> bool {
    let values = dependencies.as_object().into_iter().flatten();
    values.into_iter().any(|(_, needs)| !needs.is_array())
}

fn strings(value: Option<&Value>) -> Vec<String> {
    let mut seen = HashSet::new();
    let distinct = texts(value).filter(|text| seen.insert(*text));
    distinct.map(str::to_owned).collect()
}

/// The JSON types that `type` allows.
fn types(map: &Map<String, Value>) -> Shape {
    let names: Vec<&str> = match map.get("type") {
        None => return Shape::any(),
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        Some(_) => Vec::new(),
    };
    let mut shape = Shape::never();
    for name in &names {
        match *name {
            "null" => shape.null = true,
            "boolean" => shape.boolean = Booleans::BOTH,
            "number" => shape.number = Slot::free(),
            "integer" if !names.contains(&"number") => {
                shape.number = Slot::just(NumberRule {
                    integer: true,
                    ..NumberRule::default()
                });
            }
            "string" => shape.string = Slot::free(),
            "array" => shape.array = Slot::free(),
            "object" => shape.object = Slot::free(),
            _ => {}
        }
    }
    shape
}

fn number_keyword(rule: &mut NumberRule, keyword: &str, value: &Value) {
    let Value::Number(number) = value else { return };
    let bound = |exclusive| Bound {
        value: number.clone(),
        exclusive,
    };
    match keyword {
        "minimum" => rule.min.push(bound(false)),
        "exclusiveMinimum" => rule.min.push(bound(true)),
        "maximum" => rule.max.push(bound(false)),
        "exclusiveMaximum" => rule.max.push(bound(true)),
        "multipleOf" => rule.multiple_of.push(number.clone()),
        _ => {}
    }
}

fn string_keyword(rule: &mut StringRule, keyword: &str, value: &Value) {
    match (keyword, value) {
        ("minLength", value) => rule.min = count(value).unwrap_or(0),
        ("maxLength", value) => rule.max = count(value),
        ("pattern", Value::String(pattern)) => rule.patterns.push(pattern.clone()),
        _ => {}
    }
}

/// The values of `enum` and `const`, as lists that must all contain the instance.
fn values(map: &Map<String, Value>) -> Option<Vec<&Value>> {
    let listed = map.get("enum").and_then(Value::as_array);
    match (listed, map.get("const")) {
        (None, None) => None,
        (None, Some(only)) => Some(vec![only]),
        (Some(values), None) => Some(values.iter().collect()),
        (Some(values), Some(only)) => {
            Some(values.iter().filter(|value| same(value, only)).collect())
        }
    }
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => super::rules::same_number(a, b),
        (a, b) => a == b,
    }
}

fn listed(id: NodeId, values: Vec<&Value>) -> Shape {
    let mut shape = Shape::never();
    let mut numbers: Vec<Number> = Vec::new();
    let mut strings: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for value in values {
        match value {
            Value::Null => shape.null = true,
            Value::Bool(true) => shape.boolean.yes = true,
            Value::Bool(false) => shape.boolean.no = true,
            Value::Number(number) => numbers.push(number.clone()),
            Value::String(text) if seen.insert(text) => strings.push(text.clone()),
            Value::String(_) => {}
            Value::Array(_) => {
                shape.array = Slot::free();
                shape.note(left(id, "an array among the listed values"));
            }
            Value::Object(_) => {
                shape.object = Slot::free();
                shape.note(left(id, "an object among the listed values"));
            }
        }
    }
    if !numbers.is_empty() {
        shape.number = Slot::just(NumberRule {
            values: Some(numbers),
            ..NumberRule::default()
        });
    }
    if !strings.is_empty() {
        shape.string = Slot::just(StringRule {
            values: Some(Rc::new(strings)),
            ..StringRule::default()
        });
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_are_found() {
        assert!(ASSERTIONS.is_sorted());
        assert!(is_assertion("$dynamicRef") && is_assertion("uniqueItems"));
        assert!(!is_assertion("title") && !is_assertion(""));
    }
}
