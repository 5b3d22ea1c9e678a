//! Instances made from a schema: some that should be valid, and mutations of every part of them.
//! What is right is not decided here; callers ask a validator.

use std::collections::BTreeSet;

use serde_json::{Map, Number, Value, json};

/// The most instances made of one schema.
const MOST: usize = 600;

/// Instances that try a schema: variants that follow it, and one change at a time at every place.
#[must_use]
pub fn instances(schema: &Value) -> Vec<Value> {
    let mut found = Found::default();
    for variant in 0..6 {
        let mut maker = Maker {
            root: schema,
            variant,
            probes: Vec::new(),
        };
        let base = maker.make(schema, &mut Vec::new(), 0);
        let probes = maker.probes;
        found.add(base.clone());
        for (path, value) in probes {
            found.add(replaced(&base, &path, value));
        }
        for path in places(&base) {
            for value in strangers() {
                found.add(replaced(&base, &path, value));
            }
            for changed in neighbours(at(&base, &path)) {
                found.add(replaced(&base, &path, changed));
            }
        }
    }
    for value in strangers() {
        found.add(value);
    }
    found.values
}

#[derive(Default)]
struct Found {
    seen: BTreeSet<String>,
    values: Vec<Value>,
}

impl Found {
    fn add(&mut self, value: Value) {
        if self.values.len() < MOST && self.seen.insert(value.to_string()) {
            self.values.push(value);
        }
    }
}

/// A place in an instance.
type Path = Vec<Step>;

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Index(usize),
}

/// Makes instances that follow a schema as far as that is easy.
struct Maker<'a> {
    root: &'a Value,
    /// Which branch, enum value and optional properties to choose.
    variant: usize,
    /// Values that the schema at a place makes interesting.
    probes: Vec<(Path, Value)>,
}

