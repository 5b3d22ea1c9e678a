//! Schemas and instances made to hang, exhaust or crash: each gives an answer or an error in
//! bounded time, on a thread with 2 MB of stack.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use toolmodel_runtime::{
    DefaultValidator, Error, ErrorKind, Limits, Result, Schema, SchemaValidator, Tool,
};

/// What any of the attacks may take, in a debug build on a busy machine.
const LONGEST: Duration = Duration::from_secs(120);

/// Runs on a thread with the stack that spawned threads have.
fn on_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let started = Instant::now();
    let result = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn_scoped(scope, work)
            .unwrap()
            .join()
            .unwrap()
    });
    let took = started.elapsed();
    assert!(took < LONGEST, "took {took:?}");
    result
}

fn validate(schema: Value, instance: &Value) -> Result<()> {
    on_small_stack(|| {
        let schema = Schema::try_from(schema)?;
        DefaultValidator::new().validate(&schema, instance)
    })
}

/// Nested arrays, dropped without recursion.
struct Deep(Value);

impl Deep {
    fn arrays(levels: usize) -> Self {
        Self((0..levels).fold(Value::Null, |value, _| Value::Array(vec![value])))
    }

    fn objects(levels: usize) -> Self {
        Self((0..levels).fold(json!(1), |value, _| {
            let mut map = Map::new();
            map.insert("a".to_owned(), value);
            Value::Object(map)
        }))
    }
}

impl Drop for Deep {
    fn drop(&mut self) {
        let mut stack = vec![self.0.take()];
        while let Some(value) = stack.pop() {
            match value {
                Value::Array(items) => stack.extend(items),
                Value::Object(map) => stack.extend(map.into_iter().map(|(_, value)| value)),
                _ => {}
            }
        }
    }
}

fn exceeds(result: Result<()>, limit: &str) {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
    let hint = format!("raise `Limits::{limit}` to allow more");
    assert!(error.to_string().ends_with(&hint), "{error}");
}

/// `$defs` of `count` links, each made by `link` from the reference to the next.
fn chain(count: usize, link: impl Fn(Value) -> Value) -> Value {
    let mut definitions = Map::new();
    for i in 0..count {
        let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
        definitions.insert(format!("d{i}"), link(next));
    }
    definitions.insert(format!("d{count}"), json!({"type": "integer"}));
    json!({"$ref": "#/$defs/d0", "$defs": definitions})
}

#[test]
fn deep_instances_are_refused() {
    for levels in [129, 10_000, 100_000] {
        for deep in [Deep::arrays(levels), Deep::objects(levels)] {
            exceeds(validate(json!({}), &deep.0), "instance_depth");
            exceeds(
                validate(json!({"items": {"$ref": "#"}}), &deep.0),
                "instance_depth",
            );
            exceeds(
                validate(json!({"uniqueItems": true}), &deep.0),
                "instance_depth",
            );
        }
    }
}

