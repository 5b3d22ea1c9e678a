//! Schemas that are meant to hurt: an answer in bounded time, and never a wrong one.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use toolmodel_runtime::compare::{self, SchemaChange, Side, Verdict};
use toolmodel_runtime::{ErrorKind, Schema, example};

use crate::{check, schema};

/// Long for a loaded machine and a build that is not optimised, short against what is exponential.
const PATIENCE: Duration = Duration::from_secs(240);

fn both(old: &Value, new: &Value, what: &str) -> [SchemaChange; 2] {
    let (old, new) = (schema(old), schema(new));
    [Side::Input, Side::Output].map(|side| {
        let start = Instant::now();
        let change = compare::schemas(&old, &new, side);
        assert!(start.elapsed() < PATIENCE, "{what}: {:?}", start.elapsed());
        check(&change, &old, &new, side, what);
        change
    })
}

fn many_properties(count: usize, kind: &str) -> Value {
    let properties: Map<String, Value> = (0..count)
        .map(|i| (format!("p{i}"), json!({"type": kind})))
        .collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

#[test]
fn wide_objects_are_compared_property_by_property() {
    let (old, mut new) = (
        many_properties(3000, "string"),
        many_properties(3000, "string"),
    );
    new["properties"]["p2999"] = json!({"type": ["string", "null"]});
    let [input, output] = both(&old, &new, "wide");
    assert_eq!(input.verdict, Verdict::Compatible, "{input}");
    assert_eq!(output.verdict, Verdict::Breaking, "{output}");
    assert_eq!(output.proof(), Some(&json!({"p2999": null})));
}

#[test]
fn references_that_double_at_every_level_are_no_trap() {
    let doubling = |leaf: Value| {
        let mut definitions = Map::new();
        for i in 0..60 {
            let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
            let object = json!({"type": "object", "properties": {"a": next.clone(), "b": next}});
            definitions.insert(format!("d{i}"), object);
        }
        definitions.insert("d60".to_owned(), leaf);
        json!({"$defs": definitions, "$ref": "#/$defs/d0"})
    };
    let old = doubling(json!({"type": "integer"}));
    let [input, output] = both(&old, &doubling(json!({"type": "number"})), "doubling");
    assert_eq!(input.verdict, Verdict::Compatible, "{input}");
    assert_ne!(output.verdict, Verdict::Compatible, "{output}");
}

/// Deeper than any proof may go, on the small stack of a test's thread.
#[test]
fn chains_of_definitions_do_not_overflow_the_stack() {
    let chain = |count: usize, kind: &str| {
        let mut definitions = Map::new();
        for i in 0..count {
            let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
            let object =
                json!({"type": "object", "properties": {"next": next}, "required": ["next"]});
            definitions.insert(format!("d{i}"), object);
        }
        definitions.insert(format!("d{count}"), json!({"type": kind}));
        json!({"$defs": definitions, "$ref": "#/$defs/d0"})
    };
    for count in [40, 90, 190, 1500] {
        let [input, output] = both(&chain(count, "integer"), &chain(count, "number"), "chain");
        assert_ne!(input.verdict, Verdict::Breaking, "{count}: {input}");
        assert_ne!(output.verdict, Verdict::Compatible, "{count}: {output}");
        let _ = example::full(&schema(&chain(count, "integer")));
        if count == 40 {
            assert_eq!(input.verdict, Verdict::Compatible, "{input}");
            assert_eq!(output.verdict, Verdict::Breaking, "{output}");
        }
    }
}

#[test]
fn an_object_of_many_properties_is_made() {
    let names = || (0..3000).map(|i| format!("name{i}"));
    let properties: Map<String, Value> = names()
        .map(|name| (name, json!({"type": "boolean"})))
        .collect();
    let wide = json!({
        "type": "object", "properties": properties, "required": names().collect::<Vec<_>>()
    });
    for made in [
        example::minimal(&schema(&wide)),
        example::full(&schema(&wide)),
    ] {
        let made = made.unwrap().unwrap();
        assert_eq!(made.as_object().map(Map::len), Some(3000));
    }
}

/// Below some depth none of the properties is made, and all of them are gone through.
#[test]
fn objects_that_contain_themselves_in_many_ways_are_made_within_bounds() {
    for count in [5, 100, 2000] {
        let names = (0..count).map(|i| (format!("p{i}"), json!({"$ref": "#"})));
        let properties: Map<String, Value> = names.collect();
        let wide = schema(&json!({"type": "object", "properties": properties}));
        let start = Instant::now();
        assert_eq!(example::minimal(&wide).unwrap(), Some(json!({})));
        if let Err(error) = example::full(&wide) {
            assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
        }
        assert!(start.elapsed() < PATIENCE, "{count}: {:?}", start.elapsed());
    }
}

#[test]
fn counts_at_the_end_of_what_numbers_hold_are_counts() {
    for keyword in [
        "maxItems",
        "minItems",
        "maxLength",
        "minLength",
        "maxProperties",
        "minProperties",
    ] {
        for (old, new) in [
            (json!(1e30), json!(1e29)),
            (json!(u64::MAX), json!(3)),
            (json!(0), json!(u64::MAX)),
        ] {
            both(&json!({keyword: old}), &json!({keyword: new}), keyword);
            let _ = example::full(&schema(
                &json!({"type": "object", "properties": {"a": {keyword: old}}}),
            ));
        }
    }
    for (old, new) in [
        (json!(1e300), json!(-1e300)),
        (json!(u64::MAX), json!(i64::MIN)),
        (json!(5e-324), json!(0.1)),
    ] {
        for keyword in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
            both(
                &json!({"type": "integer", keyword: old}),
                &json!({"type": "integer", keyword: new}),
                keyword,
            );
        }
    }
    both(
        &json!({"multipleOf": 5e-324}),
        &json!({"multipleOf": 1e300}),
        "multipleOf",
    );
}

