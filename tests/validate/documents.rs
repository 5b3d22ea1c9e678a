//! Schemas of several documents, and of many references: each subschema is compiled once, whatever the ways to name
//! it and the chains of documents that lead to it, and is told of as if nothing had been rewritten.

use serde_json::{Map, Value, json};
use toolmodel_runtime::{DefaultValidator, Error, ErrorKind, Result, Schema};
use toolmodel_tests::instances::{Choices, instances, mutated};
use toolmodel_tests::random;

fn validate(schema: Value, instance: Value) -> Result<()> {
    let run = move || {
        let schema = Schema::try_from(schema)?;
        DefaultValidator::new()
            .compile(&schema)?
            .validate(&instance)
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(run).unwrap().join().unwrap()
}

fn exceeds(schema: Value, limit: &str) {
    let error = validate(schema, json!({})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
    let hint = format!("raise `Limits::{limit}` to allow more");
    assert!(error.to_string().ends_with(&hint), "{error}");
}

/// The places of an error in the instance and in the schema.
fn places(error: &Error) -> Vec<(&str, &str)> {
    let violations = error.violations().unwrap().as_slice().iter();
    violations
        .map(|found| (found.instance_path.as_str(), found.schema_path.as_str()))
        .collect()
}

fn properties(count: usize, schema: impl Fn(usize) -> Value) -> Map<String, Value> {
    (0..count).map(|i| (format!("p{i}"), schema(i))).collect()
}

/// Documents inside each other, each with references to itself and to the outermost.
fn documents(levels: usize, references: usize) -> Value {
    let mut schema = json!({"type": "string"});
    for level in 0..levels {
        let mut members = properties(references, |i| match i % 2 {
            0 => json!({"$ref": "https://example.com/#outermost"}),
            _ => json!({"$ref": format!("#a{level}")}),
        });
        members.insert("down".to_owned(), schema);
        schema = json!({
            "$id": format!("d{level}/"), "$anchor": format!("a{level}"), "properties": members,
        });
    }
    json!({"$id": "https://example.com/", "$anchor": "outermost", "properties": {"down": schema}})
}

#[test]
fn documents_inside_documents_are_compiled_once() {
    for (levels, references) in [(2, 4), (44, 20), (20, 100)] {
        let schema = documents(levels, references);
        // Two levels down, back to the outermost, and two levels down again.
        let instance = |last| json!({"down": {"p1": {"p0": {"down": {"down": last}}}}});
        validate(schema.clone(), instance(json!({}))).unwrap();
        if levels == 2 {
            let error = validate(schema, instance(json!({"down": 1}))).unwrap_err();
            let place = "/properties/down/properties/down/properties/down/type";
            assert_eq!(places(&error), [("/down/p1/p0/down/down/down", place)]);
        }
    }
}

/// An index of an array is found with zeros in front of it, too.
#[test]
fn a_place_with_many_names_is_compiled_once() {
    for (references, size) in [(20, 50), (700, 4000)] {
        let members = properties(size, |_| json!({"type": "string"}));
        let reference = |i: usize| json!({"$ref": format!("#/allOf/{}", "0".repeat(i + 1))});
        let schema = json!({
            "allOf": [{"properties": members}],
            "properties": {"a": {"properties": properties(references, reference)}},
        });
        validate(schema.clone(), json!({"a": {"p0": {"p1": "x"}}})).unwrap();
        let error = validate(schema, json!({"a": {"p0": {"p1": 5}}})).unwrap_err();
        let place = "/allOf/0/properties/p1/type";
        assert_eq!(places(&error), [("/a/p0/p1", place)]);
    }
}

#[test]
fn values_are_kept_once_for_all_documents_that_refer_to_them() {
    let values: Vec<String> = (0..5000).map(|i| format!("value {i}")).collect();
    let each = |i| json!({"$id": format!("d{i}"), "properties": {"a": {"$ref": "large"}}});
    let mut definitions = properties(1500, each);
    definitions.insert("large".to_owned(), json!({"$id": "large", "enum": values}));
    let schema = json!({
        "$id": "https://example.com/",
        "properties": properties(1500, |i| json!({"$ref": format!("d{i}")})),
        "$defs": definitions,
    });
    validate(schema.clone(), json!({"p7": {"a": "value 4999"}})).unwrap();
    let error = validate(schema, json!({"p7": {"a": "value 5000"}})).unwrap_err();
    assert_eq!(places(&error), [("/p7/a", "/$defs/large/enum")]);
}

/// A list and a tree of the same make, whose items are what the outermost of both says.
fn dynamic() -> Value {
    json!({
        "$id": "https://example.com/",
        "properties": {"any": {"$ref": "list"}, "texts": {"$ref": "texts"}, "numbers": {"$ref": "numbers"}},
        "$defs": {
            "list": {
                "$id": "list", "type": "array", "items": {"$dynamicRef": "#item"},
                "$defs": {"any": {"$dynamicAnchor": "item"}},
            },
            "texts": {
                "$id": "texts", "$ref": "list",
                "$defs": {"text": {"$dynamicAnchor": "item", "type": "string"}},
            },
            "numbers": {
                "$id": "numbers", "$ref": "list",
                "$defs": {"number": {"$dynamicAnchor": "item", "type": ["number", "array"], "items": {"$ref": "#item"}}},
            },
        },
    })
}

#[test]
fn dynamic_references_have_a_target_for_each_chain_of_documents() {
    let right = json!({"any": [1, "x"], "texts": ["x"], "numbers": [1, [2]]});
    validate(dynamic(), right).unwrap();
    let wrong = json!({"any": [1, "x"], "texts": [1], "numbers": ["x", ["y"]]});
    let error = validate(dynamic(), wrong).unwrap_err();
    assert_eq!(
        places(&error),
        [
            ("/texts/0", "/$defs/texts/$defs/text/type"),
            ("/numbers/0", "/$defs/numbers/$defs/number/type"),
            ("/numbers/1/0", "/$defs/numbers/$defs/number/type"),
        ]
    );
}

/// Each of the first documents decides for one name who answers to it, so the ways to the last are 2 to the `levels`.
fn choices(levels: usize) -> Value {
    let mut definitions = Map::new();
    for level in 0..levels {
        for side in ["a", "b"] {
            let next = |side: &str| json!({"$ref": format!("{side}{}", level + 1)});
            let document = json!({
                "$id": format!("{side}{level}"),
                "properties": {"a": next("a"), "b": next("b")},
                "$defs": {"own": {"$dynamicAnchor": format!("n{level}"), "const": side}},
            });
            definitions.insert(format!("{side}{level}"), document);
        }
    }
    for side in ["a", "b"] {
        let name = format!("{side}{levels}");
        let members = properties(levels, |level| json!({"$dynamicRef": format!("#n{level}")}));
        let anchors = properties(
            levels,
            |level| json!({"$dynamicAnchor": format!("n{level}")}),
        );
        definitions.insert(
            name.clone(),
            json!({"$id": name, "properties": members, "$defs": anchors}),
        );
    }
    json!({"$id": "https://example.com/", "$ref": "a0", "$defs": definitions})
}

#[test]
fn what_dynamic_references_make_differ_is_bounded() {
    let way = |last: &str| json!({"b": {"a": {"p0": "a", "p1": "b", "p2": last}}});
    validate(choices(2), json!({"b": {"a": {"p0": "a", "p1": "b"}}})).unwrap();
    validate(choices(2), json!({"b": {"a": {"p0": "a", "p1": "a"}}})).unwrap_err();
    validate(choices(3), way("any")).unwrap();
    exceeds(choices(12), "schema_bytes");
    exceeds(choices(40), "schema_bytes");
}

#[test]
fn long_lists_of_definitions_within_each_other_are_bounded() {
    let chain = |length: usize| {
        let next = |i: usize| json!({"properties": {"next": {"$ref": format!("#/$defs/p{}", (i + 1) % length)}}});
        json!({"$ref": "#/$defs/p0", "$defs": properties(length, next)})
    };
    validate(chain(4000), json!({"next": {"next": {}}})).unwrap();
    exceeds(chain(9000), "subschemas");
}

#[test]
fn a_loop_is_told_where_it_stands_in_the_schema() {
    for used in [true, false] {
        let mut schema = json!({
            "$defs": {"a": {"not": {"$ref": "inner#/$defs/b"}}, "inner": {"$id": "inner", "$defs": {"b": {"$ref": "#/$defs/b"}}}},
        });
        if used {
            schema["$ref"] = json!("#/$defs/a");
        }
        let error = validate(schema, json!({})).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidSchema, "{error}");
        assert_eq!(error.problems()[0].pointer, "/$defs/inner/$defs/b");
    }
}

#[test]
fn what_is_wrong_in_a_document_inside_is_told_where_it_stands() {
    let schema = |wrong: Value| json!({"$id": "https://example.com/", "$defs": {"a": wrong}});
    for (wrong, pointer) in [
        (json!({"$id": "a", "type": "strin"}), "/$defs/a/type"),
        (json!({"$id": "a", "pattern": "("}), "/$defs/a/pattern"),
        (json!({"$id": "a", "$ref": "#nowhere"}), "/$defs/a/$ref"),
        (
            json!({"$id": "a", "$schema": "http://json-schema.org/draft-07/schema#", "items": [5]}),
            "/$defs/a/items/0",
        ),
    ] {
        let error = validate(schema(wrong), json!({})).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidSchema, "{error}");
        let pointers: Vec<&str> = error
            .problems()
            .iter()
            .map(|found| found.pointer.as_str())
            .collect();
        assert_eq!(pointers, [pointer], "{error}");
    }
}

