//! One mistake at a time, and what is not repaired because it is not clear what was meant.

use serde_json::{Value, json};
use toolmodel_runtime::repair::{self, Mistake};
use toolmodel_runtime::{DefaultValidator, ErrorKind, Schema};

#[expect(
    clippy::needless_pass_by_value,
    reason = "calls are tables of literals"
)]
fn repaired(schema: Value, value: Value) -> Option<Value> {
    let schema = Schema::try_from(schema).unwrap();
    match repair::instance(&schema, DefaultValidator::shared(), value.clone()) {
        Ok(repaired) => Some(repaired.arguments),
        Err(unrepaired) => {
            assert_eq!(unrepaired.arguments, value);
            assert!(unrepaired.error.violations().is_some());
            None
        }
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "calls are tables of literals"
)]
fn object(properties: Value, required: Value) -> Value {
    json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false
    })
}

#[test]
fn text_is_read_as_the_json_that_is_wanted() {
    for (schema, sent, meant) in [
        (json!({"type": "integer"}), json!("5"), json!(5)),
        (json!({"type": "number"}), json!(" 5.5 "), json!(5.5)),
        (json!({"type": "boolean"}), json!("True"), json!(true)),
        (
            json!({"type": ["integer", "null"]}),
            json!("null"),
            json!(null),
        ),
        (
            json!({"type": "object"}),
            json!("{\"a\": [1]}"),
            json!({"a": [1]}),
        ),
        (
            json!({"items": {"type": "integer"}, "type": "array"}),
            json!("[\"1\", 2]"),
            json!([1, 2]),
        ),
        (
            json!({"items": {"type": "integer"}, "type": "array"}),
            json!("7"),
            json!([7]),
        ),
    ] {
        assert_eq!(repaired(schema, sent), Some(meant));
    }
}

#[test]
fn text_that_is_wanted_as_text_stays() {
    let schema = object(
        json!({"a": {"type": "string"}, "b": {"type": "integer"}}),
        json!([]),
    );
    assert_eq!(
        repaired(schema, json!({"a": "{\"x\": 1}", "b": "2"})),
        Some(json!({"a": "{\"x\": 1}", "b": 2}))
    );
}

#[test]
fn what_is_wanted_in_a_list_is_put_there() {
    let list = json!({"type": "array", "items": {"type": "string"}, "minItems": 1});
    assert_eq!(repaired(list.clone(), json!("a")), Some(json!(["a"])));
    assert_eq!(repaired(list.clone(), json!("[\"a\"]")), Some(json!(["a"])));
    assert_eq!(repaired(list.clone(), json!(5)), Some(json!(["5"])));
    assert_eq!(repaired(list.clone(), json!([])), None);
    assert_eq!(repaired(list, json!(null)), None);
}

#[test]
fn null_is_left_out_only_where_it_may_be() {
    let schema = object(
        json!({"a": {"type": "string"}, "b": {"type": "string"}}),
        json!(["a"]),
    );
    assert_eq!(
        repaired(schema.clone(), json!({"a": "x", "b": null})),
        Some(json!({"a": "x"}))
    );
    assert_eq!(repaired(schema, json!({"a": null})), None);
}

#[test]
fn names_and_listed_values_are_matched_when_one_fits() {
    let schema = object(
        json!({"user_id": {"type": "integer"}, "state": {"enum": ["in_progress", "done"]}}),
        json!(["user_id"]),
    );
    assert_eq!(
        repaired(schema.clone(), json!({"userId": 1, "State": "InProgress"})),
        Some(json!({"user_id": 1, "state": "in_progress"}))
    );
    for unclear in [
        json!({"userId": 1, "UserId": 2}),
        json!({"user_id": 1, "userId": 2}),
        json!({"user_id": 1, "unknown": 2}),
        json!({"user_id": 1, "state": "finished"}),
    ] {
        assert_eq!(repaired(schema.clone(), unclear), None);
    }
}

#[test]
fn names_that_are_welcome_stay_unless_one_is_missing() {
    let schema = json!({
        "type": "object", "required": ["user_id"],
        "properties": {"user_id": {"type": "integer"}, "page_size": {"type": "integer"}}
    });
    assert_eq!(
        repaired(schema, json!({"userId": "1", "pageSize": 2})),
        Some(json!({"user_id": 1, "pageSize": 2}))
    );
}

#[test]
fn the_branch_of_a_union_with_the_fewest_changes_is_chosen() {
    let branch = |tag: &str, property: &str| {
        object(
            json!({"kind": {"const": tag}, property: {"type": "integer"}}),
            json!(["kind", property]),
        )
    };
    let schema = json!({"oneOf": [branch("circle", "radius"), branch("square", "side")]});
    assert_eq!(
        repaired(schema.clone(), json!({"side": "2", "kind": "Square"})),
        Some(json!({"side": 2, "kind": "square"}))
    );
    assert_eq!(repaired(schema, json!({"side": 2, "kind": "circle"})), None);
}

#[test]
fn what_only_the_validator_knows_is_its_to_say() {
    let schema = json!({"type": "integer", "not": {"const": 5}});
    assert_eq!(repaired(schema.clone(), json!("6")), Some(json!(6)));
    assert_eq!(repaired(schema, json!("5")), None);
    let bounded = json!({"type": "integer", "maximum": 3});
    assert_eq!(repaired(bounded, json!("5")), None);
}

#[test]
fn changes_say_what_and_where() {
    let schema = object(
        json!({"list": {"type": "array", "items": {"type": "integer"}}, "old": {"type": "string"}}),
        json!([]),
    );
    let schema = Schema::try_from(schema).unwrap();
    let sent = json!({"list": ["1", 2, "3"], "old": null});
    let repaired = repair::instance(&schema, DefaultValidator::shared(), sent).unwrap();
    let changes: Vec<String> = repaired.changes.iter().map(ToString::to_string).collect();
    assert_eq!(
        changes,
        [
            "/list/0: the text was read as JSON",
            "/list/2: the text was read as JSON",
            "/old: null was left out",
        ]
    );
    assert_eq!(repaired.changes[2].mistake, Mistake::NullForAbsent);
}

#[test]
fn a_schema_that_is_none_repairs_nothing() {
    let schema = Schema::try_from(json!({"type": "strange"})).unwrap();
    let validator = DefaultValidator::shared();
    let unrepaired = repair::instance(&schema, validator, json!("5")).unwrap_err();
    assert_eq!(unrepaired.error.kind(), ErrorKind::InvalidSchema);
    assert_eq!(unrepaired.arguments, json!("5"));
}
