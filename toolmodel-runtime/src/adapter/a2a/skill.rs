//! Skills, read and written.

use serde_json::{Map, Value, json};

use super::{FORMAT, security};
use crate::adapter::canonical::{CanonicalTool, filled};
use crate::adapter::common::{extra, keep_extra};
use crate::adapter::wire::AgentSkill;
use crate::error::Problem;
use crate::model::record::Reader;
use crate::schema::Schema;

/// Reads a skill. The parts of its id become namespace, name and version.
pub(super) fn read(
    map: Map<String, Value>,
    pointer: &str,
    problems: &mut Vec<Problem>,
) -> CanonicalTool {
    let mut reader = Reader::new(map, pointer.to_owned(), problems);
    let id = reader.string("id").unwrap_or_default();
    if id.is_empty() {
        reader.problem("id", "agent skill id is required");
    }
    let (namespace, name, version) = split(&id);
    let shown = reader.string("name").filter(|name| !name.is_empty());
    let mut tool = CanonicalTool {
        display_name: Some(shown.unwrap_or_else(|| name.to_owned())),
        name: name.to_owned(),
        namespace: namespace.map(str::to_owned),
        version: version.map(str::to_owned),
        description: reader.string("description"),
        tags: reader.strings("tags").unwrap_or_default(),
        examples: reader.strings("examples").unwrap_or_default(),
        input_modes: reader.strings("inputModes").unwrap_or_default(),
        output_modes: reader.strings("outputModes").unwrap_or_default(),
        input_schema: Some(Schema::no_params_open()),
        source_format: Some(FORMAT.to_owned()),
        ..CanonicalTool::default()
    };
    let requirements = reader.array("securityRequirements").unwrap_or_default();
    tool.security_requirements = security::read(&requirements);
    tool.source_meta.insert("skillId".to_owned(), json!(id));
    keep_extra(&mut tool.source_meta, "extra", reader.rest());
    tool
}

/// `name`, `namespace:name` or `namespace:name:version`; anything else is a name as a whole.
fn split(id: &str) -> (Option<&str>, &str, Option<&str>) {
    let parts: Vec<&str> = id.split(':').collect();
    match parts.as_slice() {
        parts if parts.iter().any(|part| part.is_empty()) => (None, id, None),
        [namespace, name] => (Some(namespace), name, None),
        [namespace, name, version] => (Some(namespace), name, Some(version)),
        _ => (None, id, None),
    }
}

/// Writes a skill; `exact` leaves out what the protocol requires and the tool does not have.
pub(super) fn write(tool: &CanonicalTool, exact: bool) -> AgentSkill {
    let name = filled(tool.display_name.as_ref())
        .unwrap_or(&tool.name)
        .to_owned();
    let description = if exact {
        tool.description.clone().unwrap_or_default()
    } else {
        tool.best_description().unwrap_or(&tool.name).to_owned()
    };
    let mut tags = tool.tags.clone();
    if tags.is_empty() && !exact {
        let tag = filled(tool.category.as_ref()).or(filled(tool.namespace.as_ref()));
        tags.push(tag.unwrap_or("tool").to_owned());
    }
    AgentSkill {
        id: id(tool),
        name,
        description,
        tags,
        examples: tool.examples.clone(),
        input_modes: tool.input_modes.clone(),
        output_modes: tool.output_modes.clone(),
        security_requirements: security::write(&tool.security_requirements, exact),
        extra: extra(tool, FORMAT, "extra", AgentSkill::FIELDS),
    }
}

/// The id it was read with, as long as the tool's name is unchanged; otherwise the tool's own id.
fn id(tool: &CanonicalTool) -> String {
    if let Some(Value::String(id)) = tool.own(FORMAT, "skillId") {
        let (namespace, name, version) = split(id);
        let is_same = tool.name == name
            && tool.namespace.as_deref() == namespace
            && tool.version.as_deref() == version;
        if is_same {
            return id.clone();
        }
    }
    let name = tool.full_name();
    match filled(tool.version.as_ref()) {
        Some(version) if filled(tool.namespace.as_ref()).is_some() => format!("{name}:{version}"),
        _ => name,
    }
}