#[test]
fn a_document_inside_may_have_a_dialect_of_its_own() {
    let old = "http://json-schema.org/draft-07/schema#";
    let new = "https://json-schema.org/draft/2020-12/schema";
    let schema = json!({
        "$schema": new,
        "$id": "https://example.com/",
        "properties": {
            "old": {"$ref": "old"},
            "part": {"$ref": "old#/definitions/part"},
            "beside": {"$ref": "#/$defs/text", "maxLength": 1},
        },
        "$defs": {
            "text": {"type": "string"},
            "old": {
                "$schema": old,
                "$id": "old",
                "items": [{"type": "string"}, {"$ref": "#/definitions/part"}],
                "additionalItems": false,
                "definitions": {"part": {"$ref": "new", "maxLength": 1}},
                "dependencies": {"a": ["b"]},
            },
            "new": {"$schema": new, "$id": "new", "$ref": "#/$defs/own", "minLength": 2, "$defs": {"own": {"type": "string"}}},
        },
    });
    validate(
        schema.clone(),
        json!({"old": ["a", "bcd"], "part": "abc", "beside": "a"}),
    )
    .unwrap();
    let wrong = json!({"old": [1, "b", 3], "part": "a", "beside": "ab"});
    let error = validate(schema.clone(), wrong).unwrap_err();
    assert_eq!(
        places(&error),
        [
            ("/old", "/$defs/old/additionalItems"),
            ("/old/0", "/$defs/old/items/0/type"),
            ("/old/1", "/$defs/new/minLength"),
            ("/part", "/$defs/new/minLength"),
            ("/beside", "/properties/beside/maxLength"),
        ]
    );
    validate(schema, json!({"old": {"a": 1}})).unwrap_err();
}

