//! Gemini: function declarations, with the OpenAPI subset of `parameters` or with JSON Schema.
//!
//! A schema that the subset cannot express, such as a recursive one, goes out as
//! `parametersJsonSchema`. `source_meta` keeps `extra` (unknown fields).

mod openapi;
mod read;
mod wire;

use serde_json::{Map, Value, json};

pub(crate) use openapi::to_json_schema as gemini_schema;

use super::canonical::CanonicalTool;
use super::common::{extra, name, report_fields, require_name, same_name, writing};
use super::converted::{ConvertedTool, Wire};
use super::error::ConversionError;
use super::facts::{BASELINE_GEMINI, Facts, GEMINI_JSON_SCHEMA, GEMINI_PARAMETERS, Support};
use super::feature::{SchemaFeature, ToolFeature};
use super::json_schema::JsonSchema;
use super::lint::{Profile, Target};
use super::lower::{self, Strict};
use super::registry::{Adapter, Wish};
use super::report::Reports;
use super::restore::Restore;
use super::warning::Outcome;

pub use wire::{FunctionDeclaration, GeminiTool};

const FORMAT: &str = "gemini";

/// Which field of a declaration has the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GeminiParameters {
    /// `parameters`, the OpenAPI subset of the Developer API.
    OpenApi,
    /// `parametersJsonSchema`.
    JsonSchema,
}

/// The adapter of Gemini function declarations.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Gemini {
    name: String,
    parameters: GeminiParameters,
    baseline: bool,
}

impl Gemini {
    /// For `parameters`.
    #[must_use]
    pub fn new() -> Self {
        Self {
            name: FORMAT.to_owned(),
            parameters: GeminiParameters::OpenApi,
            baseline: false,
        }
    }

    /// For `parametersJsonSchema`.
    #[must_use]
    pub fn json_schema() -> Self {
        Self {
            parameters: GeminiParameters::JsonSchema,
            ..Self::new()
        }
    }

    pub(crate) fn baseline() -> Self {
        Self {
            baseline: true,
            ..Self::new()
        }
    }

    /// Another name to register under.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self
        }
    }

    fn table(&self) -> &'static Facts {
        match (self.baseline, self.parameters) {
            (true, _) => &BASELINE_GEMINI,
            (false, GeminiParameters::OpenApi) => &GEMINI_PARAMETERS,
            (false, GeminiParameters::JsonSchema) => &GEMINI_JSON_SCHEMA,
        }
    }

    /// Fills in the parameters, and gives the way back.
    fn declare(
        &self,
        schema: &JsonSchema,
        declaration: &mut FunctionDeclaration,
        reports: &mut Reports,
    ) -> Result<Restore, ConversionError> {
        if self.parameters == GeminiParameters::OpenApi {
            let profile = Profile::GeminiParameters;
            let lowered = lower::strict(profile, schema, &mut reports.input);
            match lowered.map_err(writing(&self.name))? {
                Strict::Lowered(lowered) => {
                    // A function without parameters says so by having no schema.
                    let has_any = lowered.schema.view().get("properties").is_some();
                    declaration.parameters = has_any.then_some(lowered.schema);
                    return Ok(lowered.restore);
                }
                Strict::Blocked(blocker) => {
                    let note = format!("{}; sent as parametersJsonSchema", blocker.note);
                    reports.input.add_note(
                        blocker.feature,
                        &blocker.path,
                        Outcome::Rewritten,
                        note,
                    );
                }
            }
        }
        let lowered = lower::lenient(Profile::GeminiJsonSchema, schema, &mut reports.input);
        let lowered = lowered.map_err(writing(&self.name))?;
        declaration.parameters_json_schema = Some(lowered.schema);
        Ok(lowered.restore)
    }

    fn declare_baseline(
        &self,
        tool: &CanonicalTool,
        declaration: &mut FunctionDeclaration,
        reports: &mut Reports,
    ) {
        let facts = self.table();
        if let Some(schema) = &tool.output_schema {
            lower::report_all(facts, schema.as_value(), &mut reports.output);
        }
        let filtered = match &tool.input_schema {
            Some(schema) => lower::filter(facts, schema.as_value(), &mut reports.input),
            None => json!({"type": "object"}),
        };
        declaration.parameters = JsonSchema::from_value(filtered).ok();
        declaration.description.clone_from(&tool.description);
    }
}

impl Default for Gemini {
    fn default() -> Self {
        Self::new()
    }
}

impl Adapter for Gemini {
    fn name(&self) -> &str {
        &self.name
    }

    fn to_canonical(&self, tool: Value) -> Result<CanonicalTool, ConversionError> {
        read::read(tool, self.baseline)
    }

    fn from_canonical_as(
        &self,
        tool: &CanonicalTool,
        wish: &Wish,
    ) -> Result<ConvertedTool, ConversionError> {
        require_name(&self.name, tool)?;
        let mut reports = Reports::default();
        let name = if self.baseline {
            same_name(tool)
        } else {
            name(self.table(), tool, wish.name.as_deref(), &mut reports.tool)
        };
        let mut declaration = FunctionDeclaration {
            name: name.wire.clone(),
            description: tool.best_description().map(str::to_owned),
            parameters: None,
            parameters_json_schema: None,
            response_json_schema: None,
            extra: Map::new(),
        };
        let mut restore = Restore::default();
        let mut carried = Vec::new();
        if self.baseline {
            self.declare_baseline(tool, &mut declaration, &mut reports);
        } else {
            if let Some(schema) = &tool.input_schema {
                restore = self.declare(schema, &mut declaration, &mut reports)?;
            }
            if let Some(schema) = &tool.output_schema {
                let profile = Profile::GeminiJsonSchema;
                let output = lower::output(profile, schema, &mut reports.output);
                declaration.response_json_schema = Some(output.map_err(writing(&self.name))?);
                carried.push(ToolFeature::OutputSchema);
            }
        }
        declaration.extra = extra(tool, FORMAT, "extra");
        report_fields(tool, FORMAT, &carried, &mut reports.tool);
        Ok(ConvertedTool {
            wire: Wire::Gemini(GeminiTool {
                function_declarations: vec![declaration],
            }),
            warnings: reports.into_warnings(tool, &self.name),
            name,
            strict: false,
            restore,
        })
    }

    fn supports(&self, feature: SchemaFeature) -> bool {
        self.table().support(feature) != Support::Refused
    }

    fn facts(&self) -> Option<&'static Facts> {
        Some(self.table())
    }

    fn target(&self) -> Option<Target> {
        Some(Target::Gemini)
    }
}
