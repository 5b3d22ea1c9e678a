//! Anthropic: tools of the Messages API, strict or not.
//!
//! `source_meta` keeps `strict`, `input_examples` and `cache_control` as the source had them, and
//! `extra` (unknown fields).

mod read;

use serde_json::Value;

use super::canonical::CanonicalTool;
use super::common::{
    Modes, extra, filtered, input_schema, lowered, name, report_fields, said, writing,
};
use super::contract::{Adapter, Strictness, Wish};
use super::converted::{ConvertedTool, Wire};
use super::error::ConversionError;
use super::facts::{ANTHROPIC, ANTHROPIC_STRICT, BASELINE_ANTHROPIC, Facts};
use super::feature::{SchemaFeature, ToolFeature};
use super::lower::Lowered;
use super::profile::{Profile, Target};
use super::report::Reports;
use super::wire::AnthropicTool;
use crate::error::Result;
use crate::schema::Schema;

const FORMAT: &str = "anthropic";

const MODES: Modes = Modes {
    strict: Profile::AnthropicStrict,
    plain: Profile::Anthropic,
};

/// The adapter of Anthropic tools.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::Schema;
/// use toolmodel_runtime::adapter::{Adapter, Anthropic, CanonicalTool};
///
/// let schema = Schema::try_from(json!({"type": "object"}))?;
/// let written = Anthropic::new().from_canonical(&CanonicalTool::new("ping", schema))?;
/// assert_eq!(written.to_value()["input_schema"], json!({"type": "object"}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Anthropic {
    name: String,
    strict: Strictness,
    baseline: bool,
}

impl Anthropic {
    /// For the Messages API.
    #[must_use]
    pub fn new() -> Self {
        Self {
            name: FORMAT.to_owned(),
            strict: Strictness::AsSource,
            baseline: false,
        }
    }

    pub(crate) fn baseline() -> Self {
        Self {
            baseline: true,
            ..Self::new()
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
        match (self.baseline, strict) {
            (true, _) => &BASELINE_ANTHROPIC,
            (false, false) => &ANTHROPIC,
            (false, true) => &ANTHROPIC_STRICT,
        }
    }
}

impl Default for Anthropic {
    fn default() -> Self {
        Self::new()
    }
}

/// The input examples of a tool read from this format, or the examples of any other tool that are JSON objects.
fn input_examples(tool: &CanonicalTool, lowered: &Lowered) -> Option<Vec<Value>> {
    if tool.examples.is_empty() {
        return None;
    }
    if let Some(Value::Array(examples)) = tool.own(FORMAT, "input_examples")
        && examples
            .iter()
            .map(Value::to_string)
            .eq(tool.examples.iter().cloned())
    {
        return Some(examples.clone());
    }
    if !lowered.restore.is_identity() {
        return None;
    }
    let parsed = tool
        .examples
        .iter()
        .map(|text| serde_json::from_str::<Value>(text).ok());
    parsed
        .map(|example| example.filter(Value::is_object))
        .collect()
}

impl Adapter for Anthropic {
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
        let mut reports = Reports::new(self.baseline);
        let (lowered, strict) = if self.baseline {
            let filtered = filtered(self.table(false), tool, &mut reports);
            let schema = Schema::try_from(filtered).map_err(&failed)?;
            (Lowered::plain(schema), false)
        } else {
            let (name, reports) = (&self.name, &mut reports);
            lowered(name, &MODES, self.strict, tool, wish, reports)?
        };
        let name = name(self.table(strict), tool, wish, &mut reports);
        let input_examples = input_examples(tool, &lowered);
        let carries = |feature| feature == ToolFeature::Examples && input_examples.is_some();
        report_fields(tool, FORMAT, carries, &mut reports.tool);
        let source = tool.own(FORMAT, "strict").and_then(Value::as_bool);
        let wire = AnthropicTool {
            name: name.wire.clone(),
            description: tool.best_description().map(str::to_owned),
            input_schema: lowered.schema,
            strict: said(strict, source),
            input_examples,
            cache_control: tool.own(FORMAT, "cache_control").cloned(),
            extra: extra(tool, FORMAT, "extra", AnthropicTool::FIELDS),
        };
        Ok(ConvertedTool {
            wire: Wire::Anthropic(wire),
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
        Some(Target::Anthropic)
    }
}