#[test]
fn unions_of_unions_end() {
    let branch = |i: usize, kind: &str| {
        json!({"type": "object", "additionalProperties": false, "properties": {format!("p{i}"): {"anyOf": [
            {"type": kind}, {"type": "array", "items": {"$ref": "#"}}, {"$ref": "#"},
        ]}}})
    };
    let union = |kind: &str| json!({"anyOf": (0..24).map(|i| branch(i, kind)).collect::<Vec<_>>()});
    let [input, output] = both(&union("integer"), &union("number"), "unions");
    assert_ne!(input.verdict, Verdict::Breaking, "{input}");
    assert_ne!(output.verdict, Verdict::Compatible, "{output}");
}

/// The engine's own proof writes out every combination and has no limits; it is asked where there are few.
#[test]
fn combinations_are_not_multiplied_out() {
    let choice = |i: usize, keyword: &str| {
        let [a, b, c] = ["a", "b", "c"].map(|letter| format!("{letter}{i}"));
        json!({keyword: [{"required": [a]}, {"required": [b]}, {"properties": {c: {"type": "string"}}}]})
    };
    let choices = |count: usize, keyword: &str| (0..count).map(|i| choice(i, keyword)).collect();
    let condition = |i: usize| {
        let required = |letter: &str| json!({"required": [format!("{letter}{i}")]});
        json!({"if": required("a"), "then": required("b"), "else": required("c")})
    };
    let negation = |i: usize| json!({"not": choice(i, "anyOf")});
    let divisor = |i: usize| json!({"multipleOf": 1_000_003 + 2 * i});
    let all_of = [
        ("anyOf", choices(24, "anyOf")),
        ("oneOf", choices(24, "oneOf")),
        ("if", (0..24).map(condition).collect()),
        ("not", (0..24).map(negation).collect()),
        ("multipleOf", (0..24).map(divisor).collect::<Vec<Value>>()),
    ];
    for (keyword, parts) in all_of {
        let old = json!({"allOf": parts});
        let mut new = old.clone();
        new["minProperties"] = json!(1);
        both(&new, &old, keyword);
    }
    // Few are still multiplied out.
    let old = json!({"allOf": choices(2, "anyOf") as Vec<Value>});
    let mut new = old.clone();
    new["minProperties"] = json!(1);
    let [input, _] = both(&new, &old, "few");
    assert_eq!(input.verdict, Verdict::Compatible, "{input}");
}

/// Each of them copied all names.
#[test]
fn a_rule_that_many_references_lead_to_is_joined_with_itself_once() {
    let names: Vec<String> = (0..20_000).map(|i| format!("q{i}")).collect();
    let rule = json!({"type": "object", "dependentRequired": {"p": names}});
    let of = |properties: Value| {
        let often = vec![json!({"$ref": "#/$defs/c"}); 400];
        json!({"$defs": {"c": rule}, "properties": {"a": {"allOf": often}, "b": properties}})
    };
    let [input, _] = both(
        &of(json!({"type": "integer"})),
        &of(json!({})),
        "references",
    );
    assert_eq!(input.verdict, Verdict::Compatible, "{input}");
}

