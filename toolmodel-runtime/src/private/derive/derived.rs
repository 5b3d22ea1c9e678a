//! A derived tool: its definition, made once, and the reading and checking of its arguments.

use std::sync::OnceLock;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::bounds::{ReadableArguments, ReadableOutput};
use super::enforce::Enforcer;
use super::entries::{Entries, Examples};
use super::spec::Spec;
use super::{normalize, reader};
use crate::docs::DocEntry;
use crate::error::{Error, ErrorKind, Problem, Result, Violation, Violations};
use crate::model::{Icon, IconTheme, Revision, TaskSupport, Tool, ToolAnnotations, ToolExecution};
use crate::schema::pointer::join;

/// What stands behind the `TypedTool` of one derived type.
#[derive(Debug)]
pub struct Derived {
    spec: Spec,
    tool: OnceLock<Tool>,
    input: Enforcer,
    output: Enforcer,
}

impl Derived {
    /// A tool that is built when it is first asked for.
    #[must_use]
    pub const fn new(spec: Spec) -> Self {
        Self {
            spec,
            tool: OnceLock::new(),
            input: Enforcer::new(),
            output: Enforcer::new(),
        }
    }

    /// The definition.
    pub fn tool(&self) -> &Tool {
        self.tool.get_or_init(|| build(&self.spec))
    }

    /// Reads arguments.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArguments`], listing every violation.
    pub fn parse<T: ReadableArguments>(&self, arguments: &Value) -> Result<T> {
        self.enforce_input(arguments)?;
        decode(arguments, ErrorKind::InvalidArguments)
    }

    /// Reads arguments from JSON bytes.
    ///
    /// # Errors
    /// As [`Derived::parse`].
    pub fn parse_slice<T: ReadableArguments>(&self, arguments: &[u8]) -> Result<T> {
        self.parse(&from_json(arguments, ErrorKind::InvalidArguments)?)
    }

    /// Holds arguments that were built by hand to the schema.
    ///
    /// # Errors
    /// As [`Derived::parse`].
    pub fn check<T: Serialize + ?Sized>(&self, arguments: &T) -> Result<()> {
        self.enforce_input(&to_json(arguments, ErrorKind::InvalidArguments)?)
    }

    /// Reads a structured result.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOutput`], listing every violation.
    pub fn parse_output<T: ReadableOutput>(&self, result: &Value) -> Result<T> {
        self.enforce_output(result)?;
        decode(result, ErrorKind::InvalidOutput)
    }

    /// Reads a structured result from JSON bytes.
    ///
    /// # Errors
    /// As [`Derived::parse_output`].
    pub fn parse_output_slice<T: ReadableOutput>(&self, result: &[u8]) -> Result<T> {
        self.parse_output(&from_json(result, ErrorKind::InvalidOutput)?)
    }

    /// Holds a result that was built by hand to the schema.
    ///
    /// # Errors
    /// As [`Derived::parse_output`].
    pub fn check_output<T: ReadableOutput>(&self, result: &T) -> Result<()> {
        self.enforce_output(&to_json(result, ErrorKind::InvalidOutput)?)
    }

    fn enforce_input(&self, arguments: &Value) -> Result<()> {
        let schema = &self.tool().input_schema;
        self.input
            .check(schema, arguments, ErrorKind::InvalidArguments)
    }

    fn enforce_output(&self, result: &Value) -> Result<()> {
        match &self.tool().output_schema {
            Some(schema) => self.output.check(schema, result, ErrorKind::InvalidOutput),
            None => Ok(()),
        }
    }

    /// Holds the definition to the specification and every example to the schema.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArguments`], listing everything that is wrong.
    pub fn check_examples<T: ReadableArguments>(&self) -> Result<()> {
        let mut problems = Vec::new();
        if let Err(error) = self.tool().validate_for(Revision::LATEST) {
            problems.extend_from_slice(error.problems());
        }
        self.check_spec(&mut problems);
        let examples = self.examples();
        problems.extend(examples.problems);
        for example in examples.examples {
            let pointer = join("/examples", &example.id);
            let checked: Result<T> = self.parse(&Value::Object(example.args));
            if let Err(error) = checked {
                problems.extend(violated(&pointer, &error));
            }
        }
        let fields = Entries::of(self.spec.field_examples);
        problems.extend(fields.problems);
        for (name, value) in fields.values {
            self.check_field_example(name, value, &mut problems);
        }
        Error::check(ErrorKind::InvalidArguments, problems)
    }

    /// What the derive could not see: a version that is a constant, a header whose property the
    /// schema does not have.
    fn check_spec(&self, problems: &mut Vec<Problem>) {
        if let Some(version) = self.spec.version {
            let number = version.strip_prefix('v').unwrap_or(version);
            if let Err(error) = semver::Version::parse(number) {
                let message = format_args!("`{version}` is not a semantic version: {error}");
                problems.push(Problem::new("/version", message));
            }
        }
        problems.extend(Entries::of(self.spec.meta).problems);
        let properties = self.tool().input_schema.get("properties");
        for (name, header) in self.spec.headers {
            if properties.is_none_or(|properties| properties.get(name).is_none()) {
                let message =
                    format_args!("header `{header}` stands on `{name}`, which is no property");
                problems.push(Problem::new("/inputSchema/properties", message));
            }
        }
    }

