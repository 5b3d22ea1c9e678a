//! Schemas: dialects, what is wrong with a schema and where, references, documents by URI.

use serde_json::{Value, json};
use toolmodel_runtime::{DefaultValidator, Error, ErrorKind, Schema, SchemaValidator};

fn schema(value: Value) -> Schema {
    Schema::try_from(value).unwrap()
}

fn refused(value: Value) -> Error {
    DefaultValidator::new()
        .check_schema(&schema(value))
        .unwrap_err()
}

fn accepts(value: Value, instance: &Value) -> bool {
    let compiled = DefaultValidator::new().compile(&schema(value)).unwrap();
    compiled.is_valid(instance).unwrap()
}

fn pointers(error: &Error) -> Vec<&str> {
    let problems = error.problems().iter();
    problems.map(|problem| problem.pointer.as_str()).collect()
}

#[test]
fn every_spelling_of_a_dialect_has_its_semantics() {
    for uri in [
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft-07/schema",
    ] {
        let tuple =
            json!({"$schema": uri, "items": [{"type": "string"}], "additionalItems": false});
        assert!(!accepts(tuple.clone(), &json!(["a", "b"])), "{uri}");
        assert!(accepts(tuple, &json!(["a"])), "{uri}");
    }
    for uri in [
        "http://json-schema.org/draft/2020-12/schema#",
        "http://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2020-12/schema#",
        "https://json-schema.org/draft/2020-12/schema",
    ] {
        let tuple = json!({"$schema": uri, "prefixItems": [{"type": "string"}], "items": false});
        assert!(!accepts(tuple.clone(), &json!(["a", "b"])), "{uri}");
        assert!(accepts(tuple, &json!(["a"])), "{uri}");
    }
}

#[test]
fn embedded_schemas_may_be_of_the_other_dialect() {
    let mixed = json!({
        "$ref": "https://example.com/old",
        "$defs": {"old": {
            "$id": "https://example.com/old",
            "$schema": "http://json-schema.org/draft-07/schema#",
            "items": [{"type": "string"}],
        }}
    });
    assert!(accepts(mixed.clone(), &json!(["a", 1])));
    assert!(!accepts(mixed, &json!([1])));
    let error =
        refused(json!({"$defs": {"x": {"$id": "x", "$schema": "https://example.com/own"}}}));
    assert_eq!(error.kind(), ErrorKind::UnsupportedSchema);
    assert_eq!(pointers(&error), ["/$defs/x/$schema"]);
}

#[test]
fn all_that_is_wrong_with_a_schema_is_listed_in_document_order() {
    let error = refused(json!({
        "properties": {
            "b": {"type": "strng"},
            "a": {"minLength": -1, "pattern": "["},
            "c": null,
        },
        "required": "b",
        "items": {"$ref": "#/$defs/missing"},
    }));
    assert_eq!(error.kind(), ErrorKind::InvalidSchema);
    assert_eq!(
        pointers(&error),
        [
            "/properties/b/type",
            "/properties/a/minLength",
            "/properties/a/pattern",
            "/properties/c",
            "/required",
            "/items/$ref",
        ]
    );
    let text = error.to_string();
    assert!(text.contains("did you mean `string`"), "{text}");
}

#[test]
fn the_keyword_at_fault_is_pointed_at() {
    for (value, pointer) in [
        (json!({"type": "strng"}), "/type"),
        (json!({"type": ["string", "nul"]}), "/type/1"),
        (
            json!({"properties": {"a/b": {"minimum": "0"}}}),
            "/properties/a~1b/minimum",
        ),
        (json!({"anyOf": []}), "/anyOf"),
        (
            json!({"$defs": {"unused": {"pattern": "a++"}}}),
            "/$defs/unused/pattern",
        ),
        (
            json!({"$defs": {"unused": {"$ref": "#/nowhere"}}}),
            "/$defs/unused/$ref",
        ),
        (
            json!({"patternProperties": {"(": {}}}),
            "/patternProperties/(",
        ),
        (
            json!({"$ref": "#/x-own", "x-own": {"type": 5}}),
            "/x-own/type",
        ),
        (json!({"$id": "http://[bad"}), "/$id"),
        (json!({"$schema": 5}), "/$schema"),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "minimum": "1"}),
            "/minimum",
        ),
    ] {
        let shown = value.to_string();
        let error = refused(value);
        assert_eq!(error.kind(), ErrorKind::InvalidSchema, "{shown}: {error}");
        assert_eq!(pointers(&error), [pointer], "{shown}: {error}");
    }
}

#[test]
fn references_to_other_documents_are_refused_where_they_stand() {
    let error = refused(json!({
        "properties": {"a": {"$ref": "https://example.com/a.json#/x"}, "b": {"$ref": "b.json"}},
        "$defs": {"unused": {"$dynamicRef": "file:///etc/passwd"}},
    }));
    assert_eq!(error.kind(), ErrorKind::ExternalRef);
    assert_eq!(
        pointers(&error),
        [
            "/properties/a/$ref",
            "/properties/b/$ref",
            "/$defs/unused/$dynamicRef"
        ]
    );
    let message = &error.problems()[0].message;
    assert!(
        message.contains("`https://example.com/a.json`"),
        "{message}"
    );
}

