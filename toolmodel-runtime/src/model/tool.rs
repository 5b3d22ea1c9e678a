//! The tool record: MCP's fields of both revisions, and namespace, version and tags.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::read::read;
use super::record::{Field, KeyOrder, Writer};
use super::{Icon, ToolAnnotations, ToolExecution, ToolId};
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::rules::name::{check_name, check_namespace};
use crate::schema::{MAX_NESTING, Schema, check_nesting, kind_of, parse, pointer::join};
use crate::version::Version;

/// Every field of a tool that has a place in [`Tool`].
pub(super) const FIELDS: [&str; 12] = [
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
    "icons",
    "execution",
    "_meta",
    "namespace",
    "version",
    "tags",
];

/// The fields that are not MCP's.
const ADDITIONS: [&str; 3] = ["namespace", "version", "tags"];

/// A tool: MCP's tool record plus namespace, version and tags.
///
/// Reading and writing lose nothing: unknown fields are kept at every level of the record, keys keep their
/// order, and 64-bit integers and doubles keep their value. (An integer beyond 64 bits is read as the nearest
/// double; of duplicate keys in an object, the last one counts.)
///
/// ```
/// use toolmodel_runtime::Tool;
///
/// let json = r#"{"name":"get_repo","inputSchema":{"type":"object"},"x-vendor":1}"#;
/// let mut tool = Tool::from_mcp_json(json)?;
/// tool.namespace = Some("gh".to_owned());
/// assert_eq!(tool.id()?.to_string(), "gh:get_repo");
/// assert_eq!(tool.to_mcp_json(), json);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// 1 to 128 of `[A-Za-z0-9_.-]`.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What the tool does, for people and models.
    pub description: Option<String>,
    /// The arguments the tool takes.
    pub input_schema: Schema,
    /// The structured result the tool returns.
    pub output_schema: Option<Schema>,
    /// Hints about the tool's behaviour.
    pub annotations: Option<ToolAnnotations>,
    /// Icons that a client may show.
    pub icons: Option<Vec<Icon>>,
    /// How the tool may be executed (revision 2025-11-25).
    pub execution: Option<ToolExecution>,
    /// `_meta`: metadata, owned by whoever owns the key's prefix.
    pub meta: Option<Map<String, Value>>,
    /// Groups tools; the first part of the id. Not part of MCP.
    pub namespace: Option<String>,
    /// A semantic version, `1.2.3` or `v1.2.3`. Not part of MCP.
    pub version: Option<String>,
    /// Words to find the tool by; see [`crate::normalize_tags`]. Not part of MCP.
    pub tags: Vec<String>,
    /// Fields this version does not know.
    pub extra: Map<String, Value>,
    pub(super) order: KeyOrder,
}

