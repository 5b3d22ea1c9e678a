//! Follows a schema, as far as that is easy, to an instance that it should accept.

use serde_json::{Map, Number, Value, json};

use super::change::UNDECLARED;
use super::choices::Choices;
use super::place::{Path, Step};

/// From which depth on there is nothing that need not be, so that what contains itself comes to an end.
const DEEP: usize = 7;

/// Where even what has to be comes to an end.
const DEEPEST: usize = 24;

/// Makes one instance.
pub(super) struct Follower<'a, 'c> {
    root: &'a Value,
    choices: &'c mut Choices,
    /// Where the value that is being made stands.
    path: Path,
    /// Values that the schema at a place makes interesting.
    probes: Vec<(Path, Value)>,
}

impl<'a, 'c> Follower<'a, 'c> {
    pub(super) fn new(root: &'a Value, choices: &'c mut Choices) -> Self {
        Self {
            root,
            choices,
            path: Vec::new(),
            probes: Vec::new(),
        }
    }

    /// The instance, and the values to try at places in it.
    pub(super) fn make(mut self) -> (Value, Vec<(Path, Value)>) {
        let value = self.follow(self.root, 0);
        (value, self.probes)
    }

    fn follow(&mut self, schema: &'a Value, depth: usize) -> Value {
        let Value::Object(map) = schema else {
            return json!("any");
        };
        if depth > DEEPEST {
            return Value::Null;
        }
        let reference = map.get("$ref").and_then(Value::as_str);
        if let Some(target) = reference.and_then(|reference| self.target(reference)) {
            let referenced = self.follow(target, depth + 1);
            return self.with_own(map, referenced, depth);
        }
        if let Some(only) = map.get("const") {
            return only.clone();
        }
        if let Some(Value::Array(values)) = map.get("enum") {
            for value in values.iter().take(12) {
                self.probes.push((self.path.clone(), value.clone()));
            }
            let chosen = values.get(self.choices.below(values.len()));
            return chosen.cloned().unwrap_or_default();
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = map.get(keyword)
                && !branches.is_empty()
            {
                let branch = &branches[self.choices.below(branches.len())];
                let chosen = self.follow(branch, depth + 1);
                return self.with_own(map, chosen, depth);
            }
        }
        if let Some(Value::Array(branches)) = map.get("allOf") {
            let own = self.plain(map, depth);
            return branches.iter().fold(own, |joined, branch| {
                let part = self.follow(branch, depth + 1);
                join(joined, part)
            });
        }
        self.plain(map, depth)
    }

