//! Agent cards, read and written.

use serde_json::{Map, Value};

use super::{A2a, FORMAT, security, skill};
use crate::adapter::common::{check, keep_extra, object};
use crate::adapter::error::{ConversionError, Direction};
use crate::adapter::provider::CanonicalProvider;
use crate::adapter::wire::AgentCard;
use crate::error::Problem;
use crate::model::record::Reader;
use crate::schema::{MAX_NESTING, walk::items};

impl A2a {
    /// Reads an agent card. `source_meta` keeps `supportedInterfaces`, `provider`,
    /// `documentationUrl`, `iconUrl`, `signatures`, and `extra` (unknown fields).
    ///
    /// # Errors
    /// [`ConversionError`], listing every field that is missing or has the wrong type, also in the
    /// skills.
    pub fn to_canonical_provider(&self, card: Value) -> Result<CanonicalProvider, ConversionError> {
        let direction = Direction::ToCanonicalProvider;
        // The schema is nested inside the card, its skills and a skill.
        let map = object(FORMAT, direction, card, MAX_NESTING + 3)?;
        let mut problems = Vec::new();
        let mut reader = Reader::new(map, String::new(), &mut problems);
        let mut provider = CanonicalProvider {
            name: reader.string("name").unwrap_or_default(),
            description: reader.string("description").unwrap_or_default(),
            version: reader.string("version").unwrap_or_default(),
            capabilities: reader.object("capabilities").unwrap_or_default(),
            security_schemes: reader.object("securitySchemes").unwrap_or_default(),
            default_input_modes: reader.strings("defaultInputModes").unwrap_or_default(),
            default_output_modes: reader.strings("defaultOutputModes").unwrap_or_default(),
            source_format: Some(FORMAT.to_owned()),
            ..CanonicalProvider::default()
        };
        for key in missing(&provider) {
            reader.problem(key, format_args!("agent card {key} is required"));
        }
        let requirements = reader.array("securityRequirements").unwrap_or_default();
        provider.security_requirements = security::read(&requirements);
        let interfaces = reader.array("supportedInterfaces").unwrap_or_default();
        if interfaces.is_empty() {
            let message = "agent card supportedInterfaces is required";
            reader.problem("supportedInterfaces", message);
        }
        let meta = &mut provider.source_meta;
        meta.insert("supportedInterfaces".to_owned(), Value::Array(interfaces));
        for key in ["provider", "documentationUrl", "iconUrl", "signatures"] {
            if let Some(value) = reader.take(key) {
                meta.insert(key.to_owned(), value);
            }
        }
        let skills = reader.array("skills").unwrap_or_default();
        for (i, item) in skills.into_iter().enumerate() {
            let pointer = format!("/skills/{i}");
            let problems = reader.problems();
            match item {
                Value::Object(map) => provider.skills.push(skill::read(map, &pointer, problems)),
                _ => problems.push(Problem::new(pointer, "expected an object")),
            }
        }
        keep_extra(&mut provider.source_meta, "extra", reader.rest());
        check(FORMAT, direction, problems)?;
        Ok(provider)
    }

    /// Writes an agent card.
    ///
    /// # Errors
    /// [`ConversionError`] when name, description, version, or `supportedInterfaces` in
    /// `source_meta` is missing, or a skill has no name.
    pub fn from_canonical_provider(
        &self,
        provider: &CanonicalProvider,
    ) -> Result<AgentCard, ConversionError> {
        let mut problems = Vec::new();
        for key in missing(provider) {
            let message = format!("provider {key} is required");
            problems.push(Problem::new(format!("/{key}"), message));
        }
        let meta = |key: &str| provider.source_meta.get(key);
        let interfaces: Vec<Value> = items(meta("supportedInterfaces")).cloned().collect();
        if interfaces.is_empty() {
            let message = "supportedInterfaces required in source_meta";
            problems.push(Problem::new("/supportedInterfaces", message));
        }
        for (i, tool) in provider.skills.iter().enumerate() {
            if tool.name.is_empty() {
                let pointer = format!("/skills/{i}/name");
                problems.push(Problem::new(pointer, "tool name is required"));
            }
        }
        check(FORMAT, Direction::FromCanonicalProvider, problems)?;
        let text = |key: &str| meta(key).and_then(Value::as_str).map(str::to_owned);
        Ok(AgentCard {
            name: provider.name.clone(),
            description: provider.description.clone(),
            supported_interfaces: interfaces,
            provider: meta("provider").cloned(),
            version: provider.version.clone(),
            documentation_url: text("documentationUrl"),
            capabilities: provider.capabilities.clone(),
            security_schemes: provider.security_schemes.clone(),
            security_requirements: security::write(&provider.security_requirements, self.baseline),
            default_input_modes: provider.default_input_modes.clone(),
            default_output_modes: provider.default_output_modes.clone(),
            skills: provider
                .skills
                .iter()
                .map(|tool| skill::write(tool, self.baseline))
                .collect(),
            signatures: meta("signatures").cloned(),
            icon_url: text("iconUrl"),
            extra: match meta("extra") {
                Some(Value::Object(extra)) => extra.clone(),
                _ => Map::new(),
            },
        })
    }
}

/// What a provider has to state about itself and does not.
fn missing(provider: &CanonicalProvider) -> impl Iterator<Item = &'static str> {
    let texts = [
        ("name", &provider.name),
        ("description", &provider.description),
        ("version", &provider.version),
    ];
    let missing = texts.into_iter().filter(|(_, text)| text.is_empty());
    missing.map(|(key, _)| key)
}
