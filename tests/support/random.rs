//! Schemas made up by a seeded generator: small, mixed, and valid.

use serde_json::{Map, Value, json};

/// `count` schemas of a seed; the same seed gives the same schemas.
#[must_use]
pub fn schemas(seed: u64, count: usize) -> Vec<Value> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..count).map(|_| root(&mut random)).collect()
}

/// A small generator (xorshift64*), so that runs do not depend on a crate's version.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap_or(0) % end.max(1)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

const NAMES: &[&str] = &[
    "a", "b", "kind", "type", "a-b", "a_b", "Sum", "SUM", "self", "",
];
const TEXTS: &[&str] = &[
    "x",
    "y",
    "open",
    "Open",
    "a b",
    "",
    "+1",
    "-1",
    "\u{1f980}",
    "null",
];
const PATTERNS: &[&str] = &["^[a-z]+$", "\\d", "^x", "^(a|b)?$"];

fn root(random: &mut Random) -> Value {
    let mut schema = schema(random, 0);
    if let Value::Object(map) = &mut schema
        && random.chance(30)
    {
        let mut definitions = Map::new();
        for name in ["D", "E"] {
            definitions.insert(name.to_owned(), self::schema(random, 2));
        }
        map.insert("$defs".to_owned(), Value::Object(definitions));
        if let Some(Value::Object(properties)) = map.get_mut("properties") {
            properties.insert("d".to_owned(), json!({"$ref": "#/$defs/D"}));
            properties.insert(
                "e".to_owned(),
                json!({"$ref": "#/$defs/E", "default": null}),
            );
            if random.chance(30) {
                properties.insert("again".to_owned(), json!({"$ref": "#"}));
            }
        }
    }
    schema
}

fn schema(random: &mut Random, depth: usize) -> Value {
    let leaf = depth > 3;
    match random.below(if leaf { 8 } else { 16 }) {
        0 => string(random),
        1 | 2 => number(random),
        3 => json!({"type": "boolean"}),
        4 => enumeration(random),
        5 => types(random),
        6 => random
            .pick(&[
                json!({}),
                json!(true),
                json!({"type": "null"}),
                json!({"type": "object"}),
            ])
            .clone(),
        7 => json!({"const": random.pick(TEXTS)}),
        8 | 9 => array(random, depth),
        10 | 11 => union(random, depth),
        _ => object(random, depth),
    }
}

fn string(random: &mut Random) -> Value {
    let mut schema = json!({"type": "string"});
    if random.chance(40) {
        schema["minLength"] = json!(random.below(4));
    }
    if random.chance(40) {
        schema["maxLength"] = json!(random.below(6));
    }
    if random.chance(25) {
        schema["pattern"] = json!(random.pick(PATTERNS));
    }
    schema
}

fn number(random: &mut Random) -> Value {
    let name = random.pick(&["integer", "number"]);
    let mut schema = json!({"type": name});
    let bounds = [
        json!(0),
        json!(-3),
        json!(2.5),
        json!(10),
        json!(1e3),
        json!(100),
    ];
    for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        if random.chance(20) {
            schema[keyword] = random.pick(&bounds).clone();
        }
    }
    if random.chance(15) {
        schema["multipleOf"] = random
            .pick(&[json!(2), json!(0.5), json!(0.01), json!(5)])
            .clone();
    }
    schema
}

fn enumeration(random: &mut Random) -> Value {
    let mut values: Vec<Value> = Vec::new();
    for _ in 0..=random.below(4) {
        let value = match random.below(6) {
            0 => json!(random.below(4)),
            1 => random
                .pick(&[json!(1.0), json!(2.5), json!(null), json!(true)])
                .clone(),
            _ => json!(random.pick(TEXTS)),
        };
        if !values.contains(&value) {
            values.push(value);
        }
    }
    json!({"enum": values})
}

fn types(random: &mut Random) -> Value {
    let all = [
        "string", "integer", "number", "boolean", "null", "array", "object",
    ];
    let mut names: Vec<&str> = Vec::new();
    for _ in 0..=random.below(3) {
        let name = random.pick(&all);
        if !names.contains(name) {
            names.push(name);
        }
    }
    let mut schema = json!({"type": names});
    if random.chance(30) {
        schema["minimum"] = json!(1);
    }
    if random.chance(30) {
        schema["maxLength"] = json!(3);
    }
    schema
}

