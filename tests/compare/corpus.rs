//! Pairs made from real tools by one change each, whose effect is known by construction.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use toolmodel_runtime::compare::{self, Side, Verdict};

use crate::{check, schema};

/// What becomes of arguments, and of results.
type Effect = (Verdict, Verdict);

const SAFE: Effect = (Verdict::Compatible, Verdict::Compatible);
const NARROWER: Effect = (Verdict::Breaking, Verdict::Compatible);
const WIDER: Effect = (Verdict::Compatible, Verdict::Breaking);
const OTHER: Effect = (Verdict::Breaking, Verdict::Breaking);

/// A change of an object schema or of something in it, if it applies.
type Change = fn(&mut Map<String, Value>) -> Option<Effect>;

const CHANGES: &[(&str, Change)] = &[
    ("description changed", |object| {
        object.insert("description".to_owned(), json!("another description"));
        Some(SAFE)
    }),
    ("default of a property changed", |object| {
        let property = first(object, |it| it.contains_key("type"))?;
        property.insert("default".to_owned(), json!({"another": "default"}));
        Some(SAFE)
    }),
    ("keys in another order", |object| {
        let reversed: Vec<(String, Value)> = std::mem::take(object).into_iter().rev().collect();
        object.extend(reversed);
        Some(SAFE)
    }),
    ("optional property added", |object| {
        let closed = is_closed(object)?;
        properties(object)?.insert("brand new".to_owned(), json!({"type": "integer"}));
        Some(if closed { WIDER } else { SAFE })
    }),
    ("required property added", |object| {
        let closed = is_closed(object)?;
        properties(object)?.insert("brand new".to_owned(), json!({"type": "integer"}));
        required(object)?.push(json!("brand new"));
        Some(if closed { OTHER } else { NARROWER })
    }),
    ("property became required", |object| {
        let names: Vec<String> = properties(object)?.keys().cloned().collect();
        let required = required(object)?;
        let name = names
            .into_iter()
            .find(|name| !required.contains(&json!(name)))?;
        required.push(json!(name));
        Some(NARROWER)
    }),
    ("property no longer required", |object| {
        let required = required(object)?;
        required.pop()?;
        Some(WIDER)
    }),
    ("optional property removed", |object| {
        let closed = is_closed(object)?;
        let required = required(object)?.clone();
        let properties = properties(object)?;
        let mut names = properties.keys().cloned();
        let name = names.find(|name| !required.contains(&json!(name)))?;
        properties.shift_remove(&name)?;
        Some(if closed { NARROWER } else { SAFE })
    }),
    ("required property renamed", |object| {
        let closed = is_closed(object)?;
        let required = required(object)?;
        let name = required.first()?.as_str()?.to_owned();
        required[0] = json!("renamed");
        let properties = properties(object)?;
        let property = properties.shift_remove(&name)?;
        properties.insert("renamed".to_owned(), property);
        // Results lack what is required, and arguments too.
        let _ = closed;
        Some(OTHER)
    }),
    ("text became an integer", |object| {
        let property = plain(object, "string")?;
        *property = Map::from_iter([("type".to_owned(), json!("integer"))]);
        Some(OTHER)
    }),
    ("null is welcome too", |object| {
        let property = plain(object, "string")?;
        property.insert("type".to_owned(), json!(["string", "null"]));
        Some(WIDER)
    }),
    ("null in a union", |object| {
        let property = plain(object, "string")?;
        let string = Value::Object(std::mem::take(property));
        property.insert("anyOf".to_owned(), json!([string, {"type": "null"}]));
        Some(WIDER)
    }),
    ("minLength added", |object| {
        plain(object, "string")?.insert("minLength".to_owned(), json!(3));
        Some(NARROWER)
    }),
    ("pattern added", |object| {
        plain(object, "string")?.insert("pattern".to_owned(), json!("^[A-Z]{2,}$"));
        Some(NARROWER)
    }),
    ("text became an enum", |object| {
        plain(object, "string")?.insert("enum".to_owned(), json!(["one", "two"]));
        Some(NARROWER)
    }),
    ("integer became a number", |object| {
        plain(object, "integer")?.insert("type".to_owned(), json!("number"));
        Some(WIDER)
    }),
    ("maximum added", |object| {
        plain(object, "integer")?.insert("maximum".to_owned(), json!(1000));
        Some(NARROWER)
    }),
    ("multipleOf added", |object| {
        plain(object, "integer")?.insert("multipleOf".to_owned(), json!(7));
        Some(NARROWER)
    }),
    ("maximum lowered", |object| {
        let property = first(object, is_bounded)?;
        let maximum = property.get("maximum")?.as_i64()?;
        property.insert("maximum".to_owned(), json!(maximum - 1));
        Some(NARROWER)
    }),
    ("maximum raised", |object| {
        let property = first(object, is_bounded)?;
        let maximum = property.get("maximum")?.as_i64()?;
        property.insert("maximum".to_owned(), json!(maximum + 1));
        Some(WIDER)
    }),
    ("boolean became a text", |object| {
        let property = plain(object, "boolean")?;
        property.insert("type".to_owned(), json!("string"));
        Some(OTHER)
    }),
    ("enum value added", |object| {
        let property = first(object, is_text_enum)?;
        property
            .get_mut("enum")?
            .as_array_mut()?
            .push(json!("one more"));
        Some(WIDER)
    }),
    ("enum value removed", |object| {
        let property = first(object, is_text_enum)?;
        property.get_mut("enum")?.as_array_mut()?.pop();
        Some(NARROWER)
    }),
    ("minItems added", |object| {
        plain(object, "array")?.insert("minItems".to_owned(), json!(1));
        Some(NARROWER)
    }),
    ("items became anything", |object| {
        let property = first(object, |it| {
            let keys = ["type", "items", "description", "title", "default"];
            it.get("items")
                .is_some_and(|items| items.get("type").is_some_and(Value::is_string))
                && it.get("type") == Some(&json!("array"))
                && it.keys().all(|key| keys.contains(&key.as_str()))
        })?;
        property.insert("items".to_owned(), json!(true));
        Some(WIDER)
    }),
    ("one text became a list of texts", |object| {
        let property = plain(object, "string")?;
        let string = Value::Object(std::mem::take(property));
        property.insert("type".to_owned(), json!("array"));
        property.insert("items".to_owned(), string);
        Some(OTHER)
    }),
    ("closed in words", |object| {
        if object.contains_key("additionalProperties") {
            return None;
        }
        object.insert("additionalProperties".to_owned(), json!(false));
        Some(SAFE)
    }),
    ("no longer closed", |object| {
        if object.get("additionalProperties") != Some(&json!(false)) {
            return None;
        }
        properties(object).filter(|properties| !properties.is_empty())?;
        object.shift_remove("additionalProperties");
        Some(SAFE)
    }),
];

