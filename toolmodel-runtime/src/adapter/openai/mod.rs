//! OpenAI: function tools of Chat Completions and Responses, strict or not.
//!
//! `source_meta` keeps `strict` as the source had it, `extra` (unknown fields of the function) and
//! `wire_extra` (unknown fields around it).

mod read;
mod wire;

use serde_json::{Value, json};

use super::canonical::CanonicalTool;
use super::common::{extra, name, report_fields, require_name, same_name, writing};
use super::converted::{ConvertedTool, NameMapping, Wire};
use super::error::ConversionError;
use super::facts::{
    BASELINE_OPENAI, BASELINE_OPENAI_STRICT, Facts, OPENAI, OPENAI_STRICT, Support,
};
use super::feature::{SchemaFeature, ToolFeature};
use super::json_schema::JsonSchema;
use super::lint::{Profile, Target};
use super::lower::{self, Lowered, Strict};
use super::registry::{Adapter, Strictness, Wish};
use super::report::Reports;
use super::restore::Restore;
use super::warning::Outcome;

pub use wire::{ChatTool, FunctionDefinition, ResponsesTool};

const FORMAT: &str = "openai";

/// Which of OpenAI's wire shapes a tool goes out in. Both are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OpenAiShape {
    /// Chat Completions.
    Chat,
    /// Responses.
    Responses,
}

/// The adapter of OpenAI function tools.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OpenAi {
    name: String,
    shape: OpenAiShape,
    strict: Strictness,
    baseline: bool,
}

impl OpenAi {
    /// For Chat Completions.
    #[must_use]
    pub fn chat() -> Self {
        Self {
            name: FORMAT.to_owned(),
            shape: OpenAiShape::Chat,
            strict: Strictness::AsSource,
            baseline: false,
        }
    }

    /// For Responses. `strict` is always written: without it, the service makes a tool strict.
    #[must_use]
    pub fn responses() -> Self {
        Self {
            shape: OpenAiShape::Responses,
            ..Self::chat()
        }
    }

    pub(crate) fn baseline() -> Self {
        Self {
            baseline: true,
            ..Self::chat()
        }
    }

    /// Whether tools go out as strict ones. A tool whose schema is beyond strict mode goes out as
    /// a plain one and says so.
    #[must_use]
    pub fn strict(self, strict: Strictness) -> Self {
        Self { strict, ..self }
    }

    /// Another name to register under.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self
        }
    }

    fn table(&self, strict: bool) -> &'static Facts {
        match (self.baseline, strict) {
            (false, false) => &OPENAI,
            (false, true) => &OPENAI_STRICT,
            (true, false) => &BASELINE_OPENAI,
            (true, true) => &BASELINE_OPENAI_STRICT,
        }
    }

    /// The parameters, and whether they are strict.
    fn parameters(
        &self,
        tool: &CanonicalTool,
        wish: &Wish,
        reports: &mut Reports,
    ) -> Result<(Lowered, bool), ConversionError> {
        let open = || JsonSchema::from(crate::schema::Schema::no_params_open());
        let schema = tool.input_schema.clone().unwrap_or_else(open);
        if self.strict.wants(tool) {
            if let Some(reason) = &wish.not_strict {
                reports
                    .tool
                    .add_note(ToolFeature::Strict, "", Outcome::Dropped, reason);
            } else {
                let strict = lower::strict(Profile::OpenAiStrict, &schema, &mut reports.input);
                match strict.map_err(writing(&self.name))? {
                    Strict::Lowered(lowered) => return Ok((lowered, true)),
                    Strict::Blocked(blocker) => blocker.report(&mut reports.tool),
                }
            }
        }
        let lenient = lower::lenient(Profile::OpenAi, &schema, &mut reports.input);
        Ok((lenient.map_err(writing(&self.name))?, false))
    }

    /// The original's way: keywords the matrix lacks are left out, and a strict root is closed.
    fn baseline_parameters(&self, tool: &CanonicalTool, reports: &mut Reports) -> JsonSchema {
        let strict = self.strict.wants(tool);
        let facts = self.table(strict);
        if let Some(schema) = &tool.output_schema {
            lower::report_all(facts, schema.as_value(), &mut reports.output);
        }
        let Some(schema) = &tool.input_schema else {
            return JsonSchema::from(crate::schema::Schema::no_params_open());
        };
        let mut filtered = lower::filter(facts, schema.as_value(), &mut reports.input);
        if strict && let Value::Object(map) = &mut filtered {
            map.insert("additionalProperties".to_owned(), json!(false));
        }
        JsonSchema::from_value(filtered).unwrap_or_else(|_| schema.clone())
    }

    fn wire(
        &self,
        tool: &CanonicalTool,
        name: &NameMapping,
        parameters: JsonSchema,
        strict: Option<bool>,
        output_schema: Option<JsonSchema>,
    ) -> Wire {
        let description = tool.best_description().map(str::to_owned);
        let name = name.wire.clone();
        match self.shape {
            OpenAiShape::Chat => {
                let extra_fields = extra(tool, FORMAT, "extra");
                let function = FunctionDefinition {
                    name,
                    description,
                    parameters: Some(parameters),
                    strict,
                    extra: extra_fields,
                };
                let extra = extra(tool, FORMAT, "wire_extra");
                Wire::OpenAiChat(ChatTool {
                    kind: "function",
                    function,
                    extra,
                })
            }
            OpenAiShape::Responses => Wire::OpenAiResponses(ResponsesTool {
                kind: "function",
                name,
                description,
                parameters,
                strict: strict.unwrap_or(false),
                output_schema,
                extra: extra(tool, FORMAT, "extra"),
            }),
        }
    }
}