    /// An example of one property alone: what it lacks elsewhere is not its fault.
    fn check_field_example(&self, name: &'static str, value: Value, problems: &mut Vec<Problem>) {
        let arguments = Value::Object(Map::from_iter([(name.to_owned(), value)]));
        let Err(error) = self.enforce_input(&arguments) else {
            return;
        };
        let property = join("", name);
        let below = |path: &str| {
            path.strip_prefix(&property)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let broken = error.violations().into_iter().flatten();
        problems.extend(
            broken
                .filter(|violation| below(&violation.instance_path))
                .map(|violation| {
                    let pointer = join("/inputSchema/properties", name);
                    let message = format_args!("example: {}", violation.message);
                    Problem::new(format!("{pointer}/examples"), message)
                }),
        );
    }

    fn examples(&self) -> Examples {
        let mut examples = Examples::default();
        if let Some(write) = self.spec.examples {
            write(&mut examples);
        }
        examples
    }

    /// What a docs store serves: the first paragraph of the description, the rest and the notes,
    /// examples and references.
    pub fn docs(&self) -> DocEntry {
        let description = self.spec.description.unwrap_or_default();
        let (summary, rest) = first_paragraph(description);
        let notes = [rest, self.spec.notes.trim()];
        let notes: Vec<&str> = notes.into_iter().filter(|text| !text.is_empty()).collect();
        DocEntry {
            summary,
            notes: notes.join("\n\n"),
            examples: self.examples().examples,
            external_refs: owned(self.spec.references),
        }
    }
}

/// The first paragraph on one line, and what follows it.
fn first_paragraph(text: &str) -> (String, &str) {
    let text = text.trim();
    let mut end = text.len();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            end = start;
            break;
        }
        start += line.len();
    }
    let (first, rest) = text.split_at(end);
    let words: Vec<&str> = first.split_whitespace().collect();
    (words.join(" "), rest.trim())
}

fn violated(pointer: &str, error: &Error) -> Vec<Problem> {
    let Some(violations) = error.violations() else {
        return vec![Problem::new(pointer, error)];
    };
    violations
        .iter()
        .map(|violation| {
            let place = format!("{pointer}{}", violation.instance_path);
            Problem::new(place, &violation.message)
        })
        .collect()
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn build(spec: &Spec) -> Tool {
    let mut tool = Tool::new(spec.name, normalize::input_schema(spec));
    tool.title = spec.title.map(str::to_owned);
    tool.description = spec.description.map(|text| text.trim().to_owned());
    tool.output_schema = spec.output.map(|source| normalize::output_schema(source()));
    tool.namespace = spec.namespace.map(str::to_owned);
    tool.version = spec.version.map(str::to_owned);
    tool.tags = owned(spec.tags);
    if spec.hints != [None; 4] {
        let mut annotations = ToolAnnotations::default();
        [
            annotations.read_only_hint,
            annotations.destructive_hint,
            annotations.idempotent_hint,
            annotations.open_world_hint,
        ] = spec.hints;
        tool.annotations = Some(annotations);
    }
    if !spec.icons.is_empty() {
        tool.icons = Some(spec.icons.iter().map(build_icon).collect());
    }
    tool.execution = spec
        .task_support
        .map(|name| ToolExecution::with_task_support(TaskSupport::from(name.to_owned())));
    let meta = Entries::of(spec.meta).values;
    if !meta.is_empty() {
        let meta = meta.into_iter().map(|(key, value)| (key.to_owned(), value));
        tool.meta = Some(meta.collect());
    }
    tool
}

fn build_icon(spec: &super::spec::Icon) -> Icon {
    let mut icon = Icon::new(spec.src);
    icon.mime_type = spec.mime_type.map(str::to_owned);
    if !spec.sizes.is_empty() {
        icon.sizes = Some(owned(spec.sizes));
    }
    icon.theme = spec.theme.map(|name| IconTheme::from(name.to_owned()));
    icon
}

fn decode<T: DeserializeOwned>(value: &Value, kind: ErrorKind) -> Result<T> {
    reader::read(value).map_err(|error| {
        let message = format!(
            "the schema accepts this, but the Rust type does not: {}",
            error.message
        );
        one_violation(kind, error.pointer.unwrap_or_default(), "type", message)
    })
}

fn from_json(json: &[u8], kind: ErrorKind) -> Result<Value> {
    serde_json::from_slice(json).map_err(|error| {
        one_violation(kind, String::new(), "type", format!("not JSON: {error}")).with_source(error)
    })
}

fn to_json<T: Serialize + ?Sized>(value: &T, kind: ErrorKind) -> Result<Value> {
    serde_json::to_value(value).map_err(|error| {
        let message = format!("cannot be written as JSON: {error}");
        one_violation(kind, String::new(), "type", message).with_source(error)
    })
}

fn one_violation(kind: ErrorKind, pointer: String, keyword: &str, message: String) -> Error {
    let violation = Violation {
        instance_path: pointer,
        schema_path: String::new(),
        keyword: keyword.to_owned(),
        message,
        hint: None,
    };
    Error::from_violations(kind, Violations::new(vec![violation], false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_is_the_first_paragraph() {
        let (summary, rest) = first_paragraph("Fetch\na repo.\n\n  \nMore.\n\nAnd more.\n");
        assert_eq!(
            (summary.as_str(), rest),
            ("Fetch a repo.", "More.\n\nAnd more.")
        );
        assert_eq!(first_paragraph(""), (String::new(), ""));
    }
}
