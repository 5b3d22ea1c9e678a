//! The fluent way to build a tool: all mistakes are reported together at the end.

use serde_json::{Map, Value};

use super::tool::FIELDS;
use super::{Icon, Tool, ToolAnnotations, ToolExecution, normalize_tags};
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::schema::{MAX_NESTING, Schema, pointer::join, shallow};

/// Builds a [`Tool`]; see [`Tool::builder`].
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::Tool;
///
/// let tool = Tool::builder("get_repo")
///     .namespace("gh")
///     .version("1.2.0")
///     .description("Fetch repository metadata.")
///     .input_schema(json!({"type": "object", "properties": {"repo": {"type": "string"}}}))
///     .tags(["Repos", "git hub"])
///     .read_only()
///     .build()?;
/// assert_eq!(tool.id()?.to_string(), "gh:get_repo");
/// assert_eq!(tool.tags, ["repos", "git-hub"]);
///
/// let error = Tool::builder("no spaces!").version("one").build().unwrap_err();
/// let pointers: Vec<&str> = error.problems().iter().map(|p| p.pointer.as_str()).collect();
/// assert_eq!(pointers, ["/name", "/inputSchema", "/version"]);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct ToolBuilder {
    tool: Tool,
    input_schema: Option<Schema>,
    tags: Vec<String>,
    /// Values that a setter refused.
    problems: Vec<Problem>,
    /// The first error behind them.
    source: Option<Error>,
}

impl Tool {
    /// Starts building a tool; [`ToolBuilder::build`] needs an input schema, the rest is optional.
    pub fn builder(name: impl Into<String>) -> ToolBuilder {
        ToolBuilder {
            tool: Self::new(name, Schema::no_params_open()),
            input_schema: None,
            tags: Vec::new(),
            problems: Vec::new(),
            source: None,
        }
    }
}

impl ToolBuilder {
    /// The first part of the id.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.tool.namespace = Some(namespace.into());
        self
    }

    /// A semantic version, `1.2.3` or `v1.2.3`; kept as written.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.tool.version = Some(version.into());
        self
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.tool.title = Some(title.into());
        self
    }

    /// What the tool does, for people and models.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.tool.description = Some(description.into());
        self
    }

    /// The arguments the tool takes: a [`Schema`], a JSON value or map, JSON text or bytes, or a
    /// `schemars::Schema`.
    pub fn input_schema<S>(mut self, schema: S) -> Self
    where
        S: TryInto<Schema>,
        S::Error: Into<Error>,
    {
        // A refused schema leaves the field filled, so that it is not also reported as missing.
        let schema = self.schema("/inputSchema", schema.try_into().map_err(Into::into));
        self.input_schema = Some(schema.unwrap_or_else(Schema::no_params_open));
        self
    }

    /// The recommended input schema of a tool without parameters: [`Schema::no_params`].
    pub fn no_params(self) -> Self {
        self.input_schema(Schema::no_params())
    }

    /// The structured result the tool returns; accepts the same types as [`ToolBuilder::input_schema`].
    pub fn output_schema<S>(mut self, schema: S) -> Self
    where
        S: TryInto<Schema>,
        S::Error: Into<Error>,
    {
        self.tool.output_schema =
            self.schema("/outputSchema", schema.try_into().map_err(Into::into));
        self
    }

    /// Adds words to find the tool by; they are normalised, see [`crate::normalize_tags`].
    pub fn tags<I>(mut self, tags: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.tags.extend(tags.into_iter().map(Into::into));
        self
    }

    /// Adds icons.
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.tool.icons.get_or_insert_with(Vec::new).extend(icons);
        self
    }

    /// Adds one entry of `_meta`.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        let key = key.into();
        if let Some(value) = self.shallow(|| join("/_meta", &key), value.into()) {
            self.tool
                .meta
                .get_or_insert_with(Map::new)
                .insert(key, value);
        }
        self
    }

    /// Adds a field that this version does not know.
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        let key = key.into();
        let Some(value) = self.shallow(|| join("", &key), value.into()) else {
            return self;
        };
        if FIELDS.contains(&key.as_str()) {
            let message = "is a known field, which has a method of its own";
            self.problems.push(Problem::new(join("", &key), message));
        } else {
            self.tool.extra.insert(key, value);
        }
        self
    }

    /// Replaces all hints.
    pub fn annotations(mut self, annotations: ToolAnnotations) -> Self {
        self.tool.annotations = Some(annotations);
        self
    }

    /// Hints that the tool changes nothing.
    pub fn read_only(self) -> Self {
        self.hint(|hints| hints.read_only_hint = Some(true))
    }

    /// Hints that calling again with the same arguments changes nothing more.
    pub fn idempotent(self) -> Self {
        self.hint(|hints| hints.idempotent_hint = Some(true))
    }

    /// Hints that the tool may destroy something.
    pub fn destructive(self) -> Self {
        self.hint(|hints| hints.destructive_hint = Some(true))
    }

    /// Hints that the tool only ever adds.
    pub fn non_destructive(self) -> Self {
        self.hint(|hints| hints.destructive_hint = Some(false))
    }

    /// Hints that the tool reaches an open world of things, such as the web.
    pub fn open_world(self) -> Self {
        self.hint(|hints| hints.open_world_hint = Some(true))
    }

    /// Hints that the tool reaches only a closed set of things, such as its own memory.
    pub fn closed_world(self) -> Self {
        self.hint(|hints| hints.open_world_hint = Some(false))
    }

    /// How the tool may be executed (revision 2025-11-25).
    pub fn execution(mut self, execution: ToolExecution) -> Self {
        self.tool.execution = Some(execution);
        self
    }

    /// The tool, if it passes [`Tool::validate`] and its version is a semantic one.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidTool`], listing everything that is wrong.
    pub fn build(self) -> Result<Tool> {
        let Self {
            mut tool,
            input_schema,
            tags,
            problems: refused,
            mut source,
        } = self;
        tool.tags = normalize_tags(tags);
        let is_missing = input_schema.is_none();
        if let Some(schema) = input_schema {
            tool.input_schema = schema;
        }
        let mut problems = Vec::new();
        tool.check_light(&mut problems);
        if is_missing {
            problems.push(Problem::new("/inputSchema", "is required"));
        }
        problems.extend(refused);
        if let Err(error) = tool.parsed_version() {
            problems.extend_from_slice(error.problems());
            source.get_or_insert(error);
        }
        match (Error::check(ErrorKind::InvalidTool, problems), source) {
            (Ok(()), _) => Ok(tool),
            (Err(error), Some(source)) => Err(error.with_source(source)),
            (Err(error), None) => Err(error),
        }
    }

    fn schema(&mut self, pointer: &str, schema: Result<Schema>) -> Option<Schema> {
        match schema {
            Ok(schema) => Some(schema),
            Err(error) => {
                let error = error.below(pointer);
                self.problems.extend_from_slice(error.problems());
                self.source.get_or_insert(error);
                None
            }
        }
    }

    /// The value, unless it is nested too deep to be written and read again.
    fn shallow(&mut self, pointer: impl FnOnce() -> String, value: Value) -> Option<Value> {
        let shallow = shallow(value, MAX_NESTING);
        shallow
            .map_err(|exceeded| self.problems.push(exceeded.problem(pointer())))
            .ok()
    }

    fn hint(mut self, set: impl FnOnce(&mut ToolAnnotations)) -> Self {
        set(self.tool.annotations.get_or_insert_with(Default::default));
        self
    }
}