impl Adapter for OpenAi {
    fn name(&self) -> &str {
        &self.name
    }

    fn to_canonical(&self, tool: Value) -> Result<CanonicalTool, ConversionError> {
        read::read(tool)
    }

    fn from_canonical_as(
        &self,
        tool: &CanonicalTool,
        wish: &Wish,
    ) -> Result<ConvertedTool, ConversionError> {
        require_name(&self.name, tool)?;
        let mut reports = Reports::default();
        let source = tool.source_meta.get("strict").and_then(Value::as_bool);
        if self.baseline {
            let schema = self.baseline_parameters(tool, &mut reports);
            report_fields(tool, FORMAT, &[], &mut reports.tool);
            let name = same_name(tool);
            return Ok(ConvertedTool {
                wire: self.wire(tool, &name, schema, source, None),
                warnings: reports.into_warnings(tool, &self.name),
                name,
                strict: source == Some(true),
                restore: Restore::default(),
            });
        }
        let (lowered, strict) = self.parameters(tool, wish, &mut reports)?;
        let mut carried = Vec::new();
        let mut output_schema = None;
        if let (OpenAiShape::Responses, Some(schema)) = (self.shape, &tool.output_schema) {
            carried.push(ToolFeature::OutputSchema);
            let output = lower::output(Profile::OpenAi, schema, &mut reports.output);
            output_schema = Some(output.map_err(writing(&self.name))?);
        }
        let name = name(
            self.table(strict),
            tool,
            wish.name.as_deref(),
            &mut reports.tool,
        );
        report_fields(tool, FORMAT, &carried, &mut reports.tool);
        let said = if strict {
            Some(true)
        } else {
            source.map(|_| false)
        };
        Ok(ConvertedTool {
            wire: self.wire(tool, &name, lowered.schema, said, output_schema),
            warnings: reports.into_warnings(tool, &self.name),
            name,
            strict,
            restore: lowered.restore,
        })
    }

    fn supports(&self, feature: SchemaFeature) -> bool {
        let strict = self.strict == Strictness::On;
        self.table(strict).support(feature) != Support::Refused
    }

    fn facts(&self) -> Option<&'static Facts> {
        Some(self.table(self.strict == Strictness::On))
    }

    fn target(&self) -> Option<Target> {
        Some(match self.shape {
            OpenAiShape::Chat => Target::OpenAiChat,
            OpenAiShape::Responses => Target::OpenAiResponses,
        })
    }
}