/// Whether what is not declared is refused; nothing where it has a schema.
fn is_closed(object: &Map<String, Value>) -> Option<bool> {
    match object.get("additionalProperties") {
        None | Some(Value::Bool(true)) => Some(false),
        Some(Value::Bool(false)) => Some(true),
        Some(_) => None,
    }
}

fn properties(object: &mut Map<String, Value>) -> Option<&mut Map<String, Value>> {
    object
        .entry("properties")
        .or_insert_with(|| json!({}))
        .as_object_mut()
}

fn required(object: &mut Map<String, Value>) -> Option<&mut Vec<Value>> {
    object
        .entry("required")
        .or_insert_with(|| json!([]))
        .as_array_mut()
}

/// The first property that is as wished for.
fn first(
    object: &mut Map<String, Value>,
    is_meant: impl Fn(&Map<String, Value>) -> bool,
) -> Option<&mut Map<String, Value>> {
    let mut found = properties(object)?
        .values_mut()
        .filter_map(Value::as_object_mut);
    found.find(|property| is_meant(property))
}

/// The first property of a type that says nothing else.
fn plain<'o>(object: &'o mut Map<String, Value>, name: &str) -> Option<&'o mut Map<String, Value>> {
    let keys = [
        "type",
        "description",
        "title",
        "default",
        "examples",
        "format",
    ];
    first(object, |it| {
        let more = if name == "array" { "items" } else { "type" };
        it.get("type") == Some(&json!(name))
            && it
                .keys()
                .all(|key| keys.contains(&key.as_str()) || key == more)
            && it.get("items").is_none_or(|items| *items != json!(false))
    })
}

