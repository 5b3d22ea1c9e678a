//! Typed tools with another validator than the shared one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::{
    DefaultValidator, Error, ErrorKind, Limits, Result, Schema, SchemaValidator, Tool, TypedTool,
};

/// Lists what is new.
#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Listed)]
struct News {
    #[schemars(extend("format" = "date"))]
    since: String,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Listed {
    #[schemars(extend("format" = "date"))]
    last: String,
}

#[test]
fn a_stricter_validator_is_asked_too() {
    let strict = DefaultValidator::builder().formats(true).build().unwrap();
    let wrong = json!({"since": "yesterday", "tags": []});
    News::parse(&wrong).unwrap();
    let error = News::parse_with(&strict, &wrong).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    assert!(
        error
            .to_string()
            .contains("`yesterday` is not a valid `date`"),
        "{error}"
    );
    let right = json!({"since": "2026-01-31", "tags": ["a"]});
    assert_eq!(
        News::parse_with(&strict, &right).unwrap(),
        News::parse(&right).unwrap()
    );
    let error = News::parse_output_with(&strict, &json!({"last": "x"})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOutput);
    News::parse_output_with(&strict, &json!({"last": "2026-01-31"})).unwrap();
}

#[test]
fn tighter_limits_hold_and_wider_ones_do_too() {
    let limits = Limits::default();
    let mut tight = limits.clone();
    tight.instance_nodes = 3;
    let tight = DefaultValidator::builder().limits(tight).build().unwrap();
    let many = json!({"since": "x", "tags": ["a", "b", "c"]});
    let error = News::parse_with(&tight, &many).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);

    let mut wide = limits;
    wide.instance_nodes = 10_000_000;
    let wide = DefaultValidator::builder().limits(wide).build().unwrap();
    let very_many = json!({"since": "x", "tags": vec!["a"; 300_000]});
    assert_eq!(
        News::parse_with(&wide, &very_many).unwrap().tags.len(),
        300_000
    );
}

/// Accepts what it is told to.
struct Says(bool);

impl SchemaValidator for Says {
    fn validate(&self, _: &Schema, _: &Value) -> Result<()> {
        let no = || Error::new(ErrorKind::InvalidArguments, "no");
        self.0.then_some(()).ok_or_else(no)
    }
}

#[test]
fn the_validator_given_has_the_word_and_the_type_the_last() {
    let right = json!({"since": "2026-01-31", "tags": []});
    assert!(News::parse_with(&Says(true), &right).is_ok());
    assert_eq!(
        News::parse_with(&Says(false), &right)
            .unwrap_err()
            .to_string(),
        "invalid arguments: no"
    );
    let error = News::parse_with(&Says(true), &json!({"since": 5})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    // Trust in one value is over with it.
    News::parse(&json!({"since": 5})).unwrap_err();
}