#[test]
fn instances_as_deep_as_the_limit_are_judged() {
    let tree = json!({
        "anyOf": [
            {"type": "null"},
            {"items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}, "type": ["array", "object"]}
        ]
    });
    let arrays = Deep::arrays(128);
    validate(tree.clone(), &arrays.0).unwrap();
    let objects = Deep::objects(128);
    let error = validate(tree, &objects.0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
}

#[test]
fn deep_schemas_are_refused() {
    for levels in [300, 100_000] {
        let value = (0..levels).fold(json!({}), |value, _| {
            let mut map = Map::new();
            map.insert("not".to_owned(), value);
            Value::Object(map)
        });
        let error = on_small_stack(|| Schema::try_from(value)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
    }
}

#[test]
fn schemas_as_deep_as_the_limit_are_compiled() {
    for keyword in [
        "not",
        "items",
        "additionalProperties",
        "if",
        "contains",
        "propertyNames",
    ] {
        let nested = (0..99).fold(
            json!({"type": "string"}),
            |value, _| json!({keyword: value}),
        );
        validate(nested.clone(), &json!(1)).ok();
        exceeds(validate(json!({"not": nested}), &json!(1)), "schema_depth");
    }
    for keyword in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        let nested = (0..49).fold(
            json!({"type": "string"}),
            |value, _| json!({keyword: [value, {"type": "null"}]}),
        );
        validate(nested, &json!(1)).ok();
    }
    let nested = (0..63).fold(
        json!({"type": "string"}),
        |value, _| json!({"properties": {"a": value}, "unevaluatedProperties": false}),
    );
    let instance = Deep::objects(63);
    validate(nested, &instance.0).unwrap_err();
}

#[test]
fn schemas_too_deep_within_references_are_compiled() {
    let mut definitions = Map::new();
    for i in 0..20 {
        let reference = json!({"$ref": format!("#/$defs/d{}", i + 1)});
        let nested = (0..95).fold(reference, |value, _| json!({"items": value}));
        definitions.insert(format!("d{i}"), nested);
    }
    definitions.insert("d20".to_owned(), json!({"type": "integer"}));
    let schema = json!({"$ref": "#/$defs/d0", "$defs": definitions});
    validate(schema, &Deep::arrays(100).0).unwrap();
}

#[test]
fn doubling_all_of_is_refused() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let schema = chain(64, |next| json!({keyword: [next, next]}));
        exceeds(validate(schema, &json!(1)), "unrolled");
    }
    let schema = chain(64, |next| json!({"if": next, "then": next, "else": next}));
    exceeds(validate(schema, &json!(1)), "unrolled");
    let old = chain(64, |next| json!({"dependencies": {"a": next, "b": next}}));
    exceeds(validate(old, &json!({"a": 1, "b": 2})), "unrolled");
}

#[test]
fn doubling_that_stays_within_the_limit_is_judged() {
    let schema = chain(12, |next| json!({"allOf": [next, next]}));
    validate(schema.clone(), &json!(1)).unwrap();
    let error = validate(schema, &json!("x")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
}

#[test]
fn doubling_through_properties_is_judged_or_refused() {
    let schema = chain(64, |next| json!({"properties": {"a": next, "b": next}}));
    validate(schema.clone(), &json!({"a": {"a": {}}})).unwrap();
    let schema = chain(
        64,
        |next| json!({"properties": {"a": next}, "patternProperties": {"a": next}}),
    );
    validate(schema.clone(), &Deep::objects(8).0).unwrap();
    exceeds(validate(schema, &Deep::objects(60).0), "work");
}

#[test]
fn recursion_that_doubles_with_depth_is_judged_or_refused() {
    let twice = json!({"items": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}});
    validate(twice.clone(), &Deep::arrays(10).0).unwrap();
    exceeds(validate(twice, &Deep::arrays(100).0), "work");
    let both = json!({"items": {"$ref": "#"}, "contains": {"$ref": "#"}});
    exceeds(validate(both, &Deep::arrays(100).0), "work");
    let dynamic = json!({
        "$dynamicAnchor": "node",
        "items": {"anyOf": [{"$dynamicRef": "#node"}, {"$dynamicRef": "#node"}]},
        "type": "array"
    });
    exceeds(validate(dynamic, &Deep::arrays(100).0), "work");
}

#[test]
fn unevaluated_nests_are_judged_or_refused() {
    let nest = |levels| {
        (0..levels).fold(
            json!({"properties": {"a": {}}}),
            |value, _| json!({"anyOf": [value, {"type": "null"}], "unevaluatedProperties": false}),
        )
    };
    validate(nest(4), &json!({"a": 1})).unwrap();
    let outcome = validate(nest(40), &json!({"a": 1}));
    exceeds(outcome, "unrolled");
    let schema = chain(
        64,
        |next| json!({"allOf": [next, next], "unevaluatedItems": false}),
    );
    exceeds(validate(schema, &json!([1])), "unrolled");
}