fn array(random: &mut Random, depth: usize) -> Value {
    let mut schema = json!({"type": "array"});
    if random.chance(80) {
        schema["items"] = self::schema(random, depth + 1);
    }
    if random.chance(20) {
        let items: Vec<Value> = (0..=random.below(2))
            .map(|_| self::schema(random, depth + 2))
            .collect();
        if random.chance(60) {
            schema["minItems"] = json!(items.len());
            schema["items"] = json!(false);
        }
        schema["prefixItems"] = json!(items);
    }
    for keyword in ["minItems", "maxItems"] {
        if random.chance(25) {
            schema[keyword] = json!(random.below(4));
        }
    }
    if random.chance(20) {
        schema["uniqueItems"] = json!(true);
    }
    if random.chance(5) {
        schema["contains"] = json!({"type": "string"});
    }
    schema
}

fn object(random: &mut Random, depth: usize) -> Value {
    let mut schema = json!({"type": "object"});
    let mut properties = Map::new();
    for _ in 0..random.below(5) {
        let mut property = self::schema(random, depth + 1);
        if random.chance(20)
            && let Value::Object(map) = &mut property
        {
            let defaults = [json!(null), json!(1), json!("x"), json!([]), json!({})];
            map.insert("default".to_owned(), random.pick(&defaults).clone());
        }
        properties.insert((*random.pick(NAMES)).to_owned(), property);
    }
    let mut required: Vec<String> = properties.keys().cloned().collect();
    required.retain(|_| random.chance(45));
    if random.chance(8) {
        required.push("undeclared".to_owned());
    }
    schema["properties"] = Value::Object(properties);
    schema["required"] = json!(required);
    match random.below(6) {
        0 | 1 => schema["additionalProperties"] = json!(false),
        2 => schema["additionalProperties"] = self::schema(random, depth + 2),
        3 => schema["additionalProperties"] = json!(true),
        _ => {}
    }
    odd_keywords(&mut schema, random, depth);
    schema
}

fn odd_keywords(schema: &mut Value, random: &mut Random, depth: usize) {
    if random.chance(8) {
        schema["minProperties"] = json!(random.below(3));
    }
    if random.chance(8) {
        schema["maxProperties"] = json!(random.below(4));
    }
    if random.chance(6) {
        schema["dependentRequired"] = json!({"a": ["b"], "kind": ["a", "z"]});
    }
    if random.chance(6) {
        schema["propertyNames"] = json!({"maxLength": 3});
    }
    if random.chance(8) {
        schema["patternProperties"] = json!({"^x": self::schema(random, depth + 2)});
    }
    if random.chance(6) {
        schema["anyOf"] = json!([{"required": ["a"]}, {"required": ["b"]}]);
    }
    if random.chance(4) {
        schema["oneOf"] = json!([{"required": ["a"]}, {"required": ["kind"]}]);
    }
    if random.chance(4) {
        schema["not"] = json!({"required": ["a", "b"]});
    }
    if random.chance(4) {
        schema["if"] = json!({"required": ["a"]});
        schema["then"] = json!({"required": ["b"]});
    }
    if random.chance(4) {
        schema["unevaluatedProperties"] = json!(false);
    }
}

fn union(random: &mut Random, depth: usize) -> Value {
    let keyword = *random.pick(&["anyOf", "anyOf", "oneOf", "allOf"]);
    if keyword != "allOf" && random.chance(30) {
        return tagged(random, keyword, depth);
    }
    let branches: Vec<Value> = (0..2 + random.below(2))
        .map(|_| self::schema(random, depth + 1))
        .collect();
    let mut schema = json!({ keyword: branches });
    if random.chance(15) {
        schema["type"] = json!(random.pick(&["object", "string", "integer"]));
    }
    schema
}

fn tagged(random: &mut Random, keyword: &str, depth: usize) -> Value {
    let branches: Vec<Value> = ["x", "y", "z"]
        .iter()
        .take(2 + random.below(2))
        .map(|tag| {
            let mut branch = object(random, depth + 1);
            branch["properties"]["kind"] = json!({"const": tag});
            branch["required"] = json!(["kind"]);
            branch
        })
        .collect();
    json!({ keyword: branches })
}