impl Tool {
    /// A tool with a name and an input schema. Nothing is checked yet; see [`Tool::validate`].
    #[must_use]
    pub fn new(name: impl Into<String>, input_schema: Schema) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            input_schema,
            output_schema: None,
            annotations: None,
            icons: None,
            execution: None,
            meta: None,
            namespace: None,
            version: None,
            tags: Vec::new(),
            extra: Map::new(),
            order: KeyOrder::default(),
        }
    }

    /// The id: `namespace:name`, or `name` without a namespace.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidToolId`] when a part is empty or contains `:`.
    pub fn id(&self) -> Result<ToolId> {
        ToolId::new(self.namespace.as_deref(), &self.name)
    }

    /// The name to show to people: the title, else the title in the annotations, else the name.
    #[must_use]
    pub fn display_name(&self) -> &str {
        let annotated = || self.annotations.as_ref()?.title.as_deref();
        self.title
            .as_deref()
            .or_else(annotated)
            .unwrap_or(&self.name)
    }

    /// The version, when there is one.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidVersion`] when it is not Semantic Versioning 2.0, after a leading `v`.
    pub fn parsed_version(&self) -> Result<Option<Version>> {
        let version = self.version.as_deref().map(Version::parse).transpose();
        version.map_err(|error| error.below("/version"))
    }

    /// Checks the name, the id, and that the input schema is a JSON object. The schema itself is
    /// checked by a [`crate::SchemaValidator`], the rest by [`Tool::validate_for`].
    ///
    /// # Errors
    /// [`ErrorKind::InvalidTool`], listing everything that is wrong.
    pub fn validate(&self) -> Result<()> {
        let mut problems = Vec::new();
        self.check_light(&mut problems);
        Error::check(ErrorKind::InvalidTool, problems)
    }

    pub(super) fn check_light(&self, problems: &mut Vec<Problem>) {
        if let Err(problem) = check_name(&self.name) {
            problems.push(Problem::new("/name", problem));
        }
        if let Some(Err(problem)) = self.namespace.as_deref().map(check_namespace) {
            problems.push(Problem::new("/namespace", problem));
        }
        if !self.input_schema.as_value().is_object() {
            let found = kind_of(self.input_schema.as_value());
            let message = format!("expected an object, found {found}");
            problems.push(Problem::new("/inputSchema", message));
        }
        self.check_nesting(problems);
    }

    /// `Ok` unless a program has put a value elsewhere that is nested too deep to be walked.
    pub(crate) fn measured(&self) -> Result<()> {
        let mut problems = Vec::new();
        self.check_nesting(&mut problems);
        Error::check(ErrorKind::InvalidTool, problems)
    }

    /// Schemas are shallow by construction; values that a program put elsewhere may not be.
    fn check_nesting(&self, problems: &mut Vec<Problem>) {
        let mut check = |pointer: &str, map: &Map<String, Value>| {
            for (key, value) in map {
                if let Err(exceeded) = check_nesting(value, MAX_NESTING) {
                    problems.push(exceeded.problem(join(pointer, key)));
                }
            }
        };
        check("", &self.extra);
        if let Some(meta) = &self.meta {
            check("/_meta", meta);
        }
        if let Some(annotations) = &self.annotations {
            check("/annotations", &annotations.extra);
        }
        if let Some(execution) = &self.execution {
            check("/execution", &execution.extra);
        }
        for (i, icon) in self.icons.iter().flatten().enumerate() {
            check(&format!("/icons/{i}"), &icon.extra);
        }
    }

    /// Reads a tool as MCP writes it. `namespace`, `version` and `tags` are unknown fields there.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidTool`] when the text is not JSON, a field has the wrong type, or `name`
    /// or `inputSchema` is missing; all such problems are listed. [`ErrorKind::LimitExceeded`] when it is nested
    /// too deeply.
    pub fn from_mcp_json(json: impl AsRef<[u8]>) -> Result<Self> {
        Self::from_mcp_value(parse(ErrorKind::InvalidTool, json.as_ref())?)
    }

    /// Reads a tool with its namespace, version and tags.
    ///
    /// # Errors
    /// As [`Tool::from_mcp_json`].
    pub fn from_json(json: impl AsRef<[u8]>) -> Result<Self> {
        Self::from_value(parse(ErrorKind::InvalidTool, json.as_ref())?)
    }

    /// [`Tool::from_mcp_json`] for JSON that is already parsed.
    ///
    /// # Errors
    /// As [`Tool::from_mcp_json`].
    pub fn from_mcp_value(value: Value) -> Result<Self> {
        read(value, false)
    }

    /// [`Tool::from_json`] for JSON that is already parsed.
    ///
    /// # Errors
    /// As [`Tool::from_json`].
    pub fn from_value(value: Value) -> Result<Self> {
        read(value, true)
    }

    /// Writes the tool as MCP has it: always without namespace, version and tags.
    #[must_use]
    pub fn to_mcp_json(&self) -> String {
        text(&McpTool(self))
    }

    /// Writes the tool with its namespace, version and tags.
    #[must_use]
    pub fn to_json(&self) -> String {
        text(self)
    }

    /// [`Tool::to_mcp_json`] as a value.
    #[must_use]
    pub fn to_mcp_value(&self) -> Value {
        serde_json::to_value(McpTool(self)).unwrap_or_default()
    }

    /// [`Tool::to_json`] as a value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The keys of the record in the order they were read.
    pub(crate) fn key_order(&self) -> &[String] {
        self.order.keys()
    }

    fn write<S: Serializer>(&self, serializer: S, without: &[&str]) -> Result<S::Ok, S::Error> {
        let tags = (!self.tags.is_empty()).then_some(Field::Texts(&self.tags));
        let fields = [
            ("name", Some(Field::Text(&self.name))),
            ("title", self.title.as_deref().map(Field::Text)),
            ("description", self.description.as_deref().map(Field::Text)),
            ("inputSchema", Some(Field::Schema(&self.input_schema))),
            (
                "outputSchema",
                self.output_schema.as_ref().map(Field::Schema),
            ),
            (
                "annotations",
                self.annotations.as_ref().map(Field::Annotations),
            ),
            ("icons", self.icons.as_deref().map(Field::Icons)),
            ("execution", self.execution.as_ref().map(Field::Execution)),
            ("_meta", self.meta.as_ref().map(Field::Object)),
            ("namespace", self.namespace.as_deref().map(Field::Text)),
            ("version", self.version.as_deref().map(Field::Text)),
            ("tags", tags),
        ];
        let writer = Writer::new(&fields, &self.extra, &self.order);
        Writer { without, ..writer }.serialize(serializer)
    }
}

fn text(tool: &impl Serialize) -> String {
    // Serialising a record of strings, schemas and JSON values cannot fail.
    serde_json::to_string(tool).unwrap_or_default()
}

/// With namespace, version and tags.
impl Serialize for Tool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.write(serializer, &[])
    }
}

struct McpTool<'a>(&'a Tool);

impl Serialize for McpTool<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer, &ADDITIONS)
    }
}

/// With namespace, version and tags.
impl<'de> Deserialize<'de> for Tool {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_value(Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