#[test]
fn the_meta_schema_of_a_schema_can_be_referred_to() {
    for (uri, right, wrong) in [
        (
            "https://json-schema.org/draft/2020-12/schema",
            json!({"prefixItems": [{"type": "string"}]}),
            json!({"allOf": [{"type": 5}]}),
        ),
        (
            "http://json-schema.org/draft-07/schema#",
            json!({"items": [{"type": "string"}]}),
            json!({"allOf": [{"type": 5}]}),
        ),
    ] {
        let schema = json!({"$schema": uri, "properties": {"schema": {"$ref": uri}}});
        validate(schema.clone(), json!({"schema": right})).unwrap();
        validate(schema, json!({"schema": wrong})).unwrap_err();
    }
}

/// What is told of wrong calls does not depend on whether the schema was rewritten.
#[test]
fn violations_are_the_same_for_a_schema_that_is_rewritten() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let validator = DefaultValidator::new();
    let mut choices = Choices::new(7);
    let mut refused = 0;
    let tools = tools
        .into_iter()
        .map(|(_, tool)| tool["inputSchema"].clone());
    let step = toolmodel_tests::one_in(4);
    for plain in tools.chain(random::schemas(3, 300)).step_by(step) {
        if !plain.is_object() {
            continue;
        }
        let mut rewritten = plain.clone();
        rewritten["$defs"]["another document"] = json!({"$id": "urn:unused"});
        let given = instances(&plain);
        let [plain, rewritten] = [plain, rewritten].map(|schema| Schema::try_from(schema).unwrap());
        for instance in given.into_iter().take(4) {
            let instance = mutated(&instance, &mut choices);
            let answers = [&plain, &rewritten].map(|schema| {
                let compiled = validator.compile(schema).unwrap();
                compiled
                    .validate(&instance)
                    .map_err(|error| error.violations().cloned())
            });
            refused += usize::from(answers[0].is_err());
            assert_eq!(answers[0], answers[1]);
        }
    }
    assert!(refused * step > 3000, "{refused} refused");
}