#[test]
fn references_without_progress_are_errors() {
    let loops = [
        (json!({"$ref": "#"}), ""),
        (json!({"$ref": ""}), ""),
        (json!({"allOf": [{"$ref": "#"}]}), ""),
        (
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
            "/$defs/a",
        ),
        (
            json!({"properties": {"x": {"anyOf": [{"type": "null"}, {"$ref": "#/properties/x"}]}}}),
            "/properties/x",
        ),
        (
            json!({"$defs": {"unused": {"not": {"$ref": "#/$defs/unused"}}}}),
            "/$defs/unused",
        ),
        (
            json!({"$dynamicAnchor": "n", "if": {"$dynamicRef": "#n"}}),
            "",
        ),
        (json!({"dependentSchemas": {"a": {"$ref": "#"}}}), ""),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema#",
                   "dependencies": {"a": {"$ref": "#"}}}),
            "",
        ),
    ];
    for (schema, pointer) in loops {
        let shown = schema.to_string();
        let error = validate(schema, &json!({"a": 1})).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidSchema, "{shown}: {error}");
        assert_eq!(error.problems()[0].pointer, pointer, "{shown}: {error}");
        assert!(
            error.to_string().contains("without end"),
            "{shown}: {error}"
        );
    }
}

#[test]
fn long_chains_of_references_are_judged_or_refused() {
    validate(chain(200, |next| next), &json!(1)).unwrap();
    exceeds(validate(chain(5_000, |next| next), &json!(1)), "chain");
    let long = chain(4_000, |next| json!({"items": next}));
    validate(long, &Deep::arrays(100).0).unwrap();
    let limits = Limits::default().with_chain(6_000);
    let validator = DefaultValidator::builder().limits(limits).build().unwrap();
    on_small_stack(|| {
        let schema = Schema::try_from(chain(5_000, |next| next)).unwrap();
        validator.validate(&schema, &json!(1)).unwrap();
        validator.validate(&schema, &json!("x")).unwrap_err();
    });
}

#[test]
fn many_embedded_documents_that_refer_to_each_other_are_judged() {
    let all: Vec<Value> = (0..24).map(|i| json!({"$ref": format!("r{i}")})).collect();
    let mut definitions = Map::new();
    for i in 0..24 {
        let later: Vec<&Value> = all.iter().skip(i + 1).collect();
        let mut schema = json!({"$id": format!("r{i}")});
        if later.is_empty() {
            schema["type"] = json!("array");
        } else {
            schema["items"] = json!({"anyOf": later});
        }
        definitions.insert(format!("d{i}"), schema);
    }
    let schema = json!({"$id": "https://example.com/root", "$ref": "r0", "$defs": definitions});
    validate(schema.clone(), &json!([[[[]]]])).unwrap();
    exceeds(validate(schema, &Deep::arrays(24).0), "work");
    let mut cyclic = Map::new();
    for i in 0..12 {
        cyclic.insert(
            format!("d{i}"),
            json!({"$id": format!("r{i}"), "items": {"anyOf": &all[..12]}}),
        );
    }
    let schema = json!({"$id": "https://example.com/root", "$ref": "r0", "$defs": cyclic});
    validate(schema, &json!([[[1]]])).unwrap();
}

