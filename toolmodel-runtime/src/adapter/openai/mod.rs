//! OpenAI: function tools of Chat Completions and Responses, strict or not.
//!
//! `source_meta` keeps `strict` as the source had it, `extra` (unknown fields of the function) and
//! `wire_extra` (unknown fields around it).

mod read;

use serde_json::{Value, json};

use super::canonical::CanonicalTool;
use super::common::{
    Modes, extra, filtered, input_schema, lowered, name, report_fields, said, writing,
};
use super::contract::{Adapter, Strictness, Wish};
use super::converted::{ConvertedTool, NameMapping, Wire};
use super::error::ConversionError;
use super::facts::{
    AZURE, AZURE_STRICT, BASELINE_OPENAI, BASELINE_OPENAI_STRICT, Facts, MISTRAL, OPENAI,
    OPENAI_STRICT,
};
use super::feature::{Feature, SchemaFeature, ToolFeature};
use super::lower::{self, Lowered};
use super::profile::{Profile, Target};
use super::report::{Report, Reports};
use super::warning::Outcome;
use super::wire::{ChatTool, FunctionDefinition, ResponsesTool};
use crate::error::Result;
use crate::schema::Schema;

const FORMAT: &str = "openai";

/// Which of OpenAI's wire shapes a tool is written in. Both are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OpenAiShape {
    /// Chat Completions.
    Chat,
    /// Responses.
    Responses,
}

/// The adapter of OpenAI function tools.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::Schema;
/// use toolmodel_runtime::adapter::{Adapter, CanonicalTool, OpenAi};
///
/// let schema = Schema::try_from(json!({"type": "object"}))?;
/// let written = OpenAi::chat().from_canonical(&CanonicalTool::new("ping", schema))?;
/// assert_eq!(written.to_value()["function"]["name"], "ping");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OpenAi {
    name: String,
    shape: OpenAiShape,
    strict: Strictness,
    host: Host,
}

/// The service that receives the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Host {
    OpenAi,
    Azure,
    Mistral,
    /// The original feature matrix.
    Baseline,
}

impl OpenAi {
    /// For Chat Completions.
    #[must_use]
    pub fn chat() -> Self {
        Self {
            name: FORMAT.to_owned(),
            shape: OpenAiShape::Chat,
            strict: Strictness::AsSource,
            host: Host::OpenAi,
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

    /// For Mistral's chat completions, which have the same shape.
    #[must_use]
    pub fn mistral() -> Self {
        Self {
            host: Host::Mistral,
            ..Self::chat()
        }
        .with_name("mistral")
    }

    /// For OpenAI's models on Azure, whose strict mode accepts less.
    #[must_use]
    pub fn on_azure(self) -> Self {
        Self {
            host: Host::Azure,
            ..self
        }
    }

    pub(crate) fn baseline() -> Self {
        Self {
            host: Host::Baseline,
            ..Self::chat()
        }
    }

    /// Whether tools are sent as strict ones. A tool whose schema strict mode cannot express is sent as
    /// a plain one, with a warning.
    #[must_use]
    pub fn with_strictness(self, strict: Strictness) -> Self {
        Self { strict, ..self }
    }

    /// Another name to register under.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        let name = name.into();
        Self { name, ..self }
    }

    fn table(&self, strict: bool) -> &'static Facts {
        match (self.host, strict) {
            (Host::OpenAi, false) => &OPENAI,
            (Host::Azure, false) => &AZURE,
            (Host::OpenAi, true) => &OPENAI_STRICT,
            (Host::Azure, true) => &AZURE_STRICT,
            (Host::Mistral, _) => &MISTRAL,
            (Host::Baseline, false) => &BASELINE_OPENAI,
            (Host::Baseline, true) => &BASELINE_OPENAI_STRICT,
        }
    }

    fn modes(&self) -> Modes {
        Modes {
            strict: match self.host {
                Host::Azure => Profile::AzureStrict,
                _ => Profile::OpenAiStrict,
            },
            plain: Profile::OpenAi,
        }
    }

    /// The original's behaviour: keywords the matrix lacks are left out, and a strict root is closed.
    fn baseline_parameters(&self, tool: &CanonicalTool, reports: &mut Reports) -> Result<Schema> {
        let strict = self.strict.wants(tool);
        let mut filtered = filtered(self.table(strict), tool, reports);
        if strict && let Value::Object(map) = &mut filtered {
            map.insert("additionalProperties".to_owned(), json!(false));
        }
        Schema::try_from(filtered)
    }

