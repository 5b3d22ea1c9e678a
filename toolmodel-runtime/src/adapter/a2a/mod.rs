//! A2A: skills and agent cards. A skill has no place for schemas, which are lost entirely.
//!
//! `source_meta` keeps `skillId` and `extra` (unknown fields).

mod card;
mod security;
mod skill;

use serde_json::Value;

use super::canonical::{CanonicalTool, filled};
use super::common::{checked, expect, input_schema, report_fields, same_name, writing};
use super::contract::{Adapter, Wish};
use super::converted::{ConvertedTool, Wire};
use super::error::{ConversionError, Direction};
use super::facts::BASELINE_A2A;
use super::feature::{SchemaFeature, ToolFeature};
use super::lower;
use super::profile::Target;
use super::recognise::Shape;
use super::report::{Report, Reports};
use super::restore::Restore;
use super::warning::Outcome;
use crate::schema::Schema;

const FORMAT: &str = "a2a";

/// The adapter of A2A skills and agent cards.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::A2a;
///
/// let card = json!({
///     "name": "agent", "description": "d", "version": "1.0",
///     "supportedInterfaces": [{"url": "https://example.com", "protocolBinding": "JSONRPC"}],
///     "skills": [{"id": "gh:repo", "name": "Repo", "description": "d", "tags": ["git"]}]
/// });
/// let provider = A2a::new().to_canonical_provider(card)?;
/// assert_eq!(provider.skills[0].id()?.to_string(), "gh:repo");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct A2a {
    baseline: bool,
}

impl A2a {
    /// For A2A 1.0.
    #[must_use]
    pub fn new() -> Self {
        Self { baseline: false }
    }

    pub(crate) fn baseline() -> Self {
        Self { baseline: true }
    }
}

impl Adapter for A2a {
    fn name(&self) -> &str {
        FORMAT
    }

    fn to_canonical(&self, tool: Value) -> Result<CanonicalTool, ConversionError> {
        let map = expect(FORMAT, tool, &[Shape::A2a])?;
        if map.contains_key("skills") {
            let message = "agent card contains multiple skills; use to_canonical_provider";
            let direction = Direction::ToCanonical;
            return Err(ConversionError::at(FORMAT, direction, "/skills", message));
        }
        let mut problems = Vec::new();
        let tool = skill::read(map, "", &mut problems);
        checked(FORMAT, tool, problems)
    }

    fn from_canonical_as(
        &self,
        tool: &CanonicalTool,
        _: &Wish,
    ) -> Result<ConvertedTool, ConversionError> {
        use ToolFeature as F;
        let failed = writing(FORMAT);
        input_schema(FORMAT, tool)?;
        let mut reports = Reports::new(self.baseline);
        if self.baseline {
            report_features(tool.input_schema.as_ref(), &mut reports.input);
            report_features(tool.output_schema.as_ref(), &mut reports.output);
        } else if tool.input_schema.as_ref().is_some_and(says_something) {
            let feature = ToolFeature::InputSchema;
            reports.tool.add(feature, Outcome::Dropped);
        }
        let has_namespace = filled(tool.namespace.as_ref()).is_some();
        let carries = |feature| match feature {
            F::Version => has_namespace,
            F::Namespace
            | F::Title
            | F::Tags
            | F::Examples
            | F::InputModes
            | F::OutputModes
            | F::SecurityRequirements => true,
            _ => false,
        };
        report_fields(tool, FORMAT, carries, &mut reports.tool);
        let skill = skill::write(tool, self.baseline);
        let mut name = same_name(tool);
        name.wire.clone_from(&skill.id);
        Ok(ConvertedTool {
            wire: Wire::A2a(skill),
            warnings: reports.into_warnings(tool, FORMAT).map_err(failed)?,
            name,
            strict: false,
            restore: Restore::default(),
        })
    }

    fn supports(&self, _: SchemaFeature) -> bool {
        false
    }

    fn target(&self) -> Option<Target> {
        Some(Target::A2a)
    }
}

fn says_something(schema: &Schema) -> bool {
    let view = schema.view();
    let keywords = view.as_value().as_object();
    keywords.is_some_and(|keywords| keywords.keys().any(|keyword| keyword != "type"))
}

/// Every keyword in use is lost with the schema.
fn report_features(schema: Option<&Schema>, report: &mut Report) {
    if let Some(schema) = schema {
        lower::report_all(&BASELINE_A2A, schema.as_value(), report);
    }
}
