//! The tool that every format is converted to and from.

use std::time::Duration;

use serde_json::{Map, Value};

use super::limits::DEEPEST_MESSAGE;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::model::ToolId;
use crate::path::pointer::join;
use crate::schema::{Schema, check_nesting};

/// Security schemes that together give access, with the scopes each needs.
pub type SecurityRequirement = std::collections::BTreeMap<String, Vec<String>>;

/// The text, unless it is empty.
pub(crate) fn filled(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}

/// A tool independent of any protocol: everything that any supported format can express.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::Schema;
/// use toolmodel_runtime::adapter::CanonicalTool;
///
/// let schema = Schema::try_from(json!({"type": "object"}))?;
/// let mut tool = CanonicalTool::new("get_repo", schema);
/// tool.namespace = Some("github".to_owned());
/// assert_eq!(tool.id()?.to_string(), "github:get_repo");
/// assert!(tool.validate().is_ok());
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CanonicalTool {
    /// Groups tools, such as `github`.
    pub namespace: Option<String>,
    /// The tool's name; required.
    pub name: String,
    /// A name for people.
    pub display_name: Option<String>,
    /// A semantic version.
    pub version: Option<String>,
    /// What the tool does, for people and models.
    pub description: Option<String>,
    /// The description in one sentence.
    pub summary: Option<String>,
    /// A classification.
    pub category: Option<String>,
    /// Words to find the tool by.
    pub tags: Vec<String>,
    /// Media types the tool accepts.
    pub input_modes: Vec<String>,
    /// Media types the tool produces.
    pub output_modes: Vec<String>,
    /// Examples of use, as text.
    pub examples: Vec<String>,
    /// Whether equal arguments give equal results.
    pub deterministic: Option<bool>,
    /// Whether calling again with the same arguments changes nothing more.
    pub idempotent: Option<bool>,
    /// Whether results are streamed.
    pub streaming: Option<bool>,
    /// Security schemes by name, as OpenAPI and A2A write them.
    pub security_schemes: Map<String, Value>,
    /// Alternatives, each a set of schemes with scopes.
    pub security_requirements: Vec<SecurityRequirement>,
    /// Behaviour hints, as MCP writes them.
    pub annotations: Map<String, Value>,
    /// Hints for user interfaces.
    pub ui_hints: Map<String, Value>,
    /// The arguments the tool takes; required.
    pub input_schema: Option<Schema>,
    /// The structured result the tool returns.
    pub output_schema: Option<Schema>,
    /// How long a call may take.
    pub timeout: Option<Duration>,
    /// The format the tool was read from, such as `mcp`.
    pub source_format: Option<String>,
    /// What the source format has beyond the fields above, for converting back; see the adapters
    /// for the keys.
    pub source_meta: Map<String, Value>,
    /// Authorization scopes a caller needs.
    pub required_scopes: Vec<String>,
}

impl CanonicalTool {
    /// What a source of this format had beyond the fields; `None` for a source of another format.
    pub(crate) fn own(&self, format: &str, key: &str) -> Option<&Value> {
        // Most tools come from another format, and comparing names is cheaper than a lookup.
        if self.source_format.as_deref() != Some(format) {
            return None;
        }
        self.source_meta.get(key)
    }

    /// A tool with a name and an input schema.
    #[must_use]
    pub fn new(name: impl Into<String>, input_schema: Schema) -> Self {
        Self {
            name: name.into(),
            input_schema: Some(input_schema),
            ..Self::default()
        }
    }

    /// The stable id: `namespace:name`, or `name` without a namespace; like [`Tool::id`](crate::Tool::id), it
    /// is an error if it could not be read back.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidToolId`] when a part is empty or contains `:`, which a format may allow.
    pub fn id(&self) -> Result<ToolId> {
        ToolId::new(self.namespace.as_deref(), &self.name)
    }

    /// Namespace and name as in an id, whatever they contain.
    pub(crate) fn full_name(&self) -> String {
        match filled(self.namespace.as_ref()) {
            Some(namespace) => format!("{namespace}:{}", self.name),
            None => self.name.clone(),
        }
    }

    /// Checks that the tool has a name and an input schema.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidTool`], listing what is missing; [`ErrorKind::LimitExceeded`] when a field is nested
    /// too deeply.
    pub fn validate(&self) -> Result<()> {
        let mut problems = Vec::new();
        if self.name.is_empty() {
            problems.push(Problem::new("/name", "tool name is required"));
        }
        if self.input_schema.is_none() {
            problems.push(Problem::new(
                "/inputSchema",
                "tool input schema is required",
            ));
        }
        let maps = [
            ("/securitySchemes", &self.security_schemes),
            ("/annotations", &self.annotations),
            ("/uiHints", &self.ui_hints),
            ("/sourceMeta", &self.source_meta),
        ];
        for (pointer, map) in maps {
            for (key, value) in map {
                if let Err(exceeded) = check_nesting(value, DEEPEST_MESSAGE) {
                    problems.push(exceeded.problem(join(pointer, key)));
                }
            }
        }
        Error::check(ErrorKind::InvalidTool, problems)
    }

    /// The description, else the summary, else the display name: what a format with a single text
    /// field shows.
    #[must_use]
    pub fn best_description(&self) -> Option<&str> {
        let texts = [&self.description, &self.summary, &self.display_name];
        texts.into_iter().find_map(|text| filled(text.as_ref()))
    }
}
