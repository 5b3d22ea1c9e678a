//! Real tools with parts of other real tools grafted on: nothing changes silently in any mode.

use serde_json::{Value, json};
use toolmodel_runtime::__private::kernel::walk::children;
use toolmodel_runtime::__private::kernel::{Place, Places};
use toolmodel_tests::instances::Choices;

use crate::meaning;

/// The pointers of all subschemas below one.
fn places(schema: &Value) -> Vec<String> {
    let mut places = Places::default();
    let mut found = Vec::new();
    let mut stack = vec![(schema, Place::ROOT)];
    while let Some((schema, place)) = stack.pop() {
        for child in schema.as_object().into_iter().flat_map(children) {
            let place = places.child(place, &child);
            found.push(places.pointer(place));
            stack.push((child.schema, place));
        }
    }
    found
}

/// Changes a schema in one place.
fn grafted(schema: &mut Value, pool: &[Value], choices: &mut Choices) {
    let found = places(schema);
    if found.is_empty() {
        return;
    }
    let at = found[choices.below(found.len())].clone();
    let part = pool[choices.below(pool.len())].clone();
    let Some(place) = schema.pointer_mut(&at) else {
        return;
    };
    let old = place.take();
    *place = match choices.below(10) {
        0 => part,
        1 => json!({"anyOf": [old, part]}),
        2 => json!({"oneOf": [old, part]}),
        3 => json!({"allOf": [old, part]}),
        4 => json!({"anyOf": [old, {"type": "null"}], "default": null}),
        5 => json!({"type": "array", "items": old, "maxItems": 3}),
        6 => json!({"type": "object", "additionalProperties": old}),
        7 => json!({"type": "object", "properties": {"a": old, "b": part}, "required": ["a"],
                    "additionalProperties": choices.below(2) == 0}),
        // Keywords of one in the other: bounds on the wrong type, enums beside types.
        8 => match (old, part) {
            (Value::Object(mut old), Value::Object(part)) => {
                old.extend(part.into_iter().filter(|(key, _)| key != "type"));
                Value::Object(old)
            }
            (old, _) => old,
        },
        _ => match old {
            Value::Object(mut old) => {
                if let Some(Value::String(kind)) = old.get("type").cloned() {
                    old.insert("type".to_owned(), json!([kind, "null"]));
                }
                old.remove("required");
                Value::Object(old)
            }
            old => old,
        },
    };
}

/// `TOOLMODEL_GRAFTS` asks for more than the few that are tried each time.
#[test]
fn grafted_tools_mean_the_same_or_it_is_told() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let count = std::env::var("TOOLMODEL_GRAFTS").ok();
    let count: usize = count.map_or(60, |count| count.parse().unwrap());
    let schemas: Vec<&Value> = tools.iter().map(|(_, tool)| &tool["inputSchema"]).collect();
    let mut pool = Vec::new();
    for schema in &schemas {
        let found = places(schema);
        let parts = found.iter().filter_map(|at| schema.pointer(at)).cloned();
        pool.extend(parts.filter(|part| !part.to_string().contains("\"$ref\"")));
    }
    let mut changed = 0;
    for i in 0..count {
        let mut choices = Choices::new(i as u64 + 1);
        let source = schemas[choices.below(schemas.len())];
        let mut schema = source.clone();
        for _ in 0..=choices.below(3) {
            grafted(&mut schema, &pool, &mut choices);
        }
        changed += usize::from(schema != *source);
        if schema.to_string().len() < 20_000 {
            meaning::check(&schema, i as u64);
        }
    }
    assert!(
        changed > count / 2,
        "{changed} of {count} are other schemas"
    );
}