impl<'a> Maker<'a> {
    fn make(&mut self, schema: &'a Value, path: &mut Path, depth: usize) -> Value {
        let Value::Object(map) = schema else {
            return json!("any");
        };
        if depth > 8 {
            return Value::Null;
        }
        if let Some(target) = map
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|r| self.target(r))
        {
            return self.make(target, path, depth + 1);
        }
        if let Some(only) = map.get("const") {
            return only.clone();
        }
        if let Some(Value::Array(values)) = map.get("enum") {
            for value in values.iter().take(12) {
                self.probes.push((path.clone(), value.clone()));
            }
            return values
                .get(self.variant % values.len().max(1))
                .cloned()
                .unwrap_or_default();
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = map.get(keyword)
                && !branches.is_empty()
            {
                let chosen = self.make(&branches[self.variant % branches.len()], path, depth + 1);
                return self.with_own(map, chosen, path, depth);
            }
        }
        if let Some(Value::Array(branches)) = map.get("allOf") {
            let mut joined = self.plain(map, path, depth);
            for branch in branches {
                let part = self.make(branch, path, depth + 1);
                joined = join(joined, part);
            }
            return joined;
        }
        self.plain(map, path, depth)
    }

    /// A branch's object with the properties that stand beside the union.
    fn with_own(
        &mut self,
        map: &'a Map<String, Value>,
        chosen: Value,
        path: &mut Path,
        depth: usize,
    ) -> Value {
        if map.contains_key("properties") {
            let own = self.plain(map, path, depth);
            return join(own, chosen);
        }
        chosen
    }

    fn target(&self, reference: &str) -> Option<&'a Value> {
        self.root.pointer(reference.strip_prefix('#')?)
    }

    fn plain(&mut self, map: &'a Map<String, Value>, path: &mut Path, depth: usize) -> Value {
        match type_of(map, self.variant) {
            "null" => Value::Null,
            "boolean" => json!(self.variant.is_multiple_of(2)),
            "integer" => self.number(map, path, true),
            "number" => self.number(map, path, false),
            "string" => self.string(map, path),
            "array" => self.array(map, path, depth),
            "object" => self.object(map, path, depth),
            _ => json!("any"),
        }
    }

    fn number(&mut self, map: &Map<String, Value>, path: &Path, integer: bool) -> Value {
        let bound = |names: [&str; 2]| names.iter().find_map(|name| map.get(*name)?.as_f64());
        let min = bound(["minimum", "exclusiveMinimum"]);
        let max = bound(["maximum", "exclusiveMaximum"]);
        let step = map.get("multipleOf").and_then(Value::as_f64);
        for bound in [min, max, step].into_iter().flatten() {
            for offset in [-1.0, -0.5, 0.0, 0.5, 1.0, 1e-9] {
                self.probes.push((path.clone(), number(bound + offset)));
            }
        }
        let mut value = match (min, max) {
            (Some(min), Some(max)) => f64::midpoint(min, max),
            (Some(min), None) => min + 1.0,
            (None, Some(max)) => max - 1.0,
            (None, None) => 7.0,
        };
        if let Some(step) = step.filter(|step| *step > 0.0) {
            value = (value / step).round() * step;
        }
        if integer {
            value = value.floor();
        }
        number(value)
    }

    fn string(&mut self, map: &Map<String, Value>, path: &Path) -> Value {
        let count = |name: &str| map.get(name).and_then(Value::as_u64);
        let count = |name: &str| count(name).map(|n| usize::try_from(n.min(4000)).unwrap_or(0));
        for bound in [count("minLength"), count("maxLength")]
            .into_iter()
            .flatten()
        {
            for len in [bound.saturating_sub(1), bound, bound + 1] {
                self.probes.push((path.clone(), json!("x".repeat(len))));
                self.probes
                    .push((path.clone(), json!("\u{1f980}".repeat(len))));
            }
        }
        if let Some(Value::String(pattern)) = map.get("pattern") {
            let witness = jsonschema_regex::pattern_witness(pattern).unwrap_or_default();
            for text in [
                witness.clone(),
                format!("{witness}!"),
                format!("!{witness}"),
            ] {
                self.probes.push((path.clone(), json!(text)));
            }
            return json!(witness);
        }
        let len = count("minLength")
            .unwrap_or(3)
            .max(count("maxLength").map_or(3, |m| m.min(3)));
        json!("abcdefgh".chars().cycle().take(len).collect::<String>())
    }

    fn array(&mut self, map: &'a Map<String, Value>, path: &mut Path, depth: usize) -> Value {
        let count = |name: &str| map.get(name).and_then(Value::as_u64);
        let min = usize::try_from(count("minItems").unwrap_or(1).min(20)).unwrap_or(0);
        let mut items = Vec::new();
        let prefix = map
            .get("prefixItems")
            .or_else(|| map.get("items").filter(|i| i.is_array()));
        for (i, schema) in prefix
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            path.push(Step::Index(i));
            items.push(self.make(schema, path, depth + 1));
            path.pop();
        }
        let rest = map.get("items").filter(|items| items.is_object());
        while items.len() < min.max(1) && count("maxItems") != Some(items.len() as u64) {
            path.push(Step::Index(items.len()));
            let item = rest.map_or(json!(items.len()), |schema| {
                self.make(schema, path, depth + 1)
            });
            path.pop();
            items.push(item);
        }
        for bound in [count("minItems"), count("maxItems")].into_iter().flatten() {
            for len in [bound.saturating_sub(1), bound, bound + 1] {
                let len = usize::try_from(len.min(1200)).unwrap_or(0);
                let grown = (0..len).map(|i| items.get(i % items.len().max(1)).cloned());
                let grown: Vec<Value> = grown.map(Option::unwrap_or_default).collect();
                let numbered = grown
                    .iter()
                    .enumerate()
                    .map(|(i, v)| distinct(v, i))
                    .collect();
                self.probes.push((path.clone(), Value::Array(grown)));
                self.probes.push((path.clone(), Value::Array(numbered)));
            }
        }
        Value::Array(items)
    }

    fn object(&mut self, map: &'a Map<String, Value>, path: &mut Path, depth: usize) -> Value {
        let mut object = Map::new();
        let required = map.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|names| names.iter().any(|n| n == name));
        let properties = map.get("properties").and_then(Value::as_object);
        for (i, (name, schema)) in properties.into_iter().flatten().enumerate() {
            let chosen = match self.variant {
                0 => true,
                1 => false,
                variant => (i + variant).is_multiple_of(2),
            };
            if is_required(name) || chosen && depth < 6 {
                path.push(Step::Key(name.clone()));
                let value = self.make(schema, path, depth + 1);
                path.pop();
                object.insert(name.clone(), value);
            }
        }
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            object
                .entry(name.to_owned())
                .or_insert_with(|| json!("any"));
        }
        if let Some(schema @ Value::Object(_)) = map.get("additionalProperties") {
            path.push(Step::Key("extra".to_owned()));
            let value = self.make(schema, path, depth + 1);
            path.pop();
            object.insert("extra".to_owned(), value);
        }
        let patterns = map.get("patternProperties").and_then(Value::as_object);
        for (pattern, schema) in patterns.into_iter().flatten() {
            if let Some(name) = jsonschema_regex::pattern_witness(pattern) {
                path.push(Step::Key(name.clone()));
                let value = self.make(schema, path, depth + 1);
                path.pop();
                object.insert(name, value);
            }
        }
        Value::Object(object)
    }
}

