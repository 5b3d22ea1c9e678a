//! Amazon Bedrock's Converse: `{"toolSpec": {"name": ..., "inputSchema": {"json": ...}}}`.
//!
//! `source_meta` keeps `extra` (unknown fields of the specification).

use serde_json::Value;

use super::canonical::CanonicalTool;
use super::common::{
    checked, described, expect, extra, input_schema, keep_extra, name, report_fields, writing,
};
use super::contract::{Adapter, Wish};
use super::converted::{ConvertedTool, Wire};
use super::error::{ConversionError, Direction};
use super::facts::{BEDROCK, Facts};
use super::feature::SchemaFeature;
use super::lower;
use super::profile::{Profile, Target};
use super::recognise::Shape;
use super::report::Reports;
use super::wire::{BedrockTool, ToolInputSchema, ToolSpecification};
use crate::model::record::Reader;
use crate::schema::Schema;

const FORMAT: &str = "bedrock";

/// The adapter of tools for Amazon Bedrock's Converse.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Bedrock;

impl Bedrock {
    /// For Converse and `ConverseStream`.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl Adapter for Bedrock {
    fn name(&self) -> &str {
        FORMAT
    }

    fn to_canonical(&self, tool: Value) -> Result<CanonicalTool, ConversionError> {
        let mut map = expect(FORMAT, tool, &[Shape::Bedrock])?;
        let Some(Value::Object(spec)) = map.shift_remove("toolSpec") else {
            let message = "expected an object with the tool";
            let direction = Direction::ToCanonical;
            return Err(ConversionError::at(FORMAT, direction, "/toolSpec", message));
        };
        let mut problems = Vec::new();
        let mut reader = Reader::new(spec, "/toolSpec".to_owned(), &mut problems);
        let mut tool = described(&mut reader, FORMAT, "tool");
        let schema = reader
            .object("inputSchema")
            .and_then(|mut map| map.shift_remove("json"));
        if let Some(Ok(schema)) = schema.map(Schema::try_from) {
            tool.input_schema = Some(schema);
        } else {
            reader.problem("inputSchema", "expected a JSON Schema in `json`");
        }
        keep_extra(&mut tool.source_meta, "extra", reader.rest());
        checked(FORMAT, tool, problems)
    }

    fn from_canonical_as(
        &self,
        tool: &CanonicalTool,
        wish: &Wish,
    ) -> Result<ConvertedTool, ConversionError> {
        let failed = writing(FORMAT);
        let schema = input_schema(FORMAT, tool)?;
        let mut reports = Reports::new(false);
        let lowered = lower::lenient(Profile::Anthropic, schema, &mut reports.input);
        let lowered = lowered.map_err(&failed)?;
        let name = name(&BEDROCK, tool, wish, &mut reports);
        report_fields(tool, FORMAT, |_| false, &mut reports.tool);
        let wire = BedrockTool {
            tool_spec: ToolSpecification {
                name: name.wire.clone(),
                description: tool.best_description().map(str::to_owned),
                input_schema: ToolInputSchema {
                    json: lowered.schema,
                },
                extra: extra(tool, FORMAT, "extra", ToolSpecification::FIELDS),
            },
        };
        Ok(ConvertedTool {
            wire: Wire::Bedrock(wire),
            warnings: reports.into_warnings(tool, FORMAT).map_err(failed)?,
            name,
            strict: false,
            restore: lowered.restore,
        })
    }

    fn supports(&self, feature: SchemaFeature) -> bool {
        BEDROCK.takes(feature)
    }

    fn facts(&self) -> Option<&'static Facts> {
        Some(&BEDROCK)
    }

    fn target(&self) -> Option<Target> {
        Some(Target::Bedrock)
    }
}