/// What refers to itself in many places is compiled as before.
#[test]
fn recursive_schemas_are_compiled() {
    let leaf = properties(900, |_| json!({"$ref": "#"}));
    let schema = json!({"properties": {"a": {"properties": leaf, "maxProperties": 1}}});
    validate(schema.clone(), json!({"a": {"p5": {"a": {"p6": {}}}}})).unwrap();
    let error = validate(schema, json!({"a": {"p5": {"a": {"p6": {}, "p7": {}}}}})).unwrap_err();
    assert_eq!(places(&error), [("/a/p5/a", "/properties/a/maxProperties")]);
    let web = properties(60, |_| {
        let to = properties(60, |i| json!({"$ref": format!("#/$defs/p{i}")}));
        json!({"properties": to})
    });
    validate(
        json!({"$ref": "#/$defs/p0", "$defs": web}),
        json!({"p1": {"p2": {}}}),
    )
    .unwrap();
}

/// Which document answers to a name is looked up once for each chain of documents, not for each reference.
#[test]
fn many_dynamic_anchors_are_not_gone_through_for_every_reference() {
    let dynamic = |i| json!({"$dynamicRef": format!("#n{i}")});
    let anchor = |i| json!({"$dynamicAnchor": format!("n{i}"), "type": "string"});
    let mut schema = json!({"properties": properties(3_000, dynamic)});
    schema["$defs"] = properties(3_000, anchor).into();
    validate(schema.clone(), json!({"p0": "a", "p2999": "a"})).unwrap();
    let error = validate(schema, json!({"p2999": 1})).unwrap_err();
    assert_eq!(places(&error), [("/p2999", "/$defs/p2999/type")]);
}

/// The document at the root answers to every name, whichever document inside it asks.
#[test]
fn many_documents_with_dynamic_anchors_are_told_apart_cheaply() {
    let document = |i| {
        let name = format!("n{i}");
        json!({"$id": format!("d{i}"), "$dynamicAnchor": name, "items": {"$dynamicRef": format!("#{name}")}})
    };
    let anchor = |i| json!({"$dynamicAnchor": format!("n{i}"), "type": "string"});
    let mut schema = json!({"$id": "https://example.com/"});
    schema["properties"] = properties(2_000, |i| json!({"$ref": format!("d{i}")})).into();
    schema["$defs"] = json!({"own": {"$defs": properties(2_000, anchor)}, "inner": {"$defs": properties(2_000, document)}});
    validate(schema.clone(), json!({"p1999": ["a"]})).unwrap();
    let error = validate(schema, json!({"p1999": [1]})).unwrap_err();
    assert_eq!(
        places(&error),
        [("/p1999/0", "/$defs/own/$defs/p1999/type")]
    );
}
