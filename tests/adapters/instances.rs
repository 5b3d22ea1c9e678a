//! Makes instances from schemas: ones that should fit, and ones that nearly do.

use serde_json::{Map, Value, json};

/// A small deterministic source of choices.
pub(crate) struct Choices(u64);

impl Choices {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap_or(0)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A name that no schema of the tests declares.
pub(crate) const UNDECLARED: &str = "undeclared property";

/// An instance that fits most of what the schema says.
pub(crate) fn instance(root: &Value, schema: &Value, choices: &mut Choices, depth: usize) -> Value {
    let Value::Object(map) = schema else {
        return json!("anything");
    };
    if depth > 8 {
        return Value::Null;
    }
    if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
        let target = reference
            .strip_prefix('#')
            .and_then(|pointer| root.pointer(pointer));
        return target.map_or(Value::Null, |target| {
            instance(root, target, choices, depth + 1)
        });
    }
    if let Some(constant) = map.get("const") {
        return constant.clone();
    }
    if let Some(Value::Array(values)) = map.get("enum") {
        return values
            .get(choices.below(values.len()))
            .cloned()
            .unwrap_or_default();
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = map.get(keyword) {
            let chosen = &branches[choices.below(branches.len())];
            let branch = instance(root, chosen, choices, depth + 1);
            let mut rest = map.clone();
            rest.remove(keyword);
            if rest.contains_key("properties") {
                return merged(
                    instance(root, &Value::Object(rest), choices, depth + 1),
                    branch,
                );
            }
            return branch;
        }
    }
    if let Some(Value::Array(parts)) = map.get("allOf") {
        let mut rest = map.clone();
        rest.remove("allOf");
        let whole = instance(root, &Value::Object(rest), choices, depth + 1);
        return parts.iter().fold(whole, |whole, part| {
            merged(whole, instance(root, part, choices, depth + 1))
        });
    }
    typed(root, map, choices, depth)
}

fn merged(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            one.extend(other);
            Value::Object(one)
        }
        (_, other) => other,
    }
}

fn typed(root: &Value, map: &Map<String, Value>, choices: &mut Choices, depth: usize) -> Value {
    let name = match map.get("type") {
        Some(Value::String(name)) => name.as_str(),
        Some(Value::Array(names)) => names[choices.below(names.len())].as_str().unwrap_or("null"),
        _ if map.contains_key("properties") => "object",
        _ if map.contains_key("items") => "array",
        _ => ["string", "integer", "boolean"][choices.below(3)],
    };
    match name {
        "object" => object(root, map, choices, depth),
        "array" => {
            let least = bound(map, "minItems").unwrap_or(0);
            let most = bound(map, "maxItems").unwrap_or(least + 2).min(least + 2);
            let count = least + choices.below(most.saturating_sub(least) + 1);
            let any = json!({});
            let items = map.get("items").unwrap_or(&any);
            (0..count)
                .map(|_| instance(root, items, choices, depth + 1))
                .collect()
        }
        "string" => string(map, choices),
        "integer" | "number" => number(map, name, choices),
        "boolean" => json!(choices.chance(50)),
        _ => Value::Null,
    }
}

fn object(root: &Value, map: &Map<String, Value>, choices: &mut Choices, depth: usize) -> Value {
    let required = map.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|found| found == name));
    let often = [0, 50, 100][choices.below(3)];
    let mut object = Map::new();
    for (name, schema) in map
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        if is_required(name) || choices.chance(often) {
            object.insert(name.clone(), instance(root, schema, choices, depth + 1));
        }
    }
    if let Some(schema @ Value::Object(_)) = map.get("additionalProperties") {
        object.insert("key".to_owned(), instance(root, schema, choices, depth + 1));
    }
    Value::Object(object)
}

fn bound(map: &Map<String, Value>, keyword: &str) -> Option<usize> {
    map.get(keyword)?
        .as_u64()
        .and_then(|n| usize::try_from(n).ok())
}

fn string(map: &Map<String, Value>, choices: &mut Choices) -> Value {
    let samples = [
        "a",
        "abc",
        "AAPL",
        "2024-01-01",
        "https://example.com",
        "123456789012",
        "0",
        "10.5",
    ];
    let mut text = samples[choices.below(samples.len())].to_owned();
    while text.chars().count() < bound(map, "minLength").unwrap_or(0) {
        text.push('a');
    }
    if let Some(most) = bound(map, "maxLength") {
        text = text.chars().take(most).collect();
    }
    json!(text)
}

fn number(map: &Map<String, Value>, name: &str, choices: &mut Choices) -> Value {
    let least = map
        .get("minimum")
        .or_else(|| map.get("exclusiveMinimum"))
        .and_then(Value::as_f64);
    let most = map
        .get("maximum")
        .or_else(|| map.get("exclusiveMaximum"))
        .and_then(Value::as_f64);
    let value = match (least, most) {
        (Some(least), Some(most)) => f64::midpoint(least, most),
        (Some(least), None) => least + 1.0,
        (None, Some(most)) => most - 1.0,
        (None, None) => 7.0,
    };
    let value = [value, least.unwrap_or(value), most.unwrap_or(value)][choices.below(3)];
    if name == "integer" || value.fract() == 0.0 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "bounds of real tools are small"
        )]
        return json!(value as i64);
    }
    json!(value)
}

/// The instance with one thing changed somewhere.
pub(crate) fn mutated(value: &Value, choices: &mut Choices) -> Value {
    match value {
        Value::Object(map) if !map.is_empty() && choices.chance(80) => {
            let mut map = map.clone();
            let name = map
                .keys()
                .nth(choices.below(map.len()))
                .cloned()
                .unwrap_or_default();
            match choices.below(8) {
                0 => {
                    map.remove(&name);
                }
                1 => {
                    map.insert(UNDECLARED.to_owned(), json!(1));
                }
                2 => {
                    map.insert(name, Value::Null);
                }
                _ => {
                    let changed = mutated(&map[&name], choices);
                    map.insert(name, changed);
                }
            }
            Value::Object(map)
        }
        Value::Array(items) if !items.is_empty() && choices.chance(70) => {
            let mut items = items.clone();
            let i = choices.below(items.len());
            match choices.below(3) {
                0 => items.push(items[i].clone()),
                1 => {
                    items.remove(i);
                }
                _ => items[i] = mutated(&items[i], choices),
            }
            Value::Array(items)
        }
        Value::Number(n) if choices.chance(70) => {
            let n = n.as_f64().unwrap_or(0.0);
            [
                json!(n - 1.0),
                json!(n + 1.0),
                json!(n + 0.5),
                json!(-1e6),
                json!(1e6),
            ][choices.below(5)]
            .clone()
        }
        Value::String(text) if choices.chance(60) => [
            json!(""),
            json!(format!("{text}{text}x")),
            json!("x".repeat(400)),
        ][choices.below(3)]
        .clone(),
        _ => {
            let others = [
                json!(null),
                json!(1),
                json!("other"),
                json!(true),
                json!([]),
                json!({}),
                json!(2.5),
            ];
            others[choices.below(others.len())].clone()
        }
    }
}
