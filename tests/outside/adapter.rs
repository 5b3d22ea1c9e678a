//! An adapter of a format of its own: `{"call": name, "with": schema}`.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::{
    Adapter, CanonicalTool, ConversionError, ConvertedTool, Direction, Feature, FeatureLossWarning,
    Mcp, Outcome, Registry, RegistryError, SchemaFeature, Wish,
};
use toolmodel_runtime::{Error, ErrorKind};

struct Plain;

const NAME: &str = "plain";

impl Adapter for Plain {
    fn name(&self) -> &str {
        NAME
    }

    fn to_canonical(&self, tool: Value) -> Result<CanonicalTool, ConversionError> {
        if tool.get("call").is_none_or(|name| !name.is_string()) {
            let cause = Error::at(ErrorKind::InvalidTool, "/call", "a name is required");
            return Err(ConversionError::new(NAME, Direction::ToCanonical, cause));
        }
        let mut read = Mcp::new()
            .to_canonical(json!({"name": tool["call"], "inputSchema": tool["with"]}))
            .map_err(|error| ConversionError::new(NAME, Direction::ToCanonical, error.cause))?;
        read.source_format = Some(NAME.to_owned());
        Ok(read)
    }

    fn from_canonical_as(
        &self,
        tool: &CanonicalTool,
        wish: &Wish,
    ) -> Result<ConvertedTool, ConversionError> {
        let Some(schema) = &tool.input_schema else {
            let cause = "a schema is required";
            return Err(ConversionError::new(NAME, Direction::FromCanonical, cause));
        };
        let from = tool.source_format.as_deref().unwrap_or("canonical");
        let mut warnings = Vec::new();
        if tool.description.is_some() {
            let feature = Feature::Field("description".to_owned());
            warnings.push(FeatureLossWarning::new(
                feature,
                from,
                NAME,
                Outcome::Dropped,
            ));
        }
        let mut schema = schema.to_value();
        for (name, property) in schema["properties"].as_object_mut().into_iter().flatten() {
            let property = property.as_object_mut();
            if property.and_then(|map| map.remove("pattern")).is_some() {
                let feature = Feature::Schema(SchemaFeature::Pattern);
                let warning = FeatureLossWarning::new(feature, from, NAME, Outcome::Dropped)
                    .with_path(format!("/properties/{name}"))
                    .with_note("patterns are not read");
                warnings.push(warning);
            }
        }
        let name = wish.name.as_ref().unwrap_or(&tool.name);
        let wire = json!({"call": name, "with": schema});
        let mut converted = ConvertedTool::new(wire, name, warnings);
        converted.name.original.clone_from(&tool.name);
        Ok(converted)
    }

    fn supports(&self, feature: SchemaFeature) -> bool {
        feature != SchemaFeature::Pattern
    }
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    registry.register(Plain).unwrap();
    registry
}

#[test]
fn tools_are_converted_to_a_format_of_its_own_with_what_was_lost() {
    let tool = json!({
        "name": "find",
        "description": "Find.",
        "inputSchema": {"type": "object", "properties": {"id": {"type": "string", "pattern": "^x"}}}
    });
    let converted = registry().convert(tool, "mcp", NAME).unwrap();
    assert_eq!(
        converted.to_value(),
        json!({"call": "find", "with": {"type": "object", "properties": {"id": {"type": "string"}}}})
    );
    let warnings: Vec<String> = converted.losses().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "feature description lost converting from mcp to plain",
            "feature pattern lost converting from mcp to plain at /properties/id: \
             patterns are not read; arguments have to be validated",
        ]
    );
    assert!(converted.warnings[1].is_about(SchemaFeature::Pattern));
    assert!(converted.warnings[1].loosens());
    let arguments = json!({"id": "xyz"});
    assert_eq!(
        converted.restore_arguments(arguments.clone()).unwrap(),
        arguments
    );
}

#[test]
fn tools_are_converted_from_a_format_of_its_own() {
    let tool = json!({"call": "find", "with": {"type": "object"}});
    let converted = registry().convert(tool, NAME, "anthropic").unwrap();
    assert_eq!(converted.to_value()["name"], "find");
    let error = registry().convert(json!({}), NAME, "mcp").unwrap_err();
    assert_eq!(
        error.to_string(),
        "plain adapter to_canonical: invalid tool: /call: a name is required"
    );
    let RegistryError::Conversion(error) = error else {
        panic!("{error}");
    };
    assert_eq!(error.problems()[0].pointer, "/call");
}
