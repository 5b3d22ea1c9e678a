//! What the adapters share: names, and fields a format has no place for.

use serde_json::{Map, Value};

use super::canonical::CanonicalTool;
use super::converted::NameMapping;
use super::error::{ConversionError, Direction};
use super::facts::Facts;
use super::feature::{Feature, ToolFeature};
use super::report::Report;
use super::warning::Outcome;
use crate::error::{Error, Problem};
use crate::schema::{MAX_NESTING, dismantle, kind_of, nesting_exceeds};

/// The keys of MCP's `_meta` that are fields of a [`CanonicalTool`].
pub(crate) const META_FIELDS: [&str; 10] = [
    "summary",
    "category",
    "inputModes",
    "outputModes",
    "examples",
    "deterministic",
    "streaming",
    "securitySchemes",
    "securityRequirements",
    "uiHints",
];

/// The fields of a wire tool.
///
/// # Errors
/// When it is no object, or nested too deep.
pub(crate) fn object(
    adapter: &str,
    direction: Direction,
    tool: Value,
) -> Result<Map<String, Value>, ConversionError> {
    if nesting_exceeds(&tool, MAX_NESTING) {
        dismantle(tool);
        let message = format!("nested deeper than {MAX_NESTING} levels");
        return Err(ConversionError::at(adapter, direction, "", message));
    }
    match tool {
        Value::Object(map) => Ok(map),
        Value::Null => Err(ConversionError::at(adapter, direction, "", "input is null")),
        other => {
            let message = format!("expected an object, found {}", kind_of(&other));
            Err(ConversionError::at(adapter, direction, "", message))
        }
    }
}

/// `Ok` when nothing is wrong with a wire tool, else an error that lists everything.
pub(crate) fn check(
    adapter: &str,
    direction: Direction,
    problems: Vec<Problem>,
) -> Result<(), ConversionError> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(ConversionError::of(adapter, direction, problems))
    }
}

/// An error about writing a tool.
pub(crate) fn writing(adapter: &str) -> impl Fn(Error) -> ConversionError + '_ {
    move |error| ConversionError::new(adapter, Direction::FromCanonical, error)
}

/// Every tool needs a name.
pub(crate) fn require_name(adapter: &str, tool: &CanonicalTool) -> Result<(), ConversionError> {
    if tool.name.is_empty() {
        let direction = Direction::FromCanonical;
        return Err(ConversionError::at(
            adapter,
            direction,
            "/name",
            "tool name is required",
        ));
    }
    Ok(())
}

/// A name that the format accepts.
pub(crate) fn name(
    facts: &Facts,
    tool: &CanonicalTool,
    wish: Option<&str>,
    report: &mut Report,
) -> NameMapping {
    let wire = facts.tool_names.map(wish.unwrap_or(&tool.name));
    if wire != tool.name {
        report.add(ToolFeature::Name, "", Outcome::Rewritten);
    }
    NameMapping {
        original: tool.name.clone(),
        id: tool.full_name(),
        wire,
    }
}

/// A name that goes out as it is.
pub(crate) fn same_name(tool: &CanonicalTool) -> NameMapping {
    NameMapping {
        original: tool.name.clone(),
        id: tool.full_name(),
        wire: tool.name.clone(),
    }
}

/// Reports the fields that a tool has and the format does not.
pub(crate) fn report_fields(
    tool: &CanonicalTool,
    format: &str,
    carried: &[ToolFeature],
    report: &mut Report,
) {
    use ToolFeature as F;
    let has_text = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
    let shown = tool.best_description();
    let unshown = |text: &Option<String>| has_text(text) && text.as_deref() != shown;
    let named = |text: &Option<String>| text.as_deref() != Some(tool.name.as_str());
    let hinted = tool.annotations.contains_key("idempotentHint");
    let found = [
        (F::OutputSchema, tool.output_schema.is_some()),
        (F::Namespace, has_text(&tool.namespace)),
        (F::Version, has_text(&tool.version)),
        (
            F::Title,
            unshown(&tool.display_name) && named(&tool.display_name),
        ),
        (F::Summary, unshown(&tool.summary)),
        (F::Category, has_text(&tool.category)),
        (F::Tags, !tool.tags.is_empty()),
        (F::InputModes, !tool.input_modes.is_empty()),
        (F::OutputModes, !tool.output_modes.is_empty()),
        (F::Examples, !tool.examples.is_empty()),
        (F::Deterministic, tool.deterministic.is_some()),
        (F::Idempotent, tool.idempotent.is_some() && !hinted),
        (F::Streaming, tool.streaming.is_some()),
        (F::SecuritySchemes, !tool.security_schemes.is_empty()),
        (
            F::SecurityRequirements,
            !tool.security_requirements.is_empty(),
        ),
        (F::Annotations, !tool.annotations.is_empty()),
        (F::UiHints, !tool.ui_hints.is_empty()),
        (F::Timeout, tool.timeout.is_some()),
        (F::RequiredScopes, !tool.required_scopes.is_empty()),
    ];
    for (feature, is_present) in found {
        if is_present && !carried.contains(&feature) {
            report.add(feature, "", Outcome::Dropped);
        }
    }
    if tool.source_format.as_deref() != Some(format) {
        report_source_meta(tool, report);
    }
}

/// Reports what only the source format knows.
fn report_source_meta(tool: &CanonicalTool, report: &mut Report) {
    let known = [
        ("icons", ToolFeature::Icons),
        ("execution", ToolFeature::Execution),
        ("cache_control", ToolFeature::CacheControl),
    ];
    for (key, feature) in known {
        if tool.source_meta.contains_key(key) {
            report.add(feature, "", Outcome::Dropped);
        }
    }
    if let Some(Value::Object(meta)) = tool.source_meta.get("meta")
        && meta.keys().any(|key| !META_FIELDS.contains(&key.as_str()))
    {
        report.add(ToolFeature::Meta, "", Outcome::Dropped);
    }
    for key in ["extra", "wire_extra"] {
        if let Some(Value::Object(extra)) = tool.source_meta.get(key) {
            for field in extra.keys() {
                report.add(Feature::Field(field.clone()), "", Outcome::Dropped);
            }
        }
    }
}

/// The unknown fields that came with a tool of the same format.
pub(crate) fn extra(tool: &CanonicalTool, format: &str, key: &str) -> Map<String, Value> {
    match tool.source_meta.get(key) {
        Some(Value::Object(extra)) if tool.source_format.as_deref() == Some(format) => {
            extra.clone()
        }
        _ => Map::new(),
    }
}

/// Keeps unknown fields for the way back.
pub(crate) fn keep_extra(tool: &mut CanonicalTool, key: &str, extra: Map<String, Value>) {
    if !extra.is_empty() {
        tool.source_meta
            .insert(key.to_owned(), Value::Object(extra));
    }
}
