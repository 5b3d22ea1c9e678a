//! Instances made from a schema: one that it should accept, and mutations of it, most of which it
//! should not. Deterministic, and blind to what any judge thinks of them.

use serde_json::{Map, Value, json};

/// How deep recursive types are unrolled.
const DEEPEST: usize = 4;

/// The first instance should be valid; the others are whatever mutation gives.
pub(crate) fn instances(schema: &Value) -> Vec<Value> {
    let maker = Maker { root: schema };
    let mut made = vec![maker.base(schema, 0)];
    made.extend(maker.variants(schema, 0));
    let mut unique: Vec<Value> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for instance in made {
        if seen.insert(instance.to_string()) {
            unique.push(instance);
        }
    }
    unique
}

struct Maker<'a> {
    root: &'a Value,
}

/// Values of every JSON type, among them those that derived serde takes for something else.
fn swaps() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(5),
        json!(5.0),
        json!(1e3),
        json!(-1),
        json!(0.5),
        json!(""),
        json!("x"),
        json!([]),
        json!([1, "a"]),
        json!({}),
        json!({"Unit": null}),
        json!({"unknown": 1}),
    ]
}

fn texts() -> Vec<Value> {
    let mut texts: Vec<Value> = ["a", "ab", "\u{e9}", "a/b", "A/B", "#a", "fixed", "Unit"]
        .map(Value::from)
        .to_vec();
    texts.extend([2, 5, 6, 40].map(|n| Value::from("x".repeat(n))));
    texts
}

fn numbers(schema: &Map<String, Value>) -> Vec<Value> {
    let mut numbers = vec![
        json!(2),
        json!(2.0),
        json!(1e2),
        json!(2.5),
        json!(-0.0),
        json!(255),
        json!(256),
        json!(-129),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(18_446_744_073_709_551_616.0),
        json!(9_223_372_036_854_775_808.0),
        json!(1e20),
        json!(1e39),
        json!(-1e39),
        json!(1e300),
    ];
    for key in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        let Some(bound) = schema.get(key) else {
            continue;
        };
        numbers.push(bound.clone());
        if let Some(bound) = bound.as_i64() {
            numbers.extend([bound.checked_sub(1), bound.checked_add(1)].map(|n| json!(n)));
        }
        if let Some(bound) = bound.as_f64() {
            numbers.extend([bound, bound - 1.0, bound + 1.0, bound * 2.0].map(|n| json!(n)));
        }
    }
    numbers
}

impl<'a> Maker<'a> {
    fn resolve(&self, schema: &'a Value) -> Map<String, Value> {
        let mut object = schema.as_object().cloned().unwrap_or_default();
        if let Some(Value::String(reference)) = object.remove("$ref") {
            let pointer = reference.trim_start_matches('#');
            let target = self.root.pointer(pointer).unwrap_or(&Value::Null);
            let mut resolved = target.as_object().cloned().unwrap_or_default();
            resolved.remove("$defs");
            resolved.extend(object);
            return resolved;
        }
        object
    }

    /// The schema with one of its branches merged in, for each branch.
    fn branches(&self, schema: &Map<String, Value>) -> Vec<Map<String, Value>> {
        for key in ["oneOf", "anyOf"] {
            let Some(Value::Array(branches)) = schema.get(key) else {
                continue;
            };
            let mut rest = schema.clone();
            rest.remove(key);
            return branches
                .iter()
                .map(|branch| {
                    let branch: &'a Value = leak(branch.clone());
                    merge(rest.clone(), self.resolve(branch))
                })
                .collect();
        }
        if let Some(Value::Array(parts)) = schema.get("allOf") {
            let mut merged = schema.clone();
            merged.remove("allOf");
            for part in parts {
                let part = self.resolve(leak(part.clone()));
                let branch = self.branches(&part).into_iter().next().unwrap_or(part);
                merged = merge(merged, branch);
            }
            return vec![merged];
        }
        Vec::new()
    }

