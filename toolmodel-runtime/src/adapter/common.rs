//! What the adapters share: names, and fields that a format has no place for.

use serde_json::{Map, Value};

use super::canonical::{CanonicalTool, filled};
use super::contract::{Strictness, Wish};
use super::converted::NameMapping;
use super::error::{ConversionError, Direction};
use super::facts::Facts;
use super::feature::{Feature, ToolFeature};
use super::lower::{self, Lowered, Strict};
use super::profile::Profile;
use super::recognise::{Shape, deepest, recognise};
use super::report::{Report, Reports};
use super::warning::Outcome;
use crate::error::{Error, Problem};
use crate::model::record::{self, Reader};
use crate::schema::Schema;

/// The keys of MCP's `_meta` that are fields of a [`CanonicalTool`].
pub(crate) const META_FIELDS: [&str; 12] = [
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
    "timeout",
    "requiredScopes",
];

/// The fields of a wire tool with at most this many levels.
///
/// # Errors
/// When it is not an object, or nested too deep.
pub(crate) fn object(
    adapter: &str,
    direction: Direction,
    tool: Value,
    levels: usize,
) -> Result<Map<String, Value>, ConversionError> {
    let map = match tool {
        Value::Null => Err(Problem::new("", "input is null")),
        tool => record::object(tool, levels),
    };
    map.map_err(|problem| ConversionError::of(adapter, direction, vec![problem]))
}

/// The fields of a tool that is not plainly of another format.
///
/// # Errors
/// When it is, is no object, or is nested too deep.
pub(crate) fn expect(
    adapter: &str,
    tool: Value,
    accepted: &[Shape],
) -> Result<Map<String, Value>, ConversionError> {
    let direction = Direction::ToCanonical;
    let levels = deepest(&tool);
    let map = object(adapter, direction, tool, levels)?;
    match recognise(&map) {
        Some(shape) if !accepted.contains(&shape) => {
            let (what, field, name) = shape.told();
            let message = format!("this is {what}, by its `{field}`; read it as `{name}`");
            let pointer = format!("/{field}");
            Err(ConversionError::at(adapter, direction, &pointer, message))
        }
        _ => Ok(map),
    }
}

/// `Ok` when nothing is wrong with a wire tool, otherwise an error that lists everything.
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

/// A tool, or function, read from a format, so far with its name and its description.
pub(crate) fn described(reader: &mut Reader<'_>, format: &str, what: &str) -> CanonicalTool {
    let tool = CanonicalTool {
        name: reader.string("name").unwrap_or_default(),
        description: reader.string("description"),
        source_format: Some(format.to_owned()),
        ..CanonicalTool::default()
    };
    if tool.name.is_empty() {
        reader.problem("name", format_args!("{what} name is required"));
    }
    tool
}

/// The schema below a key of a tool whose nesting has been checked.
pub(crate) fn schema(reader: &mut Reader<'_>, key: &str) -> Option<Schema> {
    Schema::try_from(reader.object(key)?).ok()
}

/// A tool that has been read. One without a schema takes no parameters.
///
/// # Errors
/// As [`check`].
pub(crate) fn checked(
    adapter: &str,
    mut tool: CanonicalTool,
    problems: Vec<Problem>,
) -> Result<CanonicalTool, ConversionError> {
    check(adapter, Direction::ToCanonical, problems)?;
    tool.input_schema.get_or_insert_with(Schema::no_params_open);
    Ok(tool)
}

/// An error about writing a tool.
pub(crate) fn writing(adapter: &str) -> impl Fn(Error) -> ConversionError + '_ {
    move |error| ConversionError::new(adapter, Direction::FromCanonical, error)
}

/// The input schema of a tool that has a name and a schema.
///
/// # Errors
/// As [`CanonicalTool::validate`].
pub(crate) fn input_schema<'a>(
    adapter: &str,
    tool: &'a CanonicalTool,
) -> Result<&'a Schema, ConversionError> {
    tool.validate().map_err(writing(adapter))?;
    tool.input_schema.as_ref().ok_or_else(|| {
        let message = "tool input schema is required";
        ConversionError::at(adapter, Direction::FromCanonical, "/inputSchema", message)
    })
}

/// The modes of a provider: the strict one, and the plain one that is always the fallback.
pub(crate) struct Modes {
    pub(crate) strict: Profile,
    pub(crate) plain: Profile,
}

