//! Gemini: function declarations, with the OpenAPI subset of `parameters` or with JSON Schema.
//!
//! A schema that the subset cannot express, such as a recursive one, is sent as `parametersJsonSchema`.
//! `source_meta` keeps `extra` (unknown fields).

mod read;

use serde_json::Value;

use super::canonical::CanonicalTool;
use super::common::{extra, filtered, input_schema, name, report_fields, writing};
use super::contract::{Adapter, Wish};
use super::converted::{ConvertedTool, Wire};
use super::error::ConversionError;
use super::facts::{
    BASELINE_GEMINI, Facts, GEMINI_JSON_SCHEMA, GEMINI_PARAMETERS, VERTEX_PARAMETERS,
};
use super::feature::{SchemaFeature, ToolFeature};
use super::lower::{self, Strict};
use super::profile::{Profile, Target};
use super::report::Reports;
use super::restore::Restore;
use super::warning::Outcome;
use super::wire::{FunctionDeclaration, GeminiTool};
use crate::error::Result;
use crate::schema::Schema;

const FORMAT: &str = "gemini";

/// Which field of a declaration holds the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GeminiParameters {
    /// `parameters`, the OpenAPI subset of the Developer API.
    OpenApi,
    /// `parametersJsonSchema`.
    JsonSchema,
}

/// The adapter of Gemini function declarations.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::Schema;
/// use toolmodel_runtime::adapter::{Adapter, CanonicalTool, Gemini};
///
/// let schema = Schema::try_from(json!({"type": "object", "properties": {"n": {"type": "integer"}}}))?;
/// let written = Gemini::new().from_canonical(&CanonicalTool::new("count", schema))?;
/// let declaration = &written.to_value()["functionDeclarations"][0];
/// assert_eq!(declaration["parameters"]["properties"]["n"]["type"], "INTEGER");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Gemini {
    name: String,
    parameters: GeminiParameters,
    vertex: bool,
    baseline: bool,
}

impl Gemini {
    /// For `parameters`.
    #[must_use]
    pub fn new() -> Self {
        Self {
            name: FORMAT.to_owned(),
            parameters: GeminiParameters::OpenApi,
            vertex: false,
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

    /// For `parameters` on Vertex AI.
    #[must_use]
    pub fn vertex() -> Self {
        Self {
            vertex: true,
            ..Self::new()
        }
        .with_name("vertex")
    }

    pub(crate) fn baseline() -> Self {
        Self {
            baseline: true,
            ..Self::new()
        }
    }

    /// Another name to register under.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        let name = name.into();
        Self { name, ..self }
    }

    fn table(&self) -> &'static Facts {
        match (self.baseline, self.parameters) {
            (true, _) => &BASELINE_GEMINI,
            (false, GeminiParameters::OpenApi) if self.vertex => &VERTEX_PARAMETERS,
            (false, GeminiParameters::OpenApi) => &GEMINI_PARAMETERS,
            (false, GeminiParameters::JsonSchema) => &GEMINI_JSON_SCHEMA,
        }
    }

    /// Fills in the parameters, and returns how arguments are mapped back.
    fn declare(
        &self,
        schema: &Schema,
        declaration: &mut FunctionDeclaration,
        reports: &mut Reports,
    ) -> Result<Restore, ConversionError> {
        if self.parameters == GeminiParameters::OpenApi {
            let profile = if self.vertex {
                Profile::VertexParameters
            } else {
                Profile::GeminiParameters
            };
            let lowered = lower::strict(profile, schema, &mut reports.input);
            match lowered.map_err(writing(&self.name))? {
                Strict::Lowered(lowered) => {
                    // A function without parameters is expressed by the absence of a schema.
                    let has_any = lowered.schema.view().get("properties").is_some();
                    let feature = SchemaFeature::AdditionalProperties;
                    if !has_any && lowered.schema.get(feature.keyword()).is_some() {
                        reports.input.add(feature, Outcome::Dropped);
                    }
                    declaration.parameters = has_any.then_some(lowered.schema);
                    return Ok(lowered.restore);
                }
                Strict::Blocked(blocker) => {
                    let note = format!("{}; sent as parametersJsonSchema", blocker.note);
                    let (path, note) = (blocker.path, Some(note));
                    let outcome = Outcome::Rewritten;
                    reports
                        .input
                        .push(blocker.feature, None, || path, outcome, note);
                }
            }
        }
        let lowered = lower::lenient(Profile::GeminiJsonSchema, schema, &mut reports.input);
        let lowered = lowered.map_err(writing(&self.name))?;
        declaration.parameters_json_schema = Some(lowered.schema);
        Ok(lowered.restore)
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
        let failed = writing(&self.name);
        let schema = input_schema(&self.name, tool)?;
        let mut reports = Reports::new(self.baseline);
        let name = name(self.table(), tool, wish, &mut reports);
        let mut declaration = FunctionDeclaration::new(name.wire.clone());
        declaration.description = tool.best_description().map(str::to_owned);
        let mut restore = Restore::default();
        if self.baseline {
            let filtered = filtered(self.table(), tool, &mut reports);
            declaration.parameters = Some(Schema::try_from(filtered).map_err(&failed)?);
            declaration.description.clone_from(&tool.description);
        } else {
            restore = self.declare(schema, &mut declaration, &mut reports)?;
            if let Some(schema) = &tool.output_schema {
                let profile = Profile::GeminiJsonSchema;
                let output = lower::output(profile, schema, &mut reports.output);
                declaration.response_json_schema = Some(output.map_err(&failed)?);
            }
        }
        declaration.extra = extra(tool, FORMAT, "extra", FunctionDeclaration::FIELDS);
        let has_output = declaration.response_json_schema.is_some();
        let carries = |feature| feature == ToolFeature::OutputSchema && has_output;
        report_fields(tool, FORMAT, carries, &mut reports.tool);
        Ok(ConvertedTool {
            wire: Wire::Gemini(GeminiTool {
                function_declarations: vec![declaration],
            }),
            warnings: reports.into_warnings(tool, &self.name).map_err(&failed)?,
            name,
            strict: false,
            restore,
        })
    }

    fn supports(&self, feature: SchemaFeature) -> bool {
        self.table().takes(feature)
    }

    fn facts(&self) -> Option<&'static Facts> {
        Some(self.table())
    }

    fn target(&self) -> Option<Target> {
        Some(if self.vertex {
            Target::Vertex
        } else {
            Target::Gemini
        })
    }
}