#[test]
fn patterns_that_explode_are_left_undecided_or_decided_in_time() {
    for (old, new) in [
        ("^(a|b)*a(a|b){14}$", "^(a|b)*b(a|b){13}$"),
        ("^(a+)+$", "^(a|aa)+$"),
        (r"^(a|a)*\1b$", r"^(a|a)*\1c$"),
        ("^(a{1,50}){1,50}$", "^a{1,2500}$"),
        ("^\\p{L}{1,100}$", "^[\\p{L}\\p{N}]{1,200}$"),
    ] {
        let text = |pattern: &str| json!({"type": "string", "pattern": pattern});
        both(&text(old), &text(new), old);
    }
}

#[test]
fn long_lists_and_lengths_are_looked_at_once() {
    let list = |count: usize| json!({"enum": (0..count).map(|i| format!("value {i}")).collect::<Vec<_>>()});
    let [input, output] = both(&list(20_000), &list(20_001), "enum");
    assert_eq!(input.verdict, Verdict::Compatible, "{input}");
    assert_ne!(output.verdict, Verdict::Compatible, "{output}");
    let long = |max: u64| json!({"type": "string", "minLength": max - 1, "maxLength": max});
    for (old, new) in [(1u64 << 40, (1u64 << 40) + 1), (100_000, 100_001)] {
        let [input, _] = both(&long(old), &long(new), "lengths");
        assert_ne!(input.verdict, Verdict::Compatible, "{input}");
    }
    let array = json!({"type": "array", "minItems": 1u64 << 50});
    let [input, _] = both(
        &array,
        &json!({"type": "array", "minItems": (1u64 << 50) + 1}),
        "items",
    );
    assert_eq!(input.verdict, Verdict::Undecided, "{input}");
}

#[test]
fn schemas_that_cannot_be_used_are_undecided_and_say_why() {
    for (bad, why) in [
        (json!({"type": "text"}), "invalid schema"),
        (
            json!({"$ref": "https://example.com/elsewhere"}),
            "external reference",
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-04/schema#"}),
            "unsupported schema",
        ),
        (json!({"$ref": "#/$defs/missing"}), "invalid schema"),
        (json!({"$ref": "#"}), "invalid schema"),
        (json!({"pattern": "("}), "invalid schema"),
    ] {
        for change in both(&bad, &json!({"type": "string"}), why) {
            assert_eq!(change.verdict, Verdict::Undecided, "{bad}");
            let message = &change.findings[0].message;
            assert!(message.contains("schema cannot be used"), "{message}");
        }
        assert!(example::minimal(&schema(&bad)).is_err(), "{bad}");
    }
}

#[test]
fn running_out_is_told_and_is_no_verdict() {
    // Every alternative of the one is compared with every alternative of the other, twice over.
    let object = |name: &str, value: Value| json!({"type": "object", "properties": {name: value}, "required": [name]});
    let union = |outer: &str, low: usize| {
        let branches = (0..50).map(|i| {
            let inner =
                (0..50).map(|j| object("n", json!({"type": "integer", "minimum": i + j + low})));
            object(outer, json!({"anyOf": inner.collect::<Vec<_>>()}))
        });
        json!({"anyOf": branches.collect::<Vec<_>>()})
    };
    let [input, _] = both(&union("a", 0), &union("a", 100), "unions of unions");
    assert_ne!(input.verdict, Verdict::Compatible, "{input}");
    let told = input
        .findings
        .iter()
        .any(|it| it.message.contains("steps of work"));
    assert!(told || input.verdict == Verdict::Breaking, "{input}");
}

/// The engine's own algebra is asked of what shapes leave open: it has to come back as well.
#[test]
fn rows_of_unions_that_only_an_algebra_could_join_end() {
    let row = |low: i64, not: i64| {
        let unions = (0..14).map(|i| {
            json!({"anyOf": [{"minimum": low + i}, {"maximum": i - 40}, {"multipleOf": i + 2}]})
        });
        json!({"type": "integer", "allOf": unions.collect::<Vec<_>>(), "not": {"const": not}})
    };
    both(&row(0, 5), &row(-1, 6), "rows");
    let required = |from: usize| {
        let unions = (0..12).map(|i| {
            let name = |j: usize| format!("p{}", (i + j + from) % 20);
            json!({"oneOf": [{"required": [name(0)]}, {"required": [name(1), name(2)]}]})
        });
        json!({"type": "object", "allOf": unions.collect::<Vec<_>>()})
    };
    both(&required(0), &required(1), "required");
}