fn type_of(map: &Map<String, Value>, variant: usize) -> &str {
    match map.get("type") {
        Some(Value::String(name)) => name,
        Some(Value::Array(names)) if !names.is_empty() => {
            names[variant % names.len()].as_str().unwrap_or("")
        }
        _ if map.contains_key("properties") || map.contains_key("required") => "object",
        _ if map.contains_key("items") || map.contains_key("prefixItems") => "array",
        _ if map.contains_key("minimum") || map.contains_key("multipleOf") => "number",
        _ if map.contains_key("minLength") || map.contains_key("pattern") => "string",
        _ => "",
    }
}

fn join(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Object(mut a), Value::Object(b)) => {
            a.extend(b);
            Value::Object(a)
        }
        (_, b) => b,
    }
}

fn distinct(value: &Value, i: usize) -> Value {
    match value {
        Value::String(text) => json!(format!("{text}{i}")),
        Value::Number(n) => json!(
            n.as_i64()
                .unwrap_or(0)
                .wrapping_add(i64::try_from(i).unwrap_or(0))
        ),
        other => other.clone(),
    }
}

/// A number as an integer where it is one.
fn number(value: f64) -> Value {
    #[allow(clippy::cast_possible_truncation, reason = "small test values")]
    if value.fract() == 0.0 && value.abs() < 1e15 {
        json!(value as i64)
    } else {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }
}

/// A value of each kind, and the ones that derived code gets wrong.
fn strangers() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(-1),
        json!(5.0),
        json!(1e3),
        json!(2.5),
        json!(1e30),
        json!(9_007_199_254_740_993_i64),
        json!(9_223_372_036_854_775_808_u64),
        json!(""),
        json!("x"),
        json!([]),
        json!([null]),
        json!(["x", "x"]),
        json!({}),
        json!({"x": null}),
    ]
}

/// Small changes of a value.
fn neighbours(value: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Object(map) => {
            for key in map.keys() {
                let mut less = map.clone();
                less.shift_remove(key);
                found.push(Value::Object(less));
            }
            let mut more = map.clone();
            more.insert("unknown_property".to_owned(), json!(1));
            found.push(Value::Object(more));
            found.push(Value::Array(map.values().cloned().collect()));
        }
        Value::Array(items) => {
            let mut more = items.clone();
            more.extend(items.first().cloned());
            found.push(Value::Array(more));
            let mut less = items.clone();
            less.pop();
            found.push(Value::Array(less));
        }
        Value::Number(number) => {
            if let Some(v) = number.as_i64() {
                #[allow(clippy::cast_precision_loss, reason = "small test values")]
                found.extend([json!(v as f64), json!(v + 1), json!(v - 1), json!(-v)]);
                found.push(json!(v.to_string()));
            }
        }
        Value::String(text) => {
            found.push(json!({ text: null }));
            found.push(json!(format!("{text} ")));
            found.push(json!(text.to_uppercase()));
        }
        Value::Null | Value::Bool(_) => {}
    }
    found
}

fn places(value: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    let mut stack = vec![(Vec::new(), value)];
    while let Some((path, value)) = stack.pop() {
        if found.len() > 60 {
            break;
        }
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    let mut below: Path = path.clone();
                    below.push(Step::Key(key.clone()));
                    stack.push((below, value));
                }
            }
            Value::Array(items) => {
                for (i, value) in items.iter().enumerate().take(3) {
                    let mut below: Path = path.clone();
                    below.push(Step::Index(i));
                    stack.push((below, value));
                }
            }
            _ => {}
        }
        found.push(path);
    }
    found
}

fn at<'v>(value: &'v Value, path: &Path) -> &'v Value {
    path.iter().fold(value, |value, step| match step {
        Step::Key(key) => value.get(key).unwrap_or(&Value::Null),
        Step::Index(i) => value.get(i).unwrap_or(&Value::Null),
    })
}

fn replaced(value: &Value, path: &Path, new: Value) -> Value {
    let mut changed = value.clone();
    let mut place = &mut changed;
    for step in path {
        let below = match step {
            Step::Key(key) => place.get_mut(key),
            Step::Index(i) => place.get_mut(i),
        };
        match below {
            Some(below) => place = below,
            None => return value.clone(),
        }
    }
    *place = new;
    changed
}
