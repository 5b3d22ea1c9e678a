//! A2A's skills and agent cards as they go over the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

wire! {
    /// A skill of an agent card. It has no place for schemas.
    pub struct AgentSkill {
        /// The tool's id, with its version if it has a namespace too.
        pub id: String = "id",
        /// A name for people.
        pub name: String = "name",
        /// What the skill does.
        pub description: String = "description",
        /// At least one.
        pub tags: Vec<String> = "tags",
        /// Examples of use.
        pub examples: Vec<String> = "examples" unless "Vec::is_empty",
        /// Media types it accepts.
        pub input_modes: Vec<String> = "inputModes" unless "Vec::is_empty",
        /// Media types it produces.
        pub output_modes: Vec<String> = "outputModes" unless "Vec::is_empty",
        /// Alternatives of security schemes.
        pub security_requirements: Vec<Value> = "securityRequirements" unless "Vec::is_empty",
    }
}

impl AgentSkill {
    /// A skill with one tag.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        description: impl Into<String>,
        tag: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            description: description.into(),
            tags: vec![tag.into()],
            examples: Vec::new(),
            input_modes: Vec::new(),
            output_modes: Vec::new(),
            security_requirements: Vec::new(),
            extra: Map::new(),
        }
    }
}

/// An agent card of A2A 1.0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AgentCard {
    /// The agent's name.
    pub name: String,
    /// What the agent does.
    pub description: String,
    /// Where and how it can be reached.
    pub supported_interfaces: Vec<Value>,
    /// Who provides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<Value>,
    /// The agent's version.
    pub version: String,
    /// Where its documentation is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub documentation_url: Option<String>,
    /// Protocol capabilities.
    pub capabilities: Map<String, Value>,
    /// Security schemes by name.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub security_schemes: Map<String, Value>,
    /// Alternatives of security schemes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub security_requirements: Vec<Value>,
    /// Media types that skills accept unless they declare otherwise.
    pub default_input_modes: Vec<String>,
    /// Media types that skills produce unless they declare otherwise.
    pub default_output_modes: Vec<String>,
    /// The skills.
    pub skills: Vec<AgentSkill>,
    /// Signatures of the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signatures: Option<Value>,
    /// Where its icon is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon_url: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl AgentCard {
    /// The JSON of the card.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
