//! What needs no feature works without any: `cargo test -p toolmodel-runtime --no-default-features`.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::Registry;
use toolmodel_runtime::docs::{DetailLevel, DocEntry, DocStore, InMemoryDocs};
use toolmodel_runtime::version::Version;
use toolmodel_runtime::{DefaultValidator, ErrorKind, Revision, Schema, SchemaValidator, Tool};

fn tool() -> Tool {
    let json = json!({
        "name": "get_repo",
        "description": "Fetch repository metadata.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "owner": {"type": "string", "minLength": 1},
                "commits": {"type": "integer", "minimum": 1, "maximum": 50}
            },
            "required": ["owner"],
            "additionalProperties": false
        }
    });
    Tool::from_mcp_value(json).unwrap()
}

#[test]
fn tools_are_read_checked_and_written() {
    let tool = tool();
    tool.validate_for(Revision::LATEST).unwrap();
    let text = tool.to_mcp_json();
    assert_eq!(Tool::from_mcp_json(text.as_bytes()).unwrap(), tool);
    assert_eq!(tool.id().unwrap().to_string(), "get_repo");
    assert!("1.2.0".parse::<Version>().is_ok());
}

#[test]
fn arguments_are_validated() {
    let validator = DefaultValidator::shared();
    let valid = json!({"owner": "rust-lang", "commits": 5.0});
    validator.validate_input(&tool(), &valid).unwrap();
    let wrong = json!({"owner": "", "commits": 99, "other": 1});
    let error = validator.validate_input(&tool(), &wrong).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    assert_eq!(error.violations().unwrap().iter().count(), 3, "{error}");
}

#[test]
fn tools_are_converted_for_every_provider_and_answers_come_back() {
    let registry = Registry::default();
    for provider in registry.list() {
        let converted = registry.convert_tool(&tool(), provider).unwrap();
        assert_ne!(converted.to_value(), Value::Null, "{provider}");
    }
    let converted = registry.convert_tool(&tool(), "openai-strict").unwrap();
    let answer = json!({"owner": "rust-lang", "commits": null});
    let restored = converted.restore_arguments(answer).unwrap();
    assert_eq!(restored, json!({"owner": "rust-lang"}));
}

#[test]
fn tools_are_described() {
    let docs = InMemoryDocs::new();
    let entry = DocEntry::new("Fetch repository metadata.");
    docs.register(tool(), entry).unwrap();
    let described = docs.describe("get_repo", DetailLevel::Full).unwrap();
    assert!(described.to_markdown().contains("commits"));
}

#[test]
fn schemas_are_made_from_values() {
    let schema = Schema::try_from(json!({"type": "string"})).unwrap();
    assert_eq!(schema.as_value(), &json!({"type": "string"}));
    assert!(DefaultValidator::shared().check_schema(&schema).is_ok());
}

#[cfg(feature = "rmcp")]
#[test]
fn tools_go_through_the_type_of_the_sdk() {
    let sdk = tool().to_sdk();
    assert!(sdk.dropped.is_empty(), "{:?}", sdk.dropped);
    assert_eq!(Tool::try_from(sdk.tool).unwrap(), tool());
}

#[cfg(feature = "derive")]
#[test]
fn the_derive_is_a_feature() {
    use toolmodel_runtime::TypedTool;

    /// Fetch repository metadata.
    #[derive(Tool, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    struct GetRepo {
        owner: String,
    }

    assert_eq!(GetRepo::ID, "get_repo");
    let call = GetRepo::from_str(r#"{"owner": "rust-lang"}"#).unwrap();
    assert_eq!(call.owner, "rust-lang");
}