    /// An instance that the schema should accept.
    fn base(&self, schema: &'a Value, depth: usize) -> Value {
        let schema = self.resolve(schema);
        if let Some(branch) = self.branches(&schema).into_iter().next() {
            return self.base(leak(Value::Object(branch)), depth);
        }
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            return values.first().cloned().unwrap_or_default();
        }
        match first_type(&schema) {
            "string" => base_text(&schema),
            "integer" | "number" => base_number(&schema),
            "boolean" => json!(true),
            "array" => self.base_array(&schema, depth),
            "object" => self.base_object(&schema, depth),
            "null" => Value::Null,
            _ => json!({"any": [1, 2.5, null]}),
        }
    }

    fn base_array(&self, schema: &Map<String, Value>, depth: usize) -> Value {
        if let Some(Value::Array(items)) = schema.get("prefixItems") {
            let items = items
                .iter()
                .map(|item| self.base(leak(item.clone()), depth + 1));
            return items.collect();
        }
        let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        let wanted = if depth > DEEPEST { least } else { least.max(1) };
        let item = schema.get("items").cloned().unwrap_or(Value::Bool(true));
        let item = self.base(leak(item), depth + 1);
        (0..wanted).map(|_| item.clone()).collect()
    }

    fn base_object(&self, schema: &Map<String, Value>, depth: usize) -> Value {
        let mut object = Map::new();
        let required = schema.get("required").cloned().unwrap_or_default();
        let is_required = |name: &str| {
            required
                .as_array()
                .is_some_and(|names| names.iter().any(|other| other == name))
        };
        for (name, property) in properties(schema) {
            if depth <= DEEPEST || is_required(&name) {
                object.insert(name, self.base(leak(property), depth + 1));
            }
        }
        if let Some(values @ Value::Object(_)) = schema.get("additionalProperties") {
            object.insert("key".to_owned(), self.base(leak(values.clone()), depth + 1));
        }
        Value::Object(object)
    }

    fn variants(&self, schema: &'a Value, depth: usize) -> Vec<Value> {
        let mut variants = swaps();
        let schema = self.resolve(schema);
        if depth > DEEPEST {
            return variants;
        }
        let branches = self.branches(&schema);
        for branch in &branches {
            let branch = leak(Value::Object(branch.clone()));
            variants.push(self.base(branch, depth));
            variants.extend(self.variants(branch, depth + 1));
        }
        if !branches.is_empty() {
            return variants;
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            variants.extend(values.iter().cloned());
        }
        for name in types(&schema) {
            match name.as_str() {
                "string" => variants.extend(texts()),
                "integer" | "number" => variants.extend(numbers(&schema)),
                "array" => variants.extend(self.array_variants(&schema, depth)),
                "object" => variants.extend(self.object_variants(&schema, depth)),
                _ => {}
            }
        }
        variants
    }

    fn array_variants(&self, schema: &Map<String, Value>, depth: usize) -> Vec<Value> {
        let base = self.base_array(schema, depth);
        let base = base.as_array().cloned().unwrap_or_default();
        let mut variants: Vec<Value> = Vec::new();
        let longer = |by: usize| -> Value {
            let more = base.first().cloned().unwrap_or_default();
            base.iter()
                .cloned()
                .chain(std::iter::repeat_n(more, by))
                .collect()
        };
        variants.extend([longer(1), longer(4)]);
        variants.push(base.iter().skip(1).cloned().collect());
        let items: Vec<Value> = match schema.get("prefixItems") {
            Some(Value::Array(items)) => items.clone(),
            _ => schema.get("items").cloned().into_iter().collect(),
        };
        for (i, item) in items.into_iter().enumerate() {
            for variant in self.variants(leak(item), depth + 1) {
                let mut array = base.clone();
                if let Some(place) = array.get_mut(i) {
                    *place = variant.clone();
                }
                variants.push(Value::Array(array));
                variants.push(json!([variant]));
            }
        }
        variants
    }

    fn object_variants(&self, schema: &Map<String, Value>, depth: usize) -> Vec<Value> {
        let base = self.base_object(schema, depth);
        let base = base.as_object().cloned().unwrap_or_default();
        let mut variants = vec![
            base.values().cloned().collect(),
            Value::Object(with(&base, "unknown", json!(1))),
        ];
        let mut parts = properties(schema);
        if let Some(values @ Value::Object(_)) = schema.get("additionalProperties") {
            parts.push(("key".to_owned(), values.clone()));
        }
        let mut least = base.clone();
        for (name, property) in parts {
            let mut without = base.clone();
            without.remove(&name);
            variants.push(Value::Object(without));
            for variant in self.variants(leak(property), depth + 1) {
                variants.push(Value::Object(with(&base, &name, variant)));
            }
            let required = schema.get("required").and_then(Value::as_array);
            if !required.is_some_and(|names| names.contains(&json!(name))) {
                least.remove(&name);
            }
        }
        variants.push(Value::Object(least));
        variants
    }
}

/// Schemas that are put together live as long as the test.
fn leak(schema: Value) -> &'static Value {
    Box::leak(Box::new(schema))
}

fn with(object: &Map<String, Value>, name: &str, value: Value) -> Map<String, Value> {
    let mut object = object.clone();
    object.insert(name.to_owned(), value);
    object
}

fn properties(schema: &Map<String, Value>) -> Vec<(String, Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.cloned().unwrap_or_default();
    properties.into_iter().collect()
}

fn merge(mut schema: Map<String, Value>, other: Map<String, Value>) -> Map<String, Value> {
    for (key, value) in other {
        match (schema.get_mut(&key), value) {
            (Some(Value::Object(mine)), Value::Object(value)) => mine.extend(value),
            (Some(Value::Array(mine)), Value::Array(value)) if key == "required" => {
                mine.extend(value);
            }
            (_, value) => {
                schema.insert(key, value);
            }
        }
    }
    schema
}

fn types(schema: &Map<String, Value>) -> Vec<String> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Array(names)) => names
            .iter()
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect(),
        _ => Vec::new(),
    }
}

fn first_type(schema: &Map<String, Value>) -> &str {
    match schema.get("type") {
        Some(Value::String(name)) => name,
        Some(Value::Array(names)) => names.first().and_then(Value::as_str).unwrap_or_default(),
        _ => "",
    }
}

fn base_text(schema: &Map<String, Value>) -> Value {
    if let Some(Value::String(pattern)) = schema.get("pattern") {
        return json!(if pattern.contains('#') { "#a" } else { "a/b" });
    }
    let length = |key: &str| {
        let length = schema.get(key).and_then(Value::as_u64)?;
        usize::try_from(length).ok()
    };
    let least = length("minLength").unwrap_or(0);
    let most = length("maxLength").unwrap_or(usize::MAX);
    json!("a".repeat(3.clamp(least, most)))
}

fn base_number(schema: &Map<String, Value>) -> Value {
    if let Some(multiple) = schema.get("multipleOf") {
        return multiple.clone();
    }
    match schema.get("minimum") {
        Some(minimum) if minimum.as_f64().is_some_and(|minimum| minimum > 2.0) => minimum.clone(),
        _ => json!(2),
    }
}
