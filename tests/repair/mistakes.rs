//! The mistakes of models, made on purpose in arguments that are right.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use toolmodel_runtime::{DefaultValidator, SchemaValidator as _, Tool};

const LISTED: &str = "listed value";

/// What is wrong, the wrong arguments, and what was meant.
pub(crate) type Made = (&'static str, Value, Value);

/// Every mistake at every place, one at a time, as far as it makes the arguments wrong, and up to a
/// number of each kind. Places where the arguments must first be changed to be mistaken are changed
/// within the schema.
pub(crate) fn mistakes(tool: &Tool, right: &Value, most: usize) -> Vec<Made> {
    let mut places = Vec::new();
    collect(right, &mut Vec::new(), &mut places);
    let validate = |value: &Value| DefaultValidator::shared().validate_input(tool, value);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut made = Vec::new();
    for place in places {
        let mut consider = |kind, meant: Option<Value>, wrong: Value| {
            let count = counts.entry(kind).or_default();
            if *count >= most {
                return;
            }
            let meant = meant.map_or_else(|| right.clone(), |meant| with(right, &place, meant));
            let wrong = with(&meant, &place, wrong);
            let Err(error) = validate(&wrong) else {
                return;
            };
            // Text in another case may break a pattern, too; that is no mistake about a list.
            let lists = ["enum", "const", "anyOf", "oneOf"];
            let is_listed = || {
                let mut broken = error.violations().into_iter().flatten();
                broken.all(|it| lists.contains(&it.keyword.as_str()))
            };
            if (kind != LISTED || is_listed()) && validate(&meant).is_ok() {
                *count += 1;
                made.push((kind, wrong, meant));
            }
        };
        let value = get(right, &place);
        match value {
            Value::Object(map) => {
                consider("JSON in text", None, Value::from(value.to_string()));
                for name in map.keys() {
                    let absent: Map<String, Value> = map
                        .iter()
                        .filter(|(other, _)| *other != name)
                        .map(|(other, value)| (other.clone(), value.clone()))
                        .collect();
                    let mut null = absent.clone();
                    null.insert(name.clone(), Value::Null);
                    consider("null for absent", Some(absent.into()), null.into());
                    for renamed in styles(name) {
                        if !map.contains_key(&renamed) {
                            let members = map.iter().map(|(other, value)| {
                                let other = if other == name { &renamed } else { other };
                                (other.clone(), value.clone())
                            });
                            consider("property name", None, members.collect());
                        }
                    }
                }
            }
            Value::Array(items) => {
                consider("JSON in text", None, Value::from(value.to_string()));
                if let Some(first) = items.first() {
                    let one = Value::Array(vec![first.clone()]);
                    consider("one value for a list", Some(one), first.clone());
                }
            }
            Value::Number(number) => {
                consider("number in text", None, Value::from(number.to_string()));
            }
            Value::Bool(flag) => {
                let python = if *flag { "True" } else { "False" };
                consider("boolean in text", None, Value::from(flag.to_string()));
                consider("boolean in text", None, Value::from(python));
            }
            Value::String(text) => {
                let five = Value::from("5");
                consider("number for text", Some(five), Value::from(5));
                for spelled in styles(text) {
                    consider(LISTED, None, Value::from(spelled));
                }
            }
            Value::Null => {}
        }
    }
    made
}

/// A name in other styles: upper case, capitalised, camel case and kebab case.
fn styles(name: &str) -> Vec<String> {
    let words: Vec<String> = name
        .split(['_', '-', ' '])
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let capital = |word: &String| -> String {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters.as_str().chars()).collect()
    };
    let capitals: Vec<String> = words.iter().map(capital).collect();
    let mut camel = capitals.clone();
    if let (Some(first), Some(word)) = (camel.first_mut(), words.first()) {
        first.clone_from(word);
    }
    let mut styles = vec![
        name.to_uppercase(),
        capitals.concat(),
        camel.concat(),
        words.join("-"),
        words.join("_"),
    ];
    styles.sort();
    styles.dedup();
    styles.retain(|style| style != name && !style.is_empty());
    styles
}

#[derive(Clone)]
enum Step {
    Key(String),
    Index(usize),
}

fn collect(value: &Value, here: &mut Vec<Step>, places: &mut Vec<Vec<Step>>) {
    places.push(here.clone());
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                here.push(Step::Key(name.clone()));
                collect(value, here, places);
                here.pop();
            }
        }
        Value::Array(items) => {
            for (i, value) in items.iter().enumerate() {
                here.push(Step::Index(i));
                collect(value, here, places);
                here.pop();
            }
        }
        _ => {}
    }
}

fn get<'v>(mut value: &'v Value, place: &[Step]) -> &'v Value {
    for step in place {
        value = match step {
            Step::Key(name) => &value[name.as_str()],
            Step::Index(i) => &value[*i],
        };
    }
    value
}

fn with(value: &Value, place: &[Step], new: Value) -> Value {
    let mut changed = value.clone();
    let mut at = &mut changed;
    for step in place {
        at = match step {
            Step::Key(name) => &mut at[name.as_str()],
            Step::Index(i) => &mut at[*i],
        };
    }
    *at = new;
    changed
}
