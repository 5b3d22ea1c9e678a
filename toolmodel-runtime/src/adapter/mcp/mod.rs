//! MCP, which can express everything: what is read is written back unchanged.
//!
//! `source_meta` keeps `title`, `annotations`, `icons`, `execution` and `meta` as they are,
//! `extra` (unknown fields) and `order` (the keys of the record).

mod meta;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::canonical::{CanonicalTool, filled};
use super::common::{checked, expect, input_schema, report_fields, same_name, writing};
use super::contract::{Adapter, Wish};
use super::converted::{ConvertedTool, Wire};
use super::error::{ConversionError, Direction};
use super::feature::{SchemaFeature, ToolFeature};
use super::profile::Target;
use super::recognise::Shape;
use super::report::Reports;
use super::restore::Restore;
use super::warning::Outcome;
use crate::error::{Problem, Result};
use crate::model::Tool;
use crate::schema::Schema;
use crate::schema::walk::texts;

const FORMAT: &str = "mcp";

/// The adapter of MCP tools.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::{Adapter, Mcp};
///
/// let tool = json!({"name": "ping", "version": "1.0.0", "inputSchema": {"type": "object"}});
/// let canonical = Mcp::new().to_canonical(tool.clone())?;
/// assert_eq!(Mcp::new().from_canonical(&canonical)?.to_value(), tool);
/// let plain = Mcp::plain().from_canonical(&canonical)?;
/// assert_eq!(plain.warnings[0].feature.to_string(), "version");
/// # Ok::<(), toolmodel_runtime::adapter::ConversionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Mcp {
    additions: bool,
}

impl Mcp {
    /// An adapter that reads and writes `namespace`, `version` and `tags` beside MCP's fields.
    #[must_use]
    pub fn new() -> Self {
        Self { additions: true }
    }

    /// An adapter with only MCP's own fields; the three additions are reported as lost.
    #[must_use]
    pub fn plain() -> Self {
        Self { additions: false }
    }
}

impl Default for Mcp {
    fn default() -> Self {
        Self::new()
    }
}

impl Adapter for Mcp {
    fn name(&self) -> &str {
        FORMAT
    }

    fn to_canonical(&self, tool: Value) -> Result<CanonicalTool, ConversionError> {
        let map = expect(FORMAT, tool, &[Shape::Mcp])?;
        let mut problems = Vec::new();
        if map.get("name").and_then(Value::as_str) == Some("") {
            problems.push(Problem::new("/name", "tool name is required"));
        }
        match self.read(Value::Object(map)) {
            Ok(tool) => checked(FORMAT, canonical(&tool), problems),
            Err(error) => {
                problems.extend_from_slice(error.problems());
                let direction = Direction::ToCanonical;
                Err(ConversionError::of(FORMAT, direction, problems))
            }
        }
    }

    fn from_canonical_as(
        &self,
        tool: &CanonicalTool,
        wish: &Wish,
    ) -> Result<ConvertedTool, ConversionError> {
        use ToolFeature as F;
        let failed = writing(FORMAT);
        input_schema(FORMAT, tool)?;
        let mut reports = Reports::new(false);
        let mut name = same_name(tool);
        if let Some(wish) = &wish.name {
            name.wire.clone_from(wish);
            reports.tool.add(F::Name, Outcome::Rewritten);
        }
        let mut fields = fields(tool);
        if let Some(field) = fields.iter_mut().find(|(key, _)| *key == "name") {
            field.1 = json!(name.wire);
        }
        if self.additions {
            additions(tool, &mut fields);
        }
        let is_addition = |feature| matches!(feature, F::Namespace | F::Version | F::Tags);
        let carries = |feature| self.additions || !is_addition(feature);
        report_fields(tool, FORMAT, carries, &mut reports.tool);
        let record = ordered(tool, fields);
        let wire = self.read(record).map_err(&failed)?;
        Ok(ConvertedTool {
            wire: Wire::Mcp(Box::new(wire)),
            warnings: reports.into_warnings(tool, FORMAT).map_err(failed)?,
            name,
            strict: false,
            restore: Restore::default(),
        })
    }

    fn supports(&self, _: SchemaFeature) -> bool {
        true
    }

    fn target(&self) -> Option<Target> {
        Some(Target::Mcp)
    }
}

impl Mcp {
    fn read(self, record: Value) -> Result<Tool> {
        if self.additions {
            Tool::from_value(record)
        } else {
            Tool::from_mcp_value(record)
        }
    }
}

/// Converts a tool of the model, whose fields a program may have filled, to a canonical one.
pub(crate) fn measured(tool: &Tool) -> Result<CanonicalTool, ConversionError> {
    let told = |error| ConversionError::new(FORMAT, Direction::ToCanonical, error);
    tool.measured().map_err(told)?;
    Ok(canonical(tool))
}