/// The input schema in the strict mode where that is wanted and possible, otherwise in the plain one;
/// and whether it is strict.
pub(crate) fn lowered(
    adapter: &str,
    modes: &Modes,
    strictness: Strictness,
    tool: &CanonicalTool,
    wish: &Wish,
    reports: &mut Reports,
) -> Result<(Lowered, bool), ConversionError> {
    let schema = input_schema(adapter, tool)?;
    if strictness.wants(tool) {
        if let Some(reason) = &wish.not_strict {
            let feature = ToolFeature::Strict;
            reports.tool.add_note(feature, Outcome::Dropped, reason);
        } else {
            let strict = lower::strict(modes.strict, schema, &mut reports.input);
            match strict.map_err(writing(adapter))? {
                Strict::Lowered(lowered) => return Ok((lowered, true)),
                Strict::Blocked(blocker) => blocker.report(&mut reports.tool),
            }
        }
    }
    let lenient = lower::lenient(modes.plain, schema, &mut reports.input);
    Ok((lenient.map_err(writing(adapter))?, false))
}

/// The original's way: the input schema without the keywords that the matrix lacks.
pub(crate) fn filtered(facts: &Facts, tool: &CanonicalTool, reports: &mut Reports) -> Value {
    if let Some(schema) = &tool.output_schema {
        lower::report_all(facts, schema.as_value(), &mut reports.output);
    }
    match &tool.input_schema {
        Some(schema) => lower::filter(facts, schema.as_value(), &mut reports.input),
        None => Schema::no_params_open().into(),
    }
}

/// The value of `strict`: when false, it is omitted unless the source has it too.
pub(crate) fn said(strict: bool, source: Option<bool>) -> Option<bool> {
    strict.then_some(true).or(source.map(|_| false))
}

/// A name that the format accepts. The original sends it unchanged.
pub(crate) fn name(
    facts: &Facts,
    tool: &CanonicalTool,
    wish: &Wish,
    reports: &mut Reports,
) -> NameMapping {
    if reports.is_baseline() {
        return same_name(tool);
    }
    let wire = facts
        .tool_names
        .map(wish.name.as_ref().unwrap_or(&tool.name));
    if wire != tool.name {
        reports.tool.add(ToolFeature::Name, Outcome::Rewritten);
    }
    NameMapping {
        wire,
        ..same_name(tool)
    }
}

/// A name that is sent unchanged.
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
    carries: impl Fn(ToolFeature) -> bool,
    report: &mut Report,
) {
    use ToolFeature as F;
    let has_text = |text: &Option<String>| filled(text.as_ref()).is_some();
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
        if is_present && !carries(feature) {
            report.add(feature, Outcome::Dropped);
        }
    }
    if tool.source_format.as_deref() != Some(format) {
        report_source_meta(tool, report);
    }
}

/// Reports what only the source format has.
fn report_source_meta(tool: &CanonicalTool, report: &mut Report) {
    let known = [
        ("icons", ToolFeature::Icons),
        ("execution", ToolFeature::Execution),
        ("cache_control", ToolFeature::CacheControl),
    ];
    for (key, feature) in known {
        if tool.source_meta.contains_key(key) {
            report.add(feature, Outcome::Dropped);
        }
    }
    if let Some(Value::Object(meta)) = tool.source_meta.get("meta")
        && meta.keys().any(|key| !META_FIELDS.contains(&key.as_str()))
    {
        report.add(ToolFeature::Meta, Outcome::Dropped);
    }
    for key in ["extra", "wire_extra"] {
        if let Some(Value::Object(extra)) = tool.source_meta.get(key) {
            for field in extra.keys() {
                report.add(Feature::Field(field.clone()), Outcome::Dropped);
            }
        }
    }
}

/// The unknown fields that came with a tool of the same format, except those that the format itself defines.
pub(crate) fn extra(
    tool: &CanonicalTool,
    format: &str,
    key: &str,
    own: &[&str],
) -> Map<String, Value> {
    match tool.own(format, key) {
        Some(Value::Object(extra)) => {
            let unknown = extra.iter().filter(|(key, _)| !own.contains(&key.as_str()));
            unknown
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect()
        }
        _ => Map::new(),
    }
}

/// Keeps unknown fields for converting back.
pub(crate) fn keep_extra(meta: &mut Map<String, Value>, key: &str, extra: Map<String, Value>) {
    if !extra.is_empty() {
        meta.insert(key.to_owned(), Value::Object(extra));
    }
}
