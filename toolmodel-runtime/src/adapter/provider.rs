//! A set of tools and who provides them: what an A2A agent card describes.

use serde_json::{Map, Value};

use super::canonical::{CanonicalTool, SecurityRequirement};

/// A provider of tools, independent of any protocol.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CanonicalProvider {
    /// The provider's name; required.
    pub name: String,
    /// What it does; required.
    pub description: String,
    /// Its version; required.
    pub version: String,
    /// Protocol capabilities, such as `streaming`.
    pub capabilities: Map<String, Value>,
    /// Security schemes by name.
    pub security_schemes: Map<String, Value>,
    /// Alternatives, each a set of schemes with scopes.
    pub security_requirements: Vec<SecurityRequirement>,
    /// Media types its tools accept unless they declare otherwise.
    pub default_input_modes: Vec<String>,
    /// Media types its tools produce unless they declare otherwise.
    pub default_output_modes: Vec<String>,
    /// The tools.
    pub skills: Vec<CanonicalTool>,
    /// The format the provider was read from.
    pub source_format: Option<String>,
    /// What the source format has beyond the fields above, for converting back.
    pub source_meta: Map<String, Value>,
}

impl CanonicalProvider {
    /// A provider without tools.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        version: impl Into<String>,
    ) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            version: version.into(),
            ..Self::default()
        }
    }
}
