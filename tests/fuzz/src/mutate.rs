//! Changes to JSON that leave it JSON: bytes changed at random are seldom a schema.

use serde_json::{Map, Value, json};

/// A small generator (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let next = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(next).unwrap_or(0) % end.max(1)
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

const KEYWORDS: &[&str] = &[
    "type",
    "properties",
    "required",
    "items",
    "additionalProperties",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "enum",
    "const",
    "default",
    "examples",
    "pattern",
    "format",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "multipleOf",
    "minItems",
    "uniqueItems",
    "contains",
    "prefixItems",
    "patternProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "$ref",
    "$defs",
    "$id",
    "$anchor",
    "$dynamicRef",
    "$schema",
    "title",
    "description",
    "deprecated",
    "x-mcp-header",
    "name",
    "namespace",
    "version",
    "tags",
    "icons",
    "_meta",
    "annotations",
    "outputSchema",
    "strict",
    "nullable",
    "summary",
    "notes",
    "references",
    "a",
    "b",
    "kind",
    "",
];

const TEXTS: &[&str] = &[
    "string",
    "integer",
    "number",
    "object",
    "array",
    "boolean",
    "null",
    "#",
    "#/$defs/a",
    "#/properties/a",
    "#a",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2020-12/schema",
    "^a+$",
    "(?=a)a",
    "(a|a)*b",
    "[^c]*c",
    "date",
    "uuid",
    "a",
    "b",
    "open",
    "",
    "\u{202e}",
    "|",
    "```",
    "*/ fn f() {} /*",
    "\"#; fn f() {}",
    "self",
    "Self",
    "crate",
    "std",
    "~1",
    "%25",
    "1.0.0",
];

/// A change of a JSON text, unless it is none or the change is too long.
#[must_use]
pub fn changed(data: &[u8], most: usize, seed: u32) -> Option<Vec<u8>> {
    let mut random = Random(u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    if random.below(8) == 0 {
        return None;
    }
    let mut value: Value = serde_json::from_slice(data).ok()?;
    for _ in 0..=random.below(3) {
        let whole = value.clone();
        let count = count(&value);
        let place = random.below(count);
        let other = node(&whole, random.below(count));
        change(nth(&mut value, place)?, other, &mut random);
    }
    let text = serde_json::to_vec(&value).ok()?;
    (text.len() <= most).then_some(text)
}

fn children(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(map) => Box::new(map.values()),
        _ => Box::new(std::iter::empty()),
    }
}

fn count(value: &Value) -> usize {
    1 + children(value).map(count).sum::<usize>()
}

fn node(value: &Value, mut index: usize) -> Value {
    if index == 0 {
        return value.clone();
    }
    index -= 1;
    for child in children(value) {
        let size = count(child);
        if index < size {
            return node(child, index);
        }
        index -= size;
    }
    Value::Null
}

fn nth(value: &mut Value, mut index: usize) -> Option<&mut Value> {
    if index == 0 {
        return Some(value);
    }
    index -= 1;
    let children: Box<dyn Iterator<Item = &mut Value>> = match value {
        Value::Array(items) => Box::new(items.iter_mut()),
        Value::Object(map) => Box::new(map.values_mut()),
        _ => return None,
    };
    for child in children {
        let size = count(child);
        if index < size {
            return nth(child, index);
        }
        index -= size;
    }
    None
}

fn change(place: &mut Value, other: Value, random: &mut Random) {
    match (random.below(8), &mut *place) {
        (0..=2, Value::Object(map)) => {
            let value = if random.below(2) == 0 {
                other
            } else {
                leaf(random)
            };
            map.insert((*random.pick(KEYWORDS)).to_owned(), value);
        }
        (3, Value::Object(map)) => {
            let key = map.keys().nth(random.below(map.len())).cloned();
            key.map(|key| map.shift_remove(&key));
        }
        (0..=2, Value::Array(items)) => items.push(other),
        (3, Value::Array(items)) if !items.is_empty() => {
            items.remove(random.below(items.len()));
        }
        (4, _) => *place = around(place.take(), random),
        (5, _) => *place = other,
        _ => *place = leaf(random),
    }
}

fn around(value: Value, random: &mut Random) -> Value {
    match random.below(6) {
        0 => json!([value]),
        1 => json!({"anyOf": [value, {"type": "null"}]}),
        2 => json!({"allOf": [value, {}]}),
        3 => json!({"type": "array", "items": value}),
        4 => json!({"type": "object", "properties": {"a": value}}),
        _ => {
            let key = (*random.pick(KEYWORDS)).to_owned();
            Value::Object(Map::from_iter([(key, value)]))
        }
    }
}

fn leaf(random: &mut Random) -> Value {
    match random.below(12) {
        0 => Value::Null,
        1 => json!(random.below(2) == 0),
        2 => json!(random.below(4)),
        3 => json!(-1),
        4 => random
            .pick(&[
                json!(1.5),
                json!(1e300),
                json!(u64::MAX),
                json!(i64::MIN),
                json!(1.0),
            ])
            .clone(),
        5 => json!([]),
        6 => json!({}),
        7 => json!(random.pick(TEXTS).repeat(1 + random.below(4))),
        _ => json!(random.pick(TEXTS)),
    }
}
