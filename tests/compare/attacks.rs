//! Schemas in which little text says much: each is compared, and a value made of it, in the time and memory of
//! what is written, because every step is charged.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use toolmodel_runtime::compare::{self, Side, Verdict};
use toolmodel_runtime::{ErrorKind, example};
use toolmodel_tests::{one_in, skipped};

use crate::{check, schema};

/// Long for a loaded machine and a build that is not optimised; all of these took longer, or all memory.
const PATIENCE: Duration = Duration::from_secs(240);

/// Whether a test is left out that goes to the limits, which takes long in a build that is not optimised.
fn is_left_to_all() -> bool {
    let left_out = one_in(2) > 1;
    if left_out {
        skipped("goes to the limits with TOOLMODEL_ALL only");
    }
    left_out
}

/// Compares a schema with one that says a little else, and makes values of it, on the stack that spawned threads have.
fn attack(what: &str, value: Value) -> Verdict {
    let mut changed = value.clone();
    changed["minProperties"] = json!(1);
    let run = move || {
        let (old, new) = (schema(&value), schema(&changed));
        for made in [example::minimal(&old), example::full(&old)] {
            if let Err(error) = made {
                assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
            }
        }
        let change = compare::schemas(&old, &new, Side::Input);
        check(&change, &old, &new, Side::Input, "attack");
        let back = compare::schemas(&new, &old, Side::Input);
        check(&back, &new, &old, Side::Input, "attack");
        back.verdict
    };
    let start = Instant::now();
    let small = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    let verdict = small.unwrap().join().unwrap();
    assert!(start.elapsed() < PATIENCE, "{what}: {:?}", start.elapsed());
    verdict
}

fn object(properties: &Value) -> Value {
    json!({"type": "object", "properties": properties, "required": ["a"]})
}

fn list(count: usize, item: impl Fn(usize) -> Value) -> Vec<Value> {
    (0..count).map(item).collect()
}

#[test]
fn hundreds_of_subschemas_about_one_property_are_found_by_what_they_say() {
    if is_left_to_all() {
        return;
    }
    for part in [
        |i: usize| json!({"properties": {"one": {"minimum": i}}}),
        |i: usize| json!({"properties": {"one": {"properties": {"b": {"minLength": i}}}}}),
        |i: usize| json!({"properties": {"one": {"anyOf": [{"const": i}, {"type": "string"}]}}}),
    ] {
        let verdict = attack(
            "allOf",
            json!({"type": "object", "allOf": list(2000, part)}),
        );
        assert_ne!(verdict, Verdict::Breaking);
    }
    let minimum = |i: usize| json!({"properties": {"one": {"minimum": i}}});
    let verdict = attack(
        "bounds",
        json!({"type": "object", "allOf": list(2000, minimum)}),
    );
    assert_eq!(verdict, Verdict::Compatible);
}

#[test]
fn numbers_with_thousands_of_divisors_bounds_and_values_are_no_trap() {
    let divisors = list(4000, |i| json!({"multipleOf": i + 2}));
    attack(
        "divisors",
        object(&json!({"a": {"type": "integer", "allOf": divisors}})),
    );
    let listed: Vec<usize> = (0..20_000).collect();
    let items = json!({"type": "array", "minItems": 3000, "items": {"enum": listed}});
    attack("listed", object(&json!({"a": items})));
    let branch = |i: usize| json!({"enum": (1000 * i..1000 * i + 1000).collect::<Vec<_>>()});
    attack("lists", object(&json!({"a": {"anyOf": list(60, branch)}})));
    let tagged = |i: usize| {
        let tags: Vec<String> = (0..800).map(|j| format!("v{i}-{j}")).collect();
        json!({"type": "object", "properties": {"k": {"enum": tags}}, "required": ["k"]})
    };
    attack("tags", object(&json!({"a": {"oneOf": list(60, tagged)}})));
}

#[test]
fn texts_that_are_long_and_many_are_charged() {
    if is_left_to_all() {
        return;
    }
    let text = json!({"type": "string", "minLength": 19_000, "pattern": "^(ab|c)*$"});
    let items = json!({"type": "array", "minItems": 3000, "items": text});
    attack("items", object(&json!({"a": items})));
    let branch = |i: usize| {
        let patterns = list(25, |j| json!({"pattern": format!("^[a-z]*{j}?$")}));
        json!({"type": "string", "minLength": 300 * i, "maxLength": 300 * i + 299, "allOf": patterns})
    };
    attack(
        "lengths",
        object(&json!({"a": {"anyOf": list(60, branch)}})),
    );
    let names: Map<String, Value> = (0..900)
        .map(|i| {
            (
                format!("n{i}"),
                json!({"type": "string", "pattern": "^\\w{900}$"}),
            )
        })
        .collect();
    let required: Vec<&String> = names.keys().collect();
    attack(
        "words",
        json!({"type": "object", "properties": names, "required": required}),
    );
}

#[test]
fn names_and_patterns_that_all_meet_are_charged() {
    if is_left_to_all() {
        return;
    }
    let properties: Map<String, Value> = (0..3000)
        .map(|i| (format!("name{i}"), json!({"type": "string"})))
        .collect();
    let patterns: Map<String, Value> = (0..2500)
        .map(|i| (format!("na+m*e[0-9]*{i}$"), json!({"minLength": 1})))
        .collect();
    attack(
        "names",
        json!({"type": "object", "properties": properties, "patternProperties": patterns}),
    );
    let patterns: Map<String, Value> = (0..4500)
        .map(|i| (format!("^x{i}-"), json!({"minLength": i})))
        .collect();
    attack(
        "patterns",
        json!({"type": "object", "patternProperties": patterns}),
    );
}

#[test]
fn objects_listed_by_thousands_are_looked_at_once() {
    let listed = list(12_000, |i| json!({"k": i, "v": [i]}));
    attack("listed", object(&json!({"a": {"enum": listed}})));
    let listed = list(9000, |i| json!({"k": i}));
    let items = json!({"type": "array", "minItems": 2500, "items": {"enum": listed}, "not": {}});
    attack("never", object(&json!({"a": items})));
}