#[test]
fn what_only_looks_like_a_reference_is_data() {
    for value in [
        json!({"const": {"$ref": "https://example.com/a"}}),
        json!({"enum": [{"$ref": "#/nowhere"}]}),
        json!({"default": {"$ref": "https://example.com/a"}}),
        json!({"properties": {"$ref": {"type": "string"}}}),
        json!({"examples": [{"$schema": "https://example.com/own"}]}),
    ] {
        DefaultValidator::new()
            .check_schema(&schema(value))
            .unwrap();
    }
}

#[test]
fn documents_are_found_by_uri() {
    let validator = DefaultValidator::builder()
        .document(
            "https://example.com/tree",
            json!({
                "$id": "https://example.com/tree",
                "type": "object",
                "properties": {"left": {"$ref": "#"}, "leaf": {"$ref": "leaf#/$defs/n"}},
            }),
        )
        .document(
            "https://example.com/leaf",
            json!({"$defs": {"n": {"type": "integer"}}}),
        )
        .build()
        .unwrap();
    let tree = schema(json!({"$ref": "https://example.com/tree#"}));
    validator
        .validate(&tree, &json!({"left": {"leaf": 1}}))
        .unwrap();
    let error = validator
        .validate(&tree, &json!({"left": {"leaf": "x"}}))
        .unwrap_err();
    assert_eq!(
        error.violations().unwrap().as_slice()[0].instance_path,
        "/left/leaf"
    );
    let other = schema(json!({"$ref": "https://example.com/other"}));
    let error = validator.check_schema(&other).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ExternalRef);
    let nowhere = schema(json!({"$ref": "https://example.com/leaf#/$defs/x"}));
    let error = validator.check_schema(&nowhere).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidSchema);
}

#[test]
fn documents_that_are_no_schemas_are_refused() {
    let build = |uri: &str, document| DefaultValidator::builder().document(uri, document).build();
    assert_eq!(
        build("no scheme", json!({})).unwrap_err().kind(),
        ErrorKind::InvalidSchema
    );
    assert_eq!(
        build("https://e.com", json!(5)).unwrap_err().kind(),
        ErrorKind::InvalidSchema
    );
    let old = json!({"$schema": "http://json-schema.org/draft-04/schema#"});
    assert_eq!(
        build("https://e.com", old).unwrap_err().kind(),
        ErrorKind::UnsupportedSchema
    );
}

#[test]
fn formats_are_annotations_unless_switched_on() {
    for dialect in [
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-07/schema#",
    ] {
        let email = schema(json!({"$schema": dialect, "format": "email"}));
        DefaultValidator::new()
            .validate(&email, &json!("nobody"))
            .unwrap();
        let strict = DefaultValidator::builder().formats(true).build().unwrap();
        strict.validate(&email, &json!("a@example.com")).unwrap();
        let error = strict.validate(&email, &json!("nobody")).unwrap_err();
        assert_eq!(error.violations().unwrap().as_slice()[0].keyword, "format");
        let unknown = schema(json!({"$schema": dialect, "format": "no-such-format"}));
        strict.validate(&unknown, &json!("anything")).unwrap();
    }
}

#[test]
fn content_is_never_checked() {
    for dialect in [
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-07/schema#",
    ] {
        let content = schema(json!({
            "$schema": dialect,
            "contentEncoding": "base64",
            "contentMediaType": "application/json",
        }));
        let strict = DefaultValidator::builder().formats(true).build().unwrap();
        strict.validate(&content, &json!("{:}")).unwrap();
    }
}

#[test]
fn an_empty_reference_means_the_whole_schema() {
    let tree = json!({"type": "array", "items": {"$ref": ""}});
    assert!(accepts(tree.clone(), &json!([[], [[]]])));
    assert!(!accepts(tree, &json!([[], [1]])));
    let data = json!({"items": {"$ref": ""}, "const": [{"$ref": ""}]});
    assert!(!accepts(data.clone(), &json!([{"$ref": "#"}])));
}

#[test]
fn booleans_are_schemas() {
    assert!(accepts(json!(true), &json!(1)));
    let error = DefaultValidator::new()
        .validate(&schema(json!(false)), &json!(1))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid arguments: /: no value is allowed here"
    );
    assert_eq!(error.violations().unwrap().as_slice()[0].keyword, "false");
}

#[test]
fn half_a_surrogate_pair_in_a_pattern_is_not_called_too_large() {
    for halves in [r"^\uD83D\uDE00$", r"[\udc00]", r"a\ud800b"] {
        let error = refused(json!({"pattern": halves}));
        assert_eq!(error.kind(), ErrorKind::UnsupportedSchema, "{error}");
        assert_eq!(pointers(&error), ["/pattern"]);
    }
    for whole in ["^😀$", r"^\u{1f600}$"] {
        assert!(accepts(json!({"pattern": whole}), &json!("😀")), "{whole}");
        assert!(!accepts(json!({"pattern": whole}), &json!("x")), "{whole}");
    }
}