#[test]
fn the_same_question_has_the_same_answer() {
    let old = schema(
        &json!({"type": "object", "properties": {"a": {"enum": [1, "x", null]}, "b": {"type": "string"}}}),
    );
    let new = schema(
        &json!({"type": "object", "properties": {"b": {"type": "integer"}, "a": {"enum": ["x"]}}, "required": ["a"]}),
    );
    let first = compare::schemas(&old, &new, Side::Input);
    for _ in 0..5 {
        assert_eq!(compare::schemas(&old, &new, Side::Input), first);
    }
    assert_eq!(first.findings.len(), 4, "{first}");
}

#[test]
fn places_are_pointers_that_stay_short() {
    let name = "n".repeat(100_000);
    let object =
        |kind: &str| json!({"type": "object", "properties": {name.clone(): {"type": kind}}});
    let [input, _] = both(&object("string"), &object("integer"), "long name");
    assert_eq!(input.verdict, Verdict::Breaking);
    assert!(
        input.to_string().len() < 4000,
        "{}",
        input.to_string().len()
    );
    let old: Schema = r#"{"type":"object","properties":{"a/b":{"type":"string"}}}"#
        .parse()
        .unwrap();
    let new: Schema = r#"{"type":"object","properties":{"a/b":{"type":"null"}}}"#
        .parse()
        .unwrap();
    let change = compare::schemas(&old, &new, Side::Input);
    assert_eq!(change.findings[0].new, "/properties/a~1b");
}

/// Ten values of 2,900 characters took 12.7 s: how often the pattern goes over each was not charged.
#[test]
fn examples_of_listed_values_with_look_around_are_charged() {
    let values: Vec<String> = (0..40)
        .map(|i| format!("{}{i}", "a".repeat(2900)))
        .collect();
    let listed = schema(&json!({"type": "string", "enum": values, "pattern": "(?=[^c]*c)a*c"}));
    let start = Instant::now();
    for made in [example::minimal(&listed), example::full(&listed)] {
        assert!(!matches!(made, Ok(Some(_))), "no value matches");
    }
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    let few = schema(&json!({"type": "string", "enum": ["b", "ac"], "pattern": "(?=[^c]*c)a*c"}));
    assert_eq!(example::minimal(&few).unwrap(), Some(json!("ac")));
}

/// What the names of an object require was not charged: 365 KB took 6.7 s.
#[test]
fn examples_of_objects_whose_names_require_each_other_are_charged() {
    let names: Vec<String> = (0..150).map(|i| format!("m{i}")).collect();
    let needs: Map<String, Value> = names
        .iter()
        .map(|name| (name.clone(), json!(names)))
        .collect();
    let web = json!({"type": "object", "required": ["m0"], "dependentRequired": needs});
    let objects = |count: usize| {
        let references = (0..count).map(|i| (format!("n{i}"), json!({"$ref": "#/$defs/web"})));
        let properties: Map<String, Value> = references.collect();
        let required: Vec<&String> = properties.keys().collect();
        schema(&json!({"required": required, "properties": properties, "$defs": {"web": web}}))
    };
    let error = example::minimal(&objects(200)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
    assert!(example::minimal(&objects(20)).unwrap().is_some());
}

/// Names that require others were compared at every place, without being charged: 720 KB took 3 s.
#[test]
fn names_that_require_others_are_compared_within_a_limit() {
    let web = |count: usize| {
        let needs = (0..count).map(|i| (format!("m{i}"), json!([format!("m{}", i + 1)])));
        let needs: Map<String, Value> = needs.collect();
        json!({"type": "object", "dependentRequired": needs})
    };
    let object = |places: usize, count: usize, own: &str| {
        let place = |i: usize| {
            let either = json!([{"$ref": "#/$defs/web"}, {"type": "boolean"}]);
            let place = json!({"anyOf": either, "description": format!("{own} {i}")});
            (format!("n{i}"), place)
        };
        let properties: Map<String, Value> = (0..places).map(place).collect();
        json!({"type": "object", "properties": properties, "$defs": {"web": web(count)}})
    };
    let verdict = |places: usize, count: usize| {
        let [input, _] = both(
            &object(places, count + 1, "old"),
            &object(places, count, "new"),
            "names that require others",
        );
        input.verdict
    };
    assert_eq!(verdict(20, 50), Verdict::Compatible);
    assert_eq!(verdict(1000, 1000), Verdict::Undecided);
}
