//! The cache: by content, bounded, shared between threads; and the same answer every time.

use std::sync::Arc;

use serde_json::{Value, json};
use toolmodel_runtime::{DefaultValidator, ErrorKind, Schema, SchemaValidator};

fn numbered(i: usize) -> Schema {
    Schema::try_from(json!({"const": i})).unwrap()
}

#[test]
fn equal_schemas_share_one_entry() {
    let validator = DefaultValidator::new();
    let first = validator.compile(&numbered(1)).unwrap();
    let second = validator.compile(&numbered(1)).unwrap();
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(validator.cached(), 1);
}

#[test]
fn key_order_tells_schemas_apart_because_violations_follow_it() {
    let validator = DefaultValidator::new();
    for text in [
        r#"{"minimum": 5, "multipleOf": 2}"#,
        r#"{"multipleOf": 2, "minimum": 5}"#,
    ] {
        let schema: Schema = text.parse().unwrap();
        let error = validator.validate(&schema, &json!(3)).unwrap_err();
        let violations = error.violations().unwrap().as_slice();
        let keywords: Vec<&str> = violations.iter().map(|v| v.keyword.as_str()).collect();
        let written: Vec<&String> = schema.as_object().unwrap().keys().collect();
        assert_eq!(keywords, written);
    }
    assert_eq!(validator.cached(), 2);
}

#[test]
fn the_cache_never_holds_more_than_its_capacity() {
    for capacity in [0, 1, 3, 8, 20] {
        let validator = DefaultValidator::builder()
            .cache_capacity(capacity)
            .build()
            .unwrap();
        for i in 0..100 {
            validator.validate(&numbered(i), &json!(i)).unwrap();
            assert!(
                validator.cached() <= capacity,
                "{} of {capacity}",
                validator.cached()
            );
        }
        for i in (0..100).rev() {
            validator.validate(&numbered(i), &json!(i)).unwrap();
        }
    }
}

#[test]
fn what_is_used_outlives_what_is_not() {
    let validator = DefaultValidator::builder()
        .cache_capacity(80)
        .build()
        .unwrap();
    let schema = Schema::try_from(json!({"const": "used"})).unwrap();
    let first = validator.compile(&schema).unwrap();
    for i in 0..500 {
        validator.validate(&numbered(i), &json!(i)).unwrap();
        validator.validate(&schema, &json!("used")).unwrap();
    }
    let equal = Schema::try_from(json!({"const": "used"})).unwrap();
    assert!(Arc::ptr_eq(&first, &validator.compile(&equal).unwrap()));
}

#[test]
fn validators_share_schemas_but_not_what_they_make_of_them() {
    let schema = Schema::try_from(json!({"format": "ipv4", "pattern": "^."})).unwrap();
    let strict = DefaultValidator::builder().formats(true).build().unwrap();
    let lax = DefaultValidator::new();
    for _ in 0..3 {
        assert!(strict.validate(&schema, &json!("x")).is_err());
        lax.validate(&schema, &json!("x")).unwrap();
    }
    assert_eq!((strict.cached(), lax.cached()), (1, 1));
    drop(strict);
    lax.validate(&schema, &json!("x")).unwrap();
}

#[test]
fn large_schemas_do_not_fill_the_memory() {
    let validator = DefaultValidator::new();
    let filler = "x".repeat(900_000);
    for i in 0..100 {
        let schema = Schema::try_from(json!({"const": i, "description": filler})).unwrap();
        validator.check_schema(&schema).unwrap();
    }
    assert!(validator.cached() <= 40, "{}", validator.cached());
}

#[test]
fn refusals_are_remembered() {
    let validator = DefaultValidator::new();
    let bad = Schema::try_from(json!({"type": "strng"})).unwrap();
    let first = validator.check_schema(&bad).unwrap_err();
    assert_eq!(validator.cached(), 1);
    let second = validator.check_schema(&bad).unwrap_err();
    assert_eq!(first.to_string(), second.to_string());
    assert_eq!(second.kind(), ErrorKind::InvalidSchema);
}

#[test]
fn threads_share_a_validator() {
    let validator = DefaultValidator::builder()
        .cache_capacity(16)
        .build()
        .unwrap();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let validator = &validator;
            scope.spawn(move || {
                for i in 0..400 {
                    let n = (i * 7 + thread) % 40;
                    validator.validate(&numbered(n), &json!(n)).unwrap();
                    let error = validator.validate(&numbered(n), &json!("x")).unwrap_err();
                    assert_eq!(
                        error.to_string(),
                        format!("invalid arguments: /: `x` is not `{n}`")
                    );
                }
            });
        }
    });
    assert!(validator.cached() <= 16);
}

#[test]
fn answers_are_the_same_every_time() {
    let schema = Schema::try_from(json!({
        "properties": {
            "a": {"anyOf": [{"type": "integer"}, {"enum": ["x", "y"]}, {"minLength": 9}]},
            "b": {"items": {"required": ["p", "q"], "additionalProperties": false, "properties": {"r": {}}}},
        },
        "patternProperties": {"^c": {"maximum": 3}, "c$": {"multipleOf": 7}},
        "propertyNames": {"maxLength": 3},
        "unevaluatedProperties": false,
    }))
    .unwrap();
    let instance: Value = json!({
        "zzzz": 1, "c": 5, "b": [{"s": 1, "t": 2}, {}], "a": "z", "other": null,
    });
    let answer = || {
        let error = DefaultValidator::new()
            .validate(&schema, &instance)
            .unwrap_err();
        serde_json::to_string(error.violations().unwrap()).unwrap()
    };
    let first = answer();
    for _ in 0..20 {
        assert_eq!(answer(), first);
    }
}
