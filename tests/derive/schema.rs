//! How schemas are normalised for tools.

#![allow(dead_code, reason = "fields are read through serde only")]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::{Revision, Tool, TypedTool};

fn input<T: TypedTool>() -> Value {
    let tool = T::definition();
    assert_eq!(
        tool.validate_for(Revision::LATEST)
            .map_err(|e| e.to_string()),
        Ok(())
    );
    tool.input_schema.to_value()
}

/// Where something is.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Zone {
    #[schemars(extend("x-mcp-header" = "Zone"))]
    name: String,
    parent: Option<Box<Zone>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Target {
    zone: Zone,
    port: u16,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Deploy {
    target: Option<Target>,
}

#[test]
fn what_leads_to_a_header_is_inlined() {
    let schema = input::<Deploy>();
    assert_eq!(
        schema.pointer("/properties/target/properties/zone/properties/name/x-mcp-header"),
        Some(&json!("Zone"))
    );
    assert_eq!(
        schema.pointer("/properties/target/type"),
        Some(&json!("object"))
    );
    // The recursive part still refers to a definition, which has no header.
    assert_eq!(
        schema.pointer("/$defs/Zone/properties/name"),
        Some(&json!({"type": "string"}))
    );
    assert_eq!(schema.pointer("/$defs/Target"), None);
    assert!(Deploy::parse(&json!({"target": {"zone": {"name": "a"}, "port": 1}})).is_ok());
    assert!(Deploy::parse(&json!({})).is_ok());
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    #[tool(header = "Region", example = "eu")]
    cloud_region: String,
    #[tool(header = "Tenant")]
    #[serde(rename = "tenant-id")]
    tenant: u32,
}

#[test]
fn headers_and_examples_stand_on_the_renamed_property() {
    let schema = input::<Renamed>();
    assert_eq!(
        schema.pointer("/properties/cloudRegion"),
        Some(&json!({"type": "string", "examples": ["eu"], "x-mcp-header": "Region"}))
    );
    assert_eq!(
        schema.pointer("/properties/tenant-id/x-mcp-header"),
        Some(&json!("Tenant"))
    );
}

#[test]
fn a_header_on_a_type_it_cannot_stand_on_is_found_by_the_check() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Ratio(f64);

    #[derive(Tool, Serialize, Deserialize, JsonSchema)]
    struct Hidden {
        #[tool(header = "Ratio")]
        ratio: Ratio,
    }

    let error = Hidden::check_examples().unwrap_err();
    assert_eq!(
        error.problems()[0].pointer,
        "/inputSchema/properties/ratio/x-mcp-header"
    );
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Own title")]
struct Titled {
    #[schemars(title = "Name of it")]
    name: String,
}

#[test]
fn titles_that_someone_wrote_stay() {
    assert_eq!(
        input::<Titled>(),
        json!({
            "title": "Own title",
            "type": "object",
            "properties": {"name": {"type": "string", "title": "Name of it"}},
            "required": ["name"]
        })
    );
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Anything {
    value: Value,
    values: Vec<Value>,
}

#[test]
fn no_property_is_a_boolean_schema() {
    assert_eq!(
        input::<Anything>()["properties"],
        json!({"value": {}, "values": {"type": "array", "items": {}}})
    );
}

#[test]
fn no_format_is_rusts_own() {
    for case in crate::cases::CASES {
        let schema = (case.definition)().input_schema.to_string();
        assert!(!schema.contains("\"format\""), "{schema}");
        assert!(!schema.contains("$schema"), "{schema}");
    }
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Dated {
    #[schemars(extend("format" = "date-time"))]
    at: String,
}

#[test]
fn formats_of_json_schema_stay() {
    assert_eq!(
        input::<Dated>().pointer("/properties/at/format"),
        Some(&json!("date-time"))
    );
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Ignored {
    #[serde(skip)]
    cache: u32,
}

#[test]
fn a_struct_whose_fields_are_all_skipped_has_no_parameters() {
    assert_eq!(
        input::<Ignored>(),
        json!({"type": "object", "additionalProperties": false})
    );
}

#[test]
fn a_schema_written_by_hand_that_is_no_object_is_found_by_the_check() {
    #[derive(Tool, Serialize, Deserialize)]
    struct Odd {
        name: String,
    }

    impl JsonSchema for Odd {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Odd".into()
        }

        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            schemars::json_schema!({"type": "string"})
        }
    }

    let error = Odd::check_examples().unwrap_err();
    assert_eq!(error.problems()[0].pointer, "/inputSchema/type");
    assert!(Odd::parse(&json!({"name": "a"})).is_err());
}