#[test]
fn huge_enums_are_judged_or_refused() {
    let options: Vec<String> = (0..60_000).map(|i| format!("option {i}")).collect();
    let schema = json!({"items": {"enum": options}});
    validate(schema.clone(), &json!(["option 59999", "option 0"])).unwrap();
    let error = validate(schema.clone(), &json!(["optoin 7"])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    assert!(error.to_string().len() < 500, "{error}");
    let many = Value::Array(vec![json!("nothing"); 100_000]);
    exceeds(validate(schema, &many), "work");
}

#[test]
fn patterns_that_backtrack_without_end_are_refused() {
    let schema = json!({"pattern": r"^(a|a)*\1b$"});
    let text = "a".repeat(64);
    exceeds(validate(schema.clone(), &json!(text)), "regex_backtracking");
    let many: Vec<Value> = (0..5_000).map(|i| json!(format!("{text}{i}"))).collect();
    exceeds(
        validate(json!({"items": schema}), &Value::Array(many)),
        "work",
    );
    let linear = json!({"pattern": "^(a|a)*b$"});
    let error = validate(linear, &json!("a".repeat(100_000))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
}

#[test]
fn patterns_that_are_too_large_are_refused() {
    exceeds(
        validate(json!({"pattern": "(a{1000}){1000}"}), &json!("a")),
        "regex_size",
    );
    exceeds(
        validate(json!({"pattern": r"\w{5000}"}), &json!("a")),
        "regex_size",
    );
    exceeds(
        validate(
            json!({"patternProperties": {"((a{99}){99}){99}": true}}),
            &json!({}),
        ),
        "regex_size",
    );
    let many: Map<String, Value> = (0..5_000)
        .map(|i| (format!("^{i}[a-z]{{400}}"), json!(true)))
        .collect();
    exceeds(
        validate(json!({"patternProperties": many}), &json!({})),
        "regex_size",
    );
}

/// A property such as `\p{L}` is an automaton of 24 KB, twice: 1,400 patterns of 20 took 1.4 GB and 8 s.
#[test]
fn patterns_with_unicode_properties_are_counted_as_large_as_they_are() {
    let many = |count: usize, pattern: &str| {
        let schema = |i: usize| (format!("a{i}"), json!({"pattern": format!("{pattern}{i}")}));
        json!({"properties": (0..count).map(schema).collect::<Map<_, _>>()})
    };
    for pattern in [r"\p{L}{20}", r"^\p{L}{3,20}\W\S*x", r"[\p{Lu}\p{Ll}]{20}"] {
        exceeds(validate(many(400, pattern), &json!({})), "regex_size");
        validate(many(8, pattern), &json!({})).unwrap();
    }
    let names = json!({"pattern": r"^[\p{L}\p{N}_-]{1,15}$"});
    validate(names, &json!("Zoë_1")).unwrap();
}

#[test]
fn patterns_on_much_text_are_judged_or_refused() {
    let schema = json!({"items": {"pattern": "[ab]{300}c"}});
    let text = "ab".repeat(500_000);
    let outcome = validate(schema, &json!([text, text, text]));
    let kinds = [ErrorKind::InvalidArguments, ErrorKind::LimitExceeded];
    assert!(kinds.contains(&outcome.unwrap_err().kind()));
}

#[test]
fn instances_that_are_too_large_are_refused() {
    exceeds(
        validate(json!({}), &Value::Array(vec![json!(1); 250_001])),
        "instance_nodes",
    );
    exceeds(
        validate(json!({}), &json!("x".repeat((16 << 20) + 1))),
        "instance_bytes",
    );
    let wide: Map<String, Value> = (0..260_000).map(|i| (i.to_string(), json!(1))).collect();
    exceeds(validate(json!({}), &Value::Object(wide)), "instance_nodes");
}

#[test]
fn schemas_that_are_too_large_are_refused() {
    let wide: Map<String, Value> = (0..10_001).map(|i| (i.to_string(), json!({}))).collect();
    exceeds(
        validate(json!({"properties": wide}), &json!({})),
        "subschemas",
    );
    exceeds(
        validate(json!({"description": "x".repeat(2 << 20)}), &json!({})),
        "schema_bytes",
    );
}

#[test]
fn equal_hashes_do_not_make_unique_items_quadratic() {
    // Arrays of nothing but arrays all have one hash.
    let shape = |mut bits: u32| {
        let mut value = json!([]);
        while bits > 0 {
            value = match bits & 1 {
                0 => json!([value]),
                _ => json!([value, []]),
            };
            bits >>= 1;
        }
        value
    };
    let items: Vec<Value> = (1..12_000).map(shape).collect();
    exceeds(
        validate(json!({"uniqueItems": true}), &Value::Array(items)),
        "work",
    );
    let plain: Vec<Value> = (0..50_000).map(|i| json!([i])).collect();
    validate(json!({"uniqueItems": true}), &Value::Array(plain)).unwrap();
}

#[test]
fn many_violations_are_cut() {
    let many = Value::Array(vec![json!("x"); 200_000]);
    let error = validate(json!({"items": {"type": "integer"}}), &many).unwrap_err();
    let violations = error.violations().unwrap();
    assert!(violations.is_truncated());
    assert!(violations.as_slice().len() <= 32);
}

#[test]
fn alternatives_over_a_large_instance_do_not_copy_it_over_and_over() {
    let branches: Vec<Value> = (0..500)
        .map(|i| json!({"required": [format!("x{i}")]}))
        .collect();
    let schema = json!({"anyOf": branches});
    let large: Map<String, Value> = (0..1000)
        .map(|i| (format!("k{i}"), json!("v".repeat(4000))))
        .collect();
    let error = validate(schema, &Value::Object(large)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    assert!(error.violations().unwrap().is_truncated());
}

#[test]
fn nested_alternatives_are_explained_in_bounded_space() {
    let nested = (0..40).fold(json!({"type": "integer"}), |value, _| {
        json!({"anyOf": [value, {"type": "null"}, {"oneOf": [{"const": 1}, {"const": 2}]}]})
    });
    let error = validate(nested, &json!("x")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    assert!(error.to_string().len() < 2000, "{error}");
}

#[test]
fn odd_numbers_are_judged() {
    let schema = json!({"items": {"multipleOf": 1e-300, "maximum": 1e308}});
    let numbers = json!([1e308, -1e-308, 0.1, u64::MAX, i64::MIN]);
    validate(schema, &numbers).ok();
    validate(json!({"multipleOf": 5e-324}), &json!(1.5e300)).ok();
}

#[test]
fn tools_pass_through_unharmed() {
    let json = json!({"name": "deep", "inputSchema": {"not": {"not": {"not": {}}}}});
    let outcome: Result<(), Error> = on_small_stack(|| {
        let tool = Tool::from_mcp_value(json).unwrap();
        DefaultValidator::shared().validate_input(&tool, &json!({}))
    });
    assert_eq!(outcome.unwrap_err().kind(), ErrorKind::InvalidArguments);
}

#[test]
fn patterns_nested_without_end_are_refused() {
    for open in [
        "(", "(?:", "[", "[^", "(?=", "(?<!", "((", "\\", "{", "a|(", "[[:",
    ] {
        for count in [300, 3_000, 200_000] {
            let text = open.repeat(count);
            let error = validate(json!({"pattern": text}), &json!("a"));
            assert!(error.is_err() || open == "\\" || open == "{", "{open}");
            let closed = format!("{text}a{}", ")".repeat(count));
            validate(json!({"pattern": closed}), &json!("a")).ok();
            validate(
                json!({"patternProperties": {closed: true}}),
                &json!({"a": 1}),
            )
            .ok();
        }
    }
    for class in [
        r"\w", r"\d", r"[\s\S]", r"\p{L}", "(?=a)", "(a)", "[a]", "a|", ".?",
    ] {
        for count in [100, 2_000, 100_000] {
            validate(json!({"pattern": class.repeat(count)}), &json!("a")).ok();
        }
    }
    let many: Map<String, Value> = (0..9_000)
        .map(|i| (format!(r"^\d+{i}\w\s$"), json!(true)))
        .collect();
    validate(json!({"patternProperties": many}), &json!({"a": 1})).ok();
    let schema = Schema::try_from(json!({"format": "regex"})).unwrap();
    let strict = DefaultValidator::builder().formats(true).build().unwrap();
    on_small_stack(|| {
        for open in ["(", "(?:", "[", "[^a", "(?="] {
            let text = open.repeat(200_000);
            strict.validate(&schema, &json!(text)).unwrap_err();
            let closed = format!("{text}a{}", ")".repeat(200_000));
            strict.validate(&schema, &json!(closed)).ok();
        }
    });
}

#[test]
fn wide_schemas_are_compiled() {
    let tagged: Vec<Value> = (0..3_000)
        .map(|i| json!({"properties": {"tag": {"const": i}, "x": {}}, "required": ["tag"]}))
        .collect();
    for keyword in ["anyOf", "oneOf"] {
        let schema = json!({keyword: tagged});
        validate(schema.clone(), &json!({"tag": 2_999})).unwrap();
        let error = validate(schema, &json!({"tag": -1})).unwrap_err();
        assert!(error.to_string().len() < 2_000, "{error}");
    }
    let names: Vec<String> = (0..20_000).map(|i| format!("n{i}")).collect();
    let error = validate(json!({"required": names}), &json!({})).unwrap_err();
    assert!(error.violations().unwrap().is_truncated());
    let wide: Map<String, Value> = (0..9_000)
        .map(|i| (format!("p{i}"), json!({"type": "null"})))
        .collect();
    let schema = json!({"properties": wide, "additionalProperties": false});
    validate(schema, &json!({"p8999": null})).unwrap();
}

#[test]
fn ids_that_clash_do_no_harm() {
    for schema in [
        json!({"$id": "https://json-schema.org/draft/2020-12/schema", "type": "object"}),
        json!({"$id": "json-schema:///", "$ref": "#/$defs/a", "$defs": {"a": {"$id": "json-schema:///"}}}),
        json!({"$id": "", "items": {"$id": "", "items": {"$ref": "#"}}}),
        json!({"$id": "urn:x", "$defs": {"a": {"$id": "urn:x", "not": {}}}}),
        json!({"$id": "#", "$ref": "#"}),
        json!({"$id": "http://e.com/%41#"}),
        json!({"$id": "//e.com/a", "$ref": "b"}),
        json!({"$anchor": "a", "$dynamicAnchor": "a", "items": {"$dynamicRef": "#a"}}),
        json!({"$ref": "#/%"}),
        json!({"$ref": "#/~2"}),
        json!({"$ref": "#/$defs/~01", "$defs": {"~1": {}}}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "$id": "#root", "$ref": "#root"}),
    ] {
        validate(schema, &json!({})).ok();
    }
}

#[test]
fn schemas_as_instances_of_their_meta_schema_are_cheap_enough() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let validator = DefaultValidator::new();
    for dialect in [
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-07/schema#",
    ] {
        let meta = Schema::try_from(json!({"$schema": dialect, "$ref": dialect})).unwrap();
        let compiled = on_small_stack(|| validator.compile(&meta)).unwrap();
        for (file, tool) in tools.iter().step_by(7) {
            let result = compiled.validate(&tool["inputSchema"]);
            assert!(result.is_ok(), "{file}: {result:?}");
        }
        let wrong = json!({"properties": {"a": {"items": {"type": "strng"}}}});
        let error = compiled.validate(&wrong).unwrap_err();
        let violations = error.violations().unwrap().as_slice();
        assert_eq!(violations[0].instance_path, "/properties/a/items/type");
    }
}

#[test]
fn a_pattern_that_the_engine_does_not_know_is_not_called_too_large() {
    for pattern in ["[^]", r"[\b]", r"^(?<n>a)\k<n>$"] {
        let schema = Schema::try_from(json!({"type": "string", "pattern": pattern})).unwrap();
        let Err(error) = DefaultValidator::new().compile(&schema) else {
            continue;
        };
        assert_eq!(
            error.kind(),
            ErrorKind::UnsupportedSchema,
            "{pattern}: {error}"
        );
        let told = format!("the pattern `{pattern}` uses what the pattern engine does not know");
        assert!(error.to_string().contains(&told), "{error}");
    }
}
