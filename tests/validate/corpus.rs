//! Real tools: every schema is accepted under the default limits, and judged as the engine does.

use serde_json::{Value, json};
use toolmodel_runtime::{DefaultValidator, ErrorKind, Limits, Tool};

/// Schemas of real tools that are not valid, and why.
const REFUSED: &[(&str, &str, &str)] = &[];

#[test]
fn every_schema_of_the_corpus_is_accepted() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let validator = DefaultValidator::new();
    let mut refused = Vec::new();
    for (file, json) in tools {
        let tool = Tool::from_mcp_value(json).unwrap();
        let schemas = [Some(&tool.input_schema), tool.output_schema.as_ref()];
        for schema in schemas.into_iter().flatten() {
            if let Err(error) = validator.check_schema(schema) {
                refused.push((file.clone(), tool.name.clone(), error.to_string()));
            }
        }
    }
    let refused: Vec<(&str, &str, &str)> = refused
        .iter()
        .map(|(file, tool, error)| (file.as_str(), tool.as_str(), error.as_str()))
        .collect();
    assert_eq!(refused, REFUSED);
}

#[test]
fn the_defaults_leave_room_above_the_corpus() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let limits = Limits::default();
    let quarter = Limits::default()
        .with_schema_bytes(limits.schema_bytes / 4)
        .with_schema_depth(limits.schema_depth / 4)
        .with_subschemas(limits.subschemas / 4)
        .with_unrolled(limits.unrolled / 4)
        .with_chain(limits.chain / 4)
        .with_regex_size(limits.regex_size / 4);
    let validator = DefaultValidator::builder().limits(quarter).build().unwrap();
    for (file, json) in tools {
        let tool = Tool::from_mcp_value(json).unwrap();
        let schemas = [Some(&tool.input_schema), tool.output_schema.as_ref()];
        for schema in schemas.into_iter().flatten() {
            if let Err(error) = validator.check_schema(schema) {
                assert_ne!(error.kind(), ErrorKind::LimitExceeded, "{file}: {error}");
            }
        }
    }
}

/// Values to validate against any schema: what the schema itself suggests, and what it does not.
fn instances(schema: &Value) -> Vec<Value> {
    let mut filled = serde_json::Map::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let value = match property.get("type").and_then(Value::as_str) {
            Some("string") => property
                .pointer("/enum/0")
                .cloned()
                .unwrap_or(json!("text")),
            Some("integer" | "number") => json!(3),
            Some("boolean") => json!(true),
            Some("array") => json!([]),
            Some("object") => json!({}),
            _ => Value::Null,
        };
        filled.insert(name.clone(), value);
    }
    let mut wrong = filled.clone();
    for value in wrong.values_mut() {
        *value = json!([{"odd": value.take()}]);
    }
    vec![
        json!({}),
        json!([]),
        json!({"surely_unknown": 1}),
        filled.into(),
        wrong.into(),
    ]
}

#[test]
fn real_tools_are_judged_as_the_engine_judges_them() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let validator = DefaultValidator::new();
    let (mut valid, mut invalid) = (0, 0);
    for (file, json) in tools {
        let tool = Tool::from_mcp_value(json).unwrap();
        let schema = &tool.input_schema;
        let engine = jsonschema::options()
            .should_validate_formats(false)
            .build(schema.as_value())
            .unwrap();
        let compiled = validator.compile(schema).unwrap();
        for instance in instances(schema.as_value()) {
            let expected = engine.is_valid(&instance);
            assert_eq!(
                compiled.is_valid(&instance).unwrap(),
                expected,
                "{file}: {}",
                tool.name
            );
            let result = compiled.validate(&instance);
            assert_eq!(
                result.is_ok(),
                expected,
                "{file}: {}: {result:?}",
                tool.name
            );
            if expected {
                valid += 1;
                continue;
            }
            invalid += 1;
            let error = result.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArguments);
            assert!(!error.violations().unwrap().is_empty());
        }
    }
    assert!(
        valid > 500 && invalid > 500,
        "{valid} valid, {invalid} invalid"
    );
}
