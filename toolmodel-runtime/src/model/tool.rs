//! The tool record: MCP's fields of both revisions, and namespace, version and tags.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::record::{KeyOrder, Reader, Writer};
use super::{Icon, ToolAnnotations, ToolExecution, ToolId};
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::rules::name::{check_name, check_namespace};
use crate::schema::{MAX_NESTING, Schema, dismantle, kind_of, nesting_exceeds};

/// The fields that are not MCP's.
const ADDITIONS: [&str; 3] = ["namespace", "version", "tags"];

/// A tool: MCP's tool record plus namespace, version and tags.
///
/// Reading and writing lose nothing: unknown fields come back, at every level of the record, keys
/// keep their order, and 64-bit integers and doubles keep their value. (An integer beyond 64 bits
/// is read as the nearest double.)
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
    /// What arguments the tool takes.
    pub input_schema: Schema,
    /// What structured result the tool gives.
    pub output_schema: Option<Schema>,
    /// Hints about the tool's behaviour.
    pub annotations: Option<ToolAnnotations>,
    /// Icons that a client may show.
    pub icons: Option<Vec<Icon>>,
    /// How the tool may be executed (revision 2025-11-25).
    pub execution: Option<ToolExecution>,
    /// `_meta`: metadata of whoever owns the key's prefix.
    pub meta: Option<Map<String, Value>>,
    /// Groups tools; the first part of the id. Not part of MCP.
    pub namespace: Option<String>,
    /// A semantic version, `1.2.3` or `v1.2.3`. Not part of MCP.
    pub version: Option<String>,
    /// Words to find the tool by; see [`crate::normalize_tags`]. Not part of MCP.
    pub tags: Vec<String>,
    /// Fields this version does not know.
    pub extra: Map<String, Value>,
    order: KeyOrder,
}

impl Tool {
    /// A tool of a name and an input schema. Nothing is checked yet; see [`Tool::validate`].
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

    /// The name to show to people: the title, else the title among the annotations, else the name.
    #[must_use]
    pub fn display_name(&self) -> &str {
        let annotated = || self.annotations.as_ref()?.title.as_deref();
        self.title
            .as_deref()
            .or_else(annotated)
            .unwrap_or(&self.name)
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
            let message = format_args!("expected an object, found {found}");
            problems.push(Problem::new("/inputSchema", message));
        }
    }

    /// Reads a tool as MCP writes it. `namespace`, `version` and `tags` are unknown fields there.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidTool`] when the text is not JSON, a field has the wrong type, or `name`
    /// or `inputSchema` is missing; all such problems are listed.
    pub fn from_mcp_json(json: impl AsRef<[u8]>) -> Result<Self> {
        Self::from_mcp_value(parse(json.as_ref())?)
    }

    /// Reads a tool with its namespace, version and tags.
    ///
    /// # Errors
    /// As [`Tool::from_mcp_json`].
    pub fn from_json(json: impl AsRef<[u8]>) -> Result<Self> {
        Self::from_value(parse(json.as_ref())?)
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

    /// Writes the tool as MCP has it: without namespace, version and tags.
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
            ("_meta", self.meta.as_ref().map(Field::Meta)),
            ("namespace", self.namespace.as_deref().map(Field::Text)),
            ("version", self.version.as_deref().map(Field::Text)),
            ("tags", tags),
        ];
        let (extra, order) = (&self.extra, &self.order);
        Writer {
            fields: &fields,
            extra,
            order,
            without,
        }
        .serialize(serializer)
    }
}

fn parse(json: &[u8]) -> Result<Value> {
    serde_json::from_slice(json).map_err(|error| {
        Error::new(ErrorKind::InvalidTool, format_args!("not JSON: {error}")).with_source(error)
    })
}

fn read(value: Value, additions: bool) -> Result<Tool> {
    if nesting_exceeds(&value, MAX_NESTING) {
        dismantle(value);
        let message = format_args!("nested deeper than {MAX_NESTING} levels");
        return Err(Error::new(ErrorKind::InvalidTool, message));
    }
    let map = match value {
        Value::Object(map) => map,
        other => {
            let message = format_args!("expected an object, found {}", kind_of(&other));
            return Err(Error::new(ErrorKind::InvalidTool, message));
        }
    };
    let mut problems = Vec::new();
    let mut reader = Reader::new(map, String::new(), &mut problems);
    let mut tool = Tool::new(reader.required_string("name"), Schema::no_params_open());
    tool.title = reader.string("title");
    tool.description = reader.string("description");
    if let Some(schema) = read_input_schema(&mut reader) {
        tool.input_schema = schema;
    }
    tool.output_schema = read_output_schema(&mut reader);
    tool.annotations =
        read_record(&mut reader, "annotations").map(|record| ToolAnnotations::read(record));
    tool.execution =
        read_record(&mut reader, "execution").map(|record| ToolExecution::read(record));
    tool.icons = read_icons(&mut reader);
    tool.meta = reader.object("_meta");
    if additions {
        tool.namespace = reader.string("namespace");
        tool.version = reader.string("version");
        tool.tags = reader.strings_unless_empty("tags").unwrap_or_default();
    }
    (tool.extra, tool.order) = reader.finish();
    Error::check(ErrorKind::InvalidTool, problems)?;
    Ok(tool)
}

fn read_input_schema(reader: &mut Reader<'_>) -> Option<Schema> {
    let message = match reader.raw("inputSchema") {
        Some(value @ Value::Object(_)) => return Schema::try_from(value).ok(),
        None | Some(Value::Null) => "is required".to_owned(),
        Some(other) => format!("expected an object, found {}", kind_of(&other)),
    };
    let pointer = reader.pointer("inputSchema");
    reader.problems().push(Problem::new(pointer, message));
    None
}

fn read_output_schema(reader: &mut Reader<'_>) -> Option<Schema> {
    let value = reader.take("outputSchema")?;
    match Schema::try_from(value) {
        Ok(schema) => Some(schema),
        Err(error) => {
            let pointer = reader.pointer("outputSchema");
            let error = error.below(&pointer);
            reader.problems().extend_from_slice(error.problems());
            None
        }
    }
}

fn read_record<'r>(reader: &'r mut Reader<'_>, key: &str) -> Option<Reader<'r>> {
    let map = reader.object(key)?;
    let pointer = reader.pointer(key);
    Some(Reader::new(map, pointer, reader.problems()))
}

fn read_icons(reader: &mut Reader<'_>) -> Option<Vec<Icon>> {
    let items = reader.array("icons")?;
    let mut icons = Vec::with_capacity(items.len());
    for (i, item) in items.into_iter().enumerate() {
        let pointer = format!("{}/{i}", reader.pointer("icons"));
        match item {
            Value::Object(map) => {
                icons.push(Icon::read(Reader::new(map, pointer, reader.problems())));
            }
            other => {
                let message = format_args!("expected an object, found {}", kind_of(&other));
                reader.problems().push(Problem::new(pointer, message));
            }
        }
    }
    Some(icons)
}

fn text(tool: &impl Serialize) -> String {
    // Serialising a record of strings, schemas and JSON values has no way to fail.
    serde_json::to_string(tool).unwrap_or_default()
}

#[derive(Serialize)]
#[serde(untagged)]
enum Field<'a> {
    Text(&'a str),
    Texts(&'a [String]),
    Schema(&'a Schema),
    Annotations(&'a ToolAnnotations),
    Icons(&'a [Icon]),
    Execution(&'a ToolExecution),
    Meta(&'a Map<String, Value>),
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