    /// Reports fields that came with one of the two shapes and have no place in the other.
    fn report_fields_of_the_other_shape(&self, tool: &CanonicalTool, report: &mut Report) {
        let is_lost = |key: &str, field: &str| match (self.shape, key) {
            (OpenAiShape::Chat, "extra") => FunctionDefinition::FIELDS.contains(&field),
            (OpenAiShape::Chat, _) => ChatTool::FIELDS.contains(&field),
            (OpenAiShape::Responses, "extra") => {
                field == "function" || ResponsesTool::FIELDS.contains(&field)
            }
            (OpenAiShape::Responses, _) => true,
        };
        for key in ["extra", "wire_extra"] {
            if let Some(Value::Object(fields)) = tool.own(FORMAT, key) {
                for field in fields.keys().filter(|field| is_lost(key, field)) {
                    report.add(Feature::Field(field.clone()), Outcome::Dropped);
                }
            }
        }
    }

    fn wire(
        &self,
        tool: &CanonicalTool,
        name: &NameMapping,
        parameters: Schema,
        strict: Option<bool>,
        output_schema: Option<Schema>,
    ) -> Wire {
        let description = tool.best_description().map(str::to_owned);
        let name = name.wire.clone();
        match self.shape {
            OpenAiShape::Chat => {
                let extra_fields = extra(tool, FORMAT, "extra", FunctionDefinition::FIELDS);
                let function = FunctionDefinition {
                    name,
                    description,
                    parameters: Some(parameters),
                    strict,
                    extra: extra_fields,
                };
                let extra = extra(tool, FORMAT, "wire_extra", ChatTool::FIELDS);
                Wire::OpenAiChat(ChatTool {
                    kind: "function".to_owned(),
                    function,
                    extra,
                })
            }
            OpenAiShape::Responses => {
                let mut extra = extra(tool, FORMAT, "extra", ResponsesTool::FIELDS);
                // With this field it would be a tool of the other shape.
                extra.shift_remove("function");
                Wire::OpenAiResponses(ResponsesTool {
                    kind: "function".to_owned(),
                    name,
                    description,
                    parameters,
                    strict: strict.unwrap_or(false),
                    output_schema,
                    extra,
                })
            }
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
        let failed = writing(&self.name);
        input_schema(&self.name, tool)?;
        let is_baseline = self.host == Host::Baseline;
        let mut reports = Reports::new(is_baseline);
        let source = tool.source_meta.get("strict").and_then(Value::as_bool);
        let (lowered, strict) = if is_baseline {
            let schema = self.baseline_parameters(tool, &mut reports);
            let lowered = Lowered::plain(schema.map_err(&failed)?);
            (lowered, source == Some(true))
        } else {
            let (name, reports) = (&self.name, &mut reports);
            lowered(name, &self.modes(), self.strict, tool, wish, reports)?
        };
        let mut output_schema = None;
        if let (OpenAiShape::Responses, Some(schema)) = (self.shape, &tool.output_schema) {
            let output = lower::output(Profile::OpenAi, schema, &mut reports.output);
            output_schema = Some(output.map_err(&failed)?);
        }
        let name = name(self.table(strict), tool, wish, &mut reports);
        let carries = |feature| feature == ToolFeature::OutputSchema && output_schema.is_some();
        report_fields(tool, FORMAT, carries, &mut reports.tool);
        if !is_baseline {
            self.report_fields_of_the_other_shape(tool, &mut reports.tool);
        }
        let said = said(strict, source);
        Ok(ConvertedTool {
            wire: self.wire(tool, &name, lowered.schema, said, output_schema),
            warnings: reports.into_warnings(tool, &self.name).map_err(&failed)?,
            name,
            strict,
            restore: lowered.restore,
        })
    }

    fn supports(&self, feature: SchemaFeature) -> bool {
        self.table(self.strict == Strictness::On).takes(feature)
    }

    fn facts(&self) -> Option<&'static Facts> {
        Some(self.table(self.strict == Strictness::On))
    }

    fn target(&self) -> Option<Target> {
        Some(match self.shape {
            _ if self.host == Host::Mistral => Target::Mistral,
            OpenAiShape::Chat => Target::OpenAiChat,
            OpenAiShape::Responses => Target::OpenAiResponses,
        })
    }
}