    fn target(&self, reference: &str) -> Option<&'a Value> {
        self.root.pointer(reference.strip_prefix('#')?)
    }

    /// An object that was made from elsewhere, with the properties that stand beside.
    fn with_own(&mut self, map: &'a Map<String, Value>, made: Value, depth: usize) -> Value {
        if map.contains_key("properties") {
            let own = self.plain(map, depth);
            return join(own, made);
        }
        made
    }

    fn plain(&mut self, map: &'a Map<String, Value>, depth: usize) -> Value {
        match self.type_of(map) {
            "null" => Value::Null,
            "boolean" => json!(self.choices.below(2) == 0),
            "integer" => self.number(map, true),
            "number" => self.number(map, false),
            "string" => self.string(map),
            "array" => self.array(map, depth),
            "object" => self.object(map, depth),
            _ => [
                json!("any"),
                json!({UNDECLARED: [1, 2.5, null]}),
                json!(7),
                json!(true),
            ][self.choices.below(4)]
            .clone(),
        }
    }

    fn type_of(&mut self, map: &'a Map<String, Value>) -> &'a str {
        match map.get("type") {
            Some(Value::String(name)) => name,
            Some(Value::Array(names)) if !names.is_empty() => {
                let chosen = &names[self.choices.below(names.len())];
                chosen.as_str().unwrap_or_default()
            }
            _ if map.contains_key("properties") || map.contains_key("required") => "object",
            _ if map.contains_key("items") || map.contains_key("prefixItems") => "array",
            _ if map.contains_key("minimum") || map.contains_key("multipleOf") => "number",
            _ if map.contains_key("minLength") || map.contains_key("pattern") => "string",
            _ => "",
        }
    }

    fn number(&mut self, map: &Map<String, Value>, is_integer: bool) -> Value {
        let bound = |names: [&str; 2]| names.iter().find_map(|name| map.get(*name)?.as_f64());
        let min = bound(["minimum", "exclusiveMinimum"]);
        let max = bound(["maximum", "exclusiveMaximum"]);
        let step = map.get("multipleOf").and_then(Value::as_f64);
        for bound in [min, max, step].into_iter().flatten() {
            for offset in [-1.0, -0.5, 0.0, 0.5, 1.0, 1e-9] {
                self.probe(number(bound + offset));
            }
            self.probe(number(bound * 2.0));
        }
        let middle = match (min, max) {
            (Some(min), Some(max)) => f64::midpoint(min, max),
            (Some(min), None) => min + 1.0,
            (None, Some(max)) => max - 1.0,
            (None, None) => 7.0,
        };
        let choices = [middle, min.unwrap_or(middle), max.unwrap_or(middle)];
        let mut value = choices[self.choices.below(3)];
        if let Some(step) = step.filter(|step| *step > 0.0) {
            value = (value / step).round() * step;
        }
        if is_integer {
            value = value.floor();
        }
        number(value)
    }

    fn string(&mut self, map: &Map<String, Value>) -> Value {
        let (min, max) = (count(map, "minLength"), count(map, "maxLength"));
        for bound in [min, max].into_iter().flatten() {
            let bound = bound.min(4000);
            for len in [bound.saturating_sub(1), bound, bound + 1] {
                self.probe(json!("x".repeat(len)));
                self.probe(json!("\u{1f980}".repeat(len)));
            }
        }
        if let Some(Value::String(pattern)) = map.get("pattern") {
            let witness = jsonschema_regex::pattern_witness(pattern).unwrap_or_default();
            self.probe(json!(format!("{witness}!")));
            self.probe(json!(format!("!{witness}")));
            return json!(witness);
        }
        let samples = [
            "abc",
            "a",
            "AAPL",
            "2024-01-01",
            "https://example.com",
            "123456789012",
            "0",
            "10.5",
        ];
        let mut text = samples[self.choices.below(samples.len())].to_owned();
        while text.chars().count() < min.unwrap_or(0).min(4000) {
            text.push('a');
        }
        json!(
            text.chars()
                .take(max.unwrap_or(usize::MAX))
                .collect::<String>()
        )
    }

    fn array(&mut self, map: &'a Map<String, Value>, depth: usize) -> Value {
        let (min, max) = (count(map, "minItems"), count(map, "maxItems"));
        let least = min.unwrap_or(0).min(20);
        let mut items = Vec::new();
        let prefix = map.get("prefixItems");
        let prefix = prefix.or_else(|| map.get("items").filter(|items| items.is_array()));
        for schema in prefix.and_then(Value::as_array).into_iter().flatten() {
            let item = self.below(Step::Index(items.len()), schema, depth);
            items.push(item);
        }
        let more = match least.max(items.len()) {
            _ if depth >= DEEP => 0,
            least => self.choices.more_items(least),
        };
        let wanted = (least + more).min(max.unwrap_or(usize::MAX));
        let rest = map.get("items").filter(|items| items.is_object());
        while items.len() < wanted {
            let item = match rest {
                Some(schema) => self.below(Step::Index(items.len()), schema, depth),
                None => json!(items.len()),
            };
            items.push(item);
        }
        for bound in [min, max].into_iter().flatten() {
            for len in [bound.saturating_sub(1), bound, bound + 1] {
                let item = |i: usize| items.get(i % items.len().max(1)).cloned();
                let grown = (0..len.min(1200)).map(|i| item(i).unwrap_or_default());
                let grown: Vec<Value> = grown.collect();
                let numbered = grown.iter().enumerate().map(|(i, item)| distinct(item, i));
                self.probe(numbered.collect());
                self.probe(Value::Array(grown));
            }
        }
        Value::Array(items)
    }

    fn object(&mut self, map: &'a Map<String, Value>, depth: usize) -> Value {
        let mut object = Map::new();
        let required = map.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|names| names.iter().any(|n| n == name));
        let properties = map.get("properties").and_then(Value::as_object);
        let chosen = self.choices.some_of(properties.map_or(0, Map::len));
        for ((name, schema), chosen) in properties.into_iter().flatten().zip(chosen) {
            if is_required(name) || chosen && depth < DEEP {
                let value = self.below(Step::Key(name.clone()), schema, depth);
                object.insert(name.clone(), value);
            }
        }
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            object.entry(name).or_insert_with(|| json!("any"));
        }
        if let Some(schema @ Value::Object(says)) = map.get("additionalProperties") {
            // An empty schema declares nothing.
            let name = if says.is_empty() { UNDECLARED } else { "extra" };
            let value = self.below(Step::Key(name.to_owned()), schema, depth);
            object.insert(name.to_owned(), value);
        }
        let patterns = map.get("patternProperties").and_then(Value::as_object);
        for (pattern, schema) in patterns.into_iter().flatten() {
            if let Some(name) = jsonschema_regex::pattern_witness(pattern) {
                let value = self.below(Step::Key(name.clone()), schema, depth);
                object.insert(name, value);
            }
        }
        Value::Object(object)
    }

    /// The value for a part of the one that is being made.
    fn below(&mut self, step: Step, schema: &'a Value, depth: usize) -> Value {
        self.path.push(step);
        let value = self.follow(schema, depth + 1);
        self.path.pop();
        value
    }

    fn probe(&mut self, value: Value) {
        self.probes.push((self.path.clone(), value));
    }
}

fn count(map: &Map<String, Value>, keyword: &str) -> Option<usize> {
    usize::try_from(map.get(keyword)?.as_u64()?).ok()
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

/// The value, or one like it that differs for every number.
fn distinct(value: &Value, i: usize) -> Value {
    match value {
        Value::String(text) => json!(format!("{text}{i}")),
        Value::Number(n) => {
            let i = i64::try_from(i).unwrap_or(0);
            json!(n.as_i64().unwrap_or(0).wrapping_add(i))
        }
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
