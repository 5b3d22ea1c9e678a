//! Derived definitions are tools to the specification and to the official SDK.

use serde_json::{Value, json};

use crate::cases::CASES;

#[test]
fn definitions_validate_against_both_revisions_of_the_specification() {
    for (file, definitions) in [
        ("mcp/schema-2025-11-25.json", "$defs"),
        ("mcp/schema-2026-07-28.json", "$defs"),
    ] {
        let Some(document) = toolmodel_tests::shared_json(file) else {
            return;
        };
        let schema = json!({
            "$ref": format!("#/{definitions}/Tool"),
            definitions: document[definitions],
        });
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        for case in CASES {
            let tool = (case.definition)();
            let errors: Vec<String> = validator
                .iter_errors(&tool.to_mcp_value())
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{file}: {}: {errors:?}", tool.name);
        }
    }
}

#[test]
fn definitions_go_through_the_sdk_unchanged() {
    for case in CASES {
        let json = (case.definition)().to_mcp_value();
        let tool: rmcp::model::Tool = serde_json::from_value(json.clone()).unwrap();
        let back: Value = serde_json::to_value(&tool).unwrap();
        assert_eq!(back, json);
    }
}
