//! One subschema to a shape: what each keyword says about its JSON type.

use std::rc::Rc;

use serde_json::{Map, Number, Value};
use toolmodel_runtime::Dialect;

use super::rules::count;
use super::{
    ArrayPart, ArrayRule, Booleans, Bound, Document, NodeId, NodeSet, NumberRule, ObjectPart,
    ObjectRule, Property, Shape, Slot, StringRule,
};

/// References and unions nested deeper than this in one place are left to the validator.
const DEEPEST: usize = 100;

/// Keywords that decide what is accepted. All others annotate or name.
pub(super) fn is_assertion(keyword: &str) -> bool {
    matches!(
        keyword,
        "$dynamicRef"
            | "$ref"
            | "additionalItems"
            | "additionalProperties"
            | "allOf"
            | "anyOf"
            | "const"
            | "contains"
            | "dependencies"
            | "dependentRequired"
            | "dependentSchemas"
            | "enum"
            | "exclusiveMaximum"
            | "exclusiveMinimum"
            | "if"
            | "items"
            | "maxItems"
            | "maxLength"
            | "maxProperties"
            | "maximum"
            | "minItems"
            | "minLength"
            | "minProperties"
            | "minimum"
            | "multipleOf"
            | "not"
            | "oneOf"
            | "pattern"
            | "patternProperties"
            | "prefixItems"
            | "properties"
            | "propertyNames"
            | "required"
            | "type"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "uniqueItems"
    )
}

impl Document<'_> {
    /// What all subschemas of a set accept together.
    pub(crate) fn shape(&mut self, set: &NodeSet) -> Shape {
        let mut joined = Shape::any();
        for id in set {
            let shape = self.node_shape(*id);
            let pointer = self.pointer(*id).to_owned();
            joined = joined.and((*shape).clone(), &pointer);
        }
        joined
    }

    /// What one subschema accepts.
    pub(crate) fn node_shape(&mut self, id: NodeId) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(&id) {
            return Rc::clone(shape);
        }
        let pointer = self.pointer(id).to_owned();
        if self.visiting.contains(&id) || self.visiting.len() > DEEPEST {
            return Rc::new(Shape::any().opaque(&pointer, "a reference that leads back to itself"));
        }
        self.visiting.push(id);
        let shape = match self.schema(id) {
            Value::Bool(true) => Shape::any(),
            Value::Bool(false) => Shape::never(),
            Value::Object(map) => self.object_shape(id, map, &pointer),
            _ => Shape::any().opaque(&pointer, "not a schema"),
        };
        self.visiting.pop();
        let shape = Rc::new(shape);
        self.shapes.insert(id, Rc::clone(&shape));
        shape
    }
}

impl<'a> Document<'a> {
    fn object_shape(&mut self, id: NodeId, map: &'a Map<String, Value>, pointer: &str) -> Shape {
        if self.dialect == Dialect::Draft07
            && let Some(reference) = map.get("$ref")
        {
            return self.reference(reference, pointer);
        }
        let mut shape = types(map);
        let mut number = NumberRule::default();
        let mut string = StringRule::default();
        let array = self.array_rule(id, map);
        let object = self.object_rule(id, map);
        for (keyword, value) in map {
            number_keyword(&mut number, keyword, value);
            string_keyword(&mut string, keyword, value);
        }
        shape = shape.and(
            Shape {
                number: Slot::Just(number),
                string: Slot::Just(string),
                array: Slot::Just(array),
                object: Slot::Just(object),
                ..Shape::any()
            },
            pointer,
        );
        if let Some(values) = values(map) {
            shape = shape.and(listed(values, pointer), pointer);
        }
        for (keyword, value) in map {
            if let Some(applied) = self.applicator(id, keyword, value, pointer) {
                shape = shape.and(applied, pointer);
            }
        }
        self.left_to_the_validator(map, shape, pointer)
    }

    fn reference(&mut self, reference: &Value, pointer: &str) -> Shape {
        let target = reference.as_str().and_then(|text| self.target(text));
        match target {
            Some(target) => (*self.node_shape(target)).clone(),
            None => Shape::any().opaque(pointer, "a `$ref` that depends on a base URI"),
        }
    }