fn is_bounded(property: &Map<String, Value>) -> bool {
    let keys = [
        "type",
        "description",
        "title",
        "default",
        "minimum",
        "maximum",
    ];
    let number = |key: &str| property.get(key).and_then(Value::as_i64);
    property.keys().all(|key| keys.contains(&key.as_str()))
        && property.get("type") == Some(&json!("integer"))
        && number("maximum").is_some_and(|max| number("minimum").is_none_or(|min| min < max))
}

fn is_text_enum(property: &Map<String, Value>) -> bool {
    let keys = ["type", "description", "title", "default", "enum"];
    property.keys().all(|key| keys.contains(&key.as_str()))
        && property
            .get("enum")
            .and_then(Value::as_array)
            .is_some_and(|values| {
                values.len() > 1
                    && values.iter().all(Value::is_string)
                    && !values.contains(&json!("one more"))
            })
}

/// Where a change may be made so that its effect is certain: the root, and objects below it that
/// stand in plain properties and items.
fn places(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut stack = vec![(String::new(), schema)];
    while let Some((pointer, schema)) = stack.pop() {
        let Some(map) = schema.as_object() else {
            continue;
        };
        let plain = [
            "$schema",
            "type",
            "title",
            "description",
            "properties",
            "required",
        ];
        let more = [
            "additionalProperties",
            "default",
            "items",
            "$defs",
            "examples",
        ];
        let is_plain = map.keys().all(|key| {
            let key = key.as_str();
            plain.contains(&key) || more.contains(&key) || key.starts_with("x-")
        });
        if !is_plain {
            continue;
        }
        let is_object = map.get("type") == Some(&json!("object"));
        if is_object {
            for (name, property) in map
                .get("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                let name = name.replace('~', "~0").replace('/', "~1");
                stack.push((format!("{pointer}/properties/{name}"), property));
            }
            found.push(pointer);
        } else if let Some(items) = map.get("items") {
            stack.push((format!("{pointer}/items"), items));
        }
    }
    found.reverse();
    found.sort_by_key(|pointer| pointer.matches('/').count());
    found
}

/// The schema with a change at the first place where it applies, starting with a place of choice.
fn changed(old: &Value, change: Change, from: usize) -> Option<(Value, Effect)> {
    let places = places(old);
    let count = places.len();
    (0..count).find_map(|i| {
        let mut new = old.clone();
        let object = new
            .pointer_mut(&places[(i + from) % count])?
            .as_object_mut()?;
        let effect = change(object)?;
        Some((new, effect))
    })
}

#[test]
fn one_change_of_a_real_tool_has_the_effect_that_it_must_have() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut wrong, mut undecided, mut count) = (Vec::new(), Vec::new(), 0);
    let schemas = tools.iter().flat_map(|(file, tool)| {
        let sides = ["inputSchema", "outputSchema"].into_iter();
        sides.filter_map(move |side| Some((file, &tool["name"], side, tool.get(side)?)))
    });
    for (i, (file, name, side_name, old)) in schemas.enumerate() {
        let made = (0..CHANGES.len()).find_map(|step| {
            let (what, change) = CHANGES[(i + step) % CHANGES.len()];
            changed(old, change, i / CHANGES.len()).map(|(new, effect)| (what, new, effect))
        });
        let Some((what, new, effect)) = made else {
            continue;
        };
        let (old, new) = (schema(old), schema(&new));
        for (side, expected) in [(Side::Input, effect.0), (Side::Output, effect.1)] {
            let name = format!("{file} {name} {side_name}, {what}, {side}");
            let change = compare::schemas(&old, &new, side);
            check(&change, &old, &new, side, &name);
            count += 1;
            *tally.entry(what).or_default() += 1;
            if change.verdict == Verdict::Undecided {
                undecided.push(format!("{name}: expected {expected}, found {change}"));
            } else if change.verdict != expected {
                wrong.push(format!("{name}: expected {expected}, found {change}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count >= 2000, "only {count}");
    assert_eq!(tally.len(), CHANGES.len(), "{tally:#?}");
    println!("{count} verdicts, {} undecided", undecided.len());
    // The bar is 5 %.
    assert!(
        undecided.len() * 200 <= count,
        "{} of {count} undecided:\n{}",
        undecided.len(),
        undecided.join("\n")
    );
}
