//! Secrets that end up in arguments are never repeated in what a failed validation says.

use proptest::prelude::*;
use serde_json::{Value, json};
use toolmodel_runtime::{DefaultValidator, Schema, SchemaValidator};

/// All that can be read from a failed validation.
fn told(schema: Value, instance: &Value) -> String {
    let schema = Schema::try_from(schema).unwrap();
    let error = DefaultValidator::shared()
        .validate(&schema, instance)
        .unwrap_err();
    let violations = error.violations().unwrap();
    let messages: Vec<&str> = violations
        .iter()
        .flat_map(|violation| [Some(violation.message.as_str()), violation.hint.as_deref()])
        .flatten()
        .collect();
    format!(
        "{error}\n{error:?}\n{violations}\n{}\n{}\n{}\n{}",
        serde_json::to_string(violations).unwrap(),
        error.to_tool_error(),
        violations.to_tool_error(),
        messages.join("\n"),
    )
}

/// Subschemas that refuse any text, each in another way.
fn refusals() -> Vec<Value> {
    vec![
        json!({"enum": ["one", "two"]}),
        json!({"const": "one"}),
        json!({"pattern": "^$"}),
        json!({"maxLength": 1}),
        json!({"type": "integer"}),
        json!({"not": {}}),
        json!({"anyOf": [{"const": "a"}, {"pattern": "^$"}]}),
        json!({"oneOf": [{"enum": ["a"]}, {"type": "string", "const": "b"}]}),
        json!({"allOf": [{"enum": ["a"]}, {"pattern": "^b$"}]}),
        json!(false),
    ]
}

fn names() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "password",
        "apiKey",
        "api_key",
        "API-KEY",
        "access_token",
        "client_secret",
        "Authorization",
        "private_key",
        "session_cookie",
        "dbPassphrase",
        "auth",
        "basic_auth",
        "pin",
        "cardPin",
        "cvv",
        "db-pass",
        "connectionString",
        "mfa",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn values_of_secret_names_are_never_told(name in names(), secret in "[a-z0-9!#%&*]{6,30}") {
        for refusal in refusals() {
            let schema = json!({"properties": {name: refusal}});
            let text = told(schema, &json!({name: secret}));
            prop_assert!(!text.contains(&secret), "{text}");
        }
        let nested = json!({"properties": {name: {"additionalProperties": {"enum": ["a"]}}}});
        let text = told(nested, &json!({name: {"inner": secret}}));
        prop_assert!(!text.contains(&secret), "{text}");
    }

    #[test]
    fn values_shaped_like_keys_are_never_told(
        prefix in prop::sample::select(vec!["sk-", "ghp_", "xoxb-", "AKIA", "eyJhbGciOi", ""]),
        body in "[a-f]{4}[0-9]{4}[A-Za-z0-9]{16,40}",
    ) {
        let secret = format!("{prefix}{body}");
        for refusal in refusals() {
            let schema = json!({"properties": {"query": refusal}});
            let text = told(schema, &json!({"query": secret}));
            prop_assert!(!text.contains(&body), "{text}");
        }
        let closed = json!({"additionalProperties": false, "propertyNames": {"maxLength": 3}});
        let text = told(closed, &json!({secret.as_str(): 1}));
        prop_assert!(!text.contains(&body), "{text}");
    }

    #[test]
    fn numbers_of_secret_names_are_never_told(secret in 100_000u64..u64::MAX) {
        let schema = json!({"properties": {"passcode": {"maximum": 5, "enum": [1], "multipleOf": 0.3}}});
        let text = told(schema, &json!({"passcode": secret}));
        prop_assert!(!text.contains(&secret.to_string()), "{text}");
    }

    #[test]
    fn whatever_is_sent_only_an_excerpt_comes_back(text in ".{200,400}") {
        let schema = json!({"properties": {"a": {"enum": ["x"]}}});
        let told = told(schema, &json!({"a": text}));
        prop_assert!(!told.contains(&text));
    }
}

#[test]
fn addresses_and_texts_with_passwords_are_never_told() {
    for text in [
        "postgres://u:hunter2@db",
        "https://user:hunter2@host/path?q=1",
        "redis://:hunter2@cache:6379/0",
        "user:hunter2@host",
        "Server=db;Password=hunter2;Encrypt=yes",
        "curl -H 'X-Api-Key: hunter2' https://host",
        r#"{"auth": "hunter2"}"#,
        "token=hunter2",
    ] {
        for refusal in refusals() {
            let schema = json!({"properties": {"query": refusal}});
            let shown = told(schema, &json!({"query": text}));
            assert!(!shown.contains("hunter2"), "{text}: {shown}");
        }
        let below = json!({"additionalProperties": {"type": "integer"}});
        let shown = told(below, &json!({text: "x"}));
        assert!(!shown.contains("hunter2"), "{text}: {shown}");
        let closed = json!({"additionalProperties": false, "properties": {"a": {}}});
        let shown = told(closed, &json!({text: 1}));
        assert!(!shown.contains("hunter2"), "{text}: {shown}");
        let only = json!({"additionalProperties": false});
        let shown = told(only, &json!({text: 1}));
        assert!(!shown.contains("hunter2"), "{text}: {shown}");
    }
}