    /// Keywords that apply subschemas to the same value.
    fn applicator(
        &mut self,
        id: NodeId,
        keyword: &str,
        value: &'a Value,
        pointer: &str,
    ) -> Option<Shape> {
        if keyword == "$ref" {
            return Some(self.reference(value, pointer));
        }
        let Value::Array(branches) = value else {
            return None;
        };
        if !matches!(keyword, "allOf" | "anyOf" | "oneOf") {
            return None;
        }
        let mut shapes = Vec::with_capacity(branches.len());
        for (i, branch) in branches.iter().enumerate() {
            let child = self.child(id, &[keyword, &i.to_string()], branch);
            shapes.push((*self.node_shape(child)).clone());
        }
        let pointer = super::document::join(pointer, keyword);
        Some(match keyword {
            "allOf" => shapes
                .into_iter()
                .fold(Shape::any(), |all, shape| all.and(shape, &pointer)),
            "anyOf" => Shape::any_of(shapes, &pointer),
            _ => Shape::one_of(shapes, &pointer),
        })
    }

    fn left_to_the_validator(
        &self,
        map: &Map<String, Value>,
        mut shape: Shape,
        pointer: &str,
    ) -> Shape {
        let is_new = self.dialect == Dialect::Draft202012;
        for (keyword, value) in map {
            let matters = match keyword.as_str() {
                "not" | "contains" => true,
                "if" => map.contains_key("then") || map.contains_key("else"),
                "$dynamicRef" | "dependentSchemas" | "unevaluatedItems" => is_new,
                "unevaluatedProperties" => is_new && !is_additional(map),
                "dependencies" => has_schemas(value),
                _ => false,
            };
            if matters {
                shape = shape.opaque(pointer, &format!("`{keyword}`"));
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
                let child = self.child(id, &[prefix_keyword, &i.to_string()], item);
                prefix.push(self.resolve(child));
            }
        }
        let rest = map
            .get(rest_keyword)
            .filter(|rest| !rest.is_array() && !says_nothing(rest))
            .map(|rest| {
                let child = self.child(id, &[rest_keyword], rest);
                self.resolve(child)
            });
        if !prefix.is_empty() || rest.is_some() {
            rule.parts.push(ArrayPart { prefix, rest });
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
            welcomes_others: map.get("additionalProperties").is_some_and(says_nothing),
            additional: map
                .get(additional_keyword)
                .filter(|schema| !says_nothing(schema))
                .map(|schema| {
                    let child = self.child(id, &[additional_keyword], schema);
                    self.resolve(child)
                }),
        };
        if !part.properties.is_empty()
            || !part.patterns.is_empty()
            || part.additional.is_some()
            || part.welcomes_others
        {
            rule.parts.push(part);
        }
        if let Some(names) = map.get("propertyNames") {
            let child = self.child(id, &["propertyNames"], names);
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
            let declared = self.child(id, &["properties", name], schema);
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
            let child = self.child(id, &["patternProperties", pattern], schema);
            patterns.push((pattern.clone(), self.resolve(child)));
        }
        patterns
    }
}

/// Whether `unevaluatedProperties` means what `additionalProperties` would: nothing beside it
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

/// Whether a schema accepts everything, at a glance.
fn says_nothing(schema: &Value) -> bool {
    match schema {
        Value::Bool(accepts) => *accepts,
        Value::Object(map) => !map.keys().any(|keyword| is_assertion(keyword)),
        _ => false,
    }
}

fn has_schemas(dependencies: &Value) -> bool {
    let values = dependencies.as_object().into_iter().flatten();
    values.into_iter().any(|(_, needs)| !needs.is_array())
}

fn strings(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).into_iter().flatten();
    let mut found: Vec<String> = Vec::new();
    for item in items.filter_map(Value::as_str) {
        if !found.iter().any(|seen| seen == item) {
            found.push(item.to_owned());
        }
    }
    found
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
                shape.number = Slot::Just(NumberRule {
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

fn listed(values: Vec<&Value>, pointer: &str) -> Shape {
    let mut shape = Shape::never();
    let mut numbers: Vec<Number> = Vec::new();
    let mut strings: Vec<String> = Vec::new();
    for value in values {
        match value {
            Value::Null => shape.null = true,
            Value::Bool(true) => shape.boolean.yes = true,
            Value::Bool(false) => shape.boolean.no = true,
            Value::Number(number) => numbers.push(number.clone()),
            Value::String(text) if !strings.contains(text) => strings.push(text.clone()),
            Value::String(_) => {}
            Value::Array(_) => {
                shape.array = Slot::free();
                shape = shape.opaque(pointer, "an array among the listed values");
            }
            Value::Object(_) => {
                shape.object = Slot::free();
                shape = shape.opaque(pointer, "an object among the listed values");
            }
        }
    }
    if !numbers.is_empty() {
        shape.number = Slot::Just(NumberRule {
            values: Some(numbers),
            ..NumberRule::default()
        });
    }
    if !strings.is_empty() {
        shape.string = Slot::Just(StringRule {
            values: Some(strings),
            ..StringRule::default()
        });
    }
    shape
}