fn canonical(tool: &Tool) -> CanonicalTool {
    let mut source_meta = Map::new();
    let order = tool.key_order().iter().cloned().map(Value::String);
    source_meta.insert("order".to_owned(), order.collect());
    let mut canonical = CanonicalTool {
        display_name: tool.title.clone(),
        name: tool.name.clone(),
        namespace: tool.namespace.clone(),
        version: tool.version.clone(),
        tags: tool.tags.clone(),
        description: tool.description.clone(),
        input_schema: Some(tool.input_schema.clone()),
        output_schema: tool.output_schema.clone(),
        source_format: Some(FORMAT.to_owned()),
        ..CanonicalTool::default()
    };
    let annotations = part(tool.annotations.as_ref());
    if let (Some(hints), Some(Value::Object(map))) = (&tool.annotations, &annotations) {
        let title = || hints.title.clone();
        canonical.display_name = canonical.display_name.or_else(title);
        canonical.idempotent = hints.idempotent_hint;
        canonical.annotations.clone_from(map);
    }
    if let Some(meta) = &tool.meta {
        meta::read(meta, &mut canonical);
    }
    let extra = Some(&tool.extra).filter(|extra| !extra.is_empty());
    let parts = [
        ("title", tool.title.clone().map(Value::String)),
        ("annotations", annotations),
        ("icons", part(tool.icons.as_ref())),
        ("execution", part(tool.execution.as_ref())),
        ("meta", tool.meta.clone().map(Value::Object)),
        ("extra", extra.cloned().map(Value::Object)),
    ];
    for (key, value) in parts {
        if let Some(value) = value {
            source_meta.insert(key.to_owned(), value);
        }
    }
    canonical.source_meta = source_meta;
    canonical
}

fn part(part: Option<&impl Serialize>) -> Option<Value> {
    part.map(|part| serde_json::to_value(part).unwrap_or_default())
}

type Fields = Vec<(&'static str, Value)>;

/// MCP's fields, in the order of the specification.
fn fields(tool: &CanonicalTool) -> Fields {
    let own = |key: &str| tool.own(FORMAT, key);
    let mut fields: Fields = vec![("name", json!(tool.name))];
    let annotations = annotations(tool, own("annotations"));
    if let Some(title) = title(tool, own("title"), own("annotations")) {
        fields.push(("title", title));
    }
    if let Some(description) = &tool.description {
        fields.push(("description", json!(description)));
    }
    let schema = tool.input_schema.as_ref();
    let schema = schema.map_or_else(|| json!({"type": "object"}), Schema::to_value);
    fields.push(("inputSchema", schema));
    if let Some(schema) = &tool.output_schema {
        fields.push(("outputSchema", schema.to_value()));
    }
    fields.extend(annotations.map(|value| ("annotations", value)));
    for key in ["icons", "execution"] {
        fields.extend(own(key).map(|value| (key, value.clone())));
    }
    let raw = own("meta").and_then(Value::as_object);
    fields.extend(meta::write(tool, raw).map(|meta| ("_meta", Value::Object(meta))));
    fields
}

/// The title, unless the display name is among the annotations.
fn title(tool: &CanonicalTool, own: Option<&Value>, annotations: Option<&Value>) -> Option<Value> {
    let annotated = annotations.and_then(|annotations| annotations.get("title"));
    let read = own.or(annotated).and_then(Value::as_str);
    if tool.display_name.as_deref() == read {
        return own.cloned();
    }
    tool.display_name.as_ref().map(|name| json!(name))
}

/// The annotations as they were, with what changed since.
fn annotations(tool: &CanonicalTool, own: Option<&Value>) -> Option<Value> {
    let read = own.and_then(Value::as_object);
    let hint = read
        .and_then(|read| read.get("idempotentHint"))
        .and_then(Value::as_bool);
    let mut map = if read.is_some_and(|read| *read == tool.annotations) {
        read.cloned()
    } else {
        (!tool.annotations.is_empty()).then(|| tool.annotations.clone())
    };
    if let Some(idempotent) = tool.idempotent
        && hint != tool.idempotent
    {
        map.get_or_insert_default()
            .insert("idempotentHint".to_owned(), json!(idempotent));
    }
    map.map(Value::Object)
}

fn additions(tool: &CanonicalTool, fields: &mut Fields) {
    for (key, text) in [("namespace", &tool.namespace), ("version", &tool.version)] {
        fields.extend(filled(text.as_ref()).map(|text| (key, json!(text))));
    }
    if !tool.tags.is_empty() {
        fields.push(("tags", json!(tool.tags)));
    }
}

/// The record, with its keys in the order they were read; new ones follow.
fn ordered(tool: &CanonicalTool, fields: Fields) -> Value {
    let is_own = tool.source_format.as_deref() == Some(FORMAT);
    let mut all: Map<String, Value> = fields
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    if !is_own {
        return Value::Object(all);
    }
    if let Some(Value::Object(extra)) = tool.source_meta.get("extra") {
        for (key, value) in extra {
            all.entry(key).or_insert_with(|| value.clone());
        }
    }
    let mut record = Map::new();
    for key in texts(tool.source_meta.get("order")) {
        if let Some(value) = all.shift_remove(key) {
            record.insert(key.to_owned(), value);
        }
    }
    record.extend(all);
    Value::Object(record)
}
