//! What derived tools of all types share: the definition, created once, validation against its
//! schemas, docs and the check of examples.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::absent::leave_out_absent;
use super::definition::{build, owned};
use super::enforce::{Enforced, Enforcer};
use super::entries::{Entries, Examples};
use super::spec::Spec;
use crate::docs::DocEntry;
use crate::error::{ErrorKind, Problem, Result};
use crate::model::Tool;
use crate::schema::pointer::join;
use crate::typed::{DefinitionRules, broken_examples, definition_problems, definition_warnings};

/// A derived tool without its types.
#[derive(Debug)]
pub(super) struct Core {
    spec: Spec,
    tool: OnceLock<Tool>,
    input: Enforcer,
    output: Enforcer,
}

impl Core {
    pub(super) const fn new(spec: Spec) -> Self {
        Self {
            spec,
            tool: OnceLock::new(),
            input: Enforcer::new(),
            output: Enforcer::new(),
        }
    }

    pub(super) fn tool(&self) -> &Tool {
        self.tool.get_or_init(|| build(&self.spec))
    }

    /// What arguments are validated with.
    #[inline]
    pub(super) fn input(&self) -> Result<&Enforced> {
        match self.input.made() {
            Some(enforced) => Ok(enforced),
            None => self
                .input
                .make(&self.tool().input_schema, self.spec.formats),
        }
    }

    /// What results are validated with, if the tool declares a result.
    pub(super) fn output(&self) -> Result<Option<&Enforced>> {
        if let Some(enforced) = self.output.made() {
            return Ok(Some(enforced));
        }
        let schema = self.tool().output_schema.as_ref();
        let made = schema.map(|schema| self.output.make(schema, self.spec.formats));
        made.transpose()
    }

    pub(super) fn enforce_input(&self, arguments: &Value) -> Result<()> {
        self.input()?.check(arguments, ErrorKind::InvalidArguments)
    }

    /// Checks the definition, and every example against the schema; `read` returns whether the type
    /// accepts arguments.
    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "rules will grow, and callers hand over a reference"
    )]
    pub(super) fn check_definition(
        &self,
        rules: &DefinitionRules,
        read: &dyn Fn(&Value) -> Result<()>,
    ) -> Result<Vec<Problem>> {
        let mut problems = definition_problems(self.tool(), rules);
        self.check_spec(&mut problems);
        let examples = self.examples();
        problems.extend(examples.problems);
        problems.extend(broken_examples(examples.examples, read));
        let fields = Entries::of(self.spec.field_examples);
        problems.extend(fields.problems);
        for (name, value) in fields.values {
            self.check_field_example(name, value, &mut problems);
        }
        rules.verdict(problems, definition_warnings(self.tool()))
    }

    /// What the derive could not check: a version that is a constant, a header on a property that the
    /// schema does not have.
    fn check_spec(&self, problems: &mut Vec<Problem>) {
        if let Some(version) = self.spec.version {
            let number = version.strip_prefix('v').unwrap_or(version);
            if let Err(error) = semver::Version::parse(number) {
                let message = format!("`{version}` is not a semantic version: {error}");
                problems.push(Problem::new("/version", message));
            }
        }
        problems.extend(Entries::of(self.spec.meta).problems);
        let properties = self.tool().input_schema.get("properties");
        for (name, header) in self.spec.headers {
            if properties.is_none_or(|properties| properties.get(name).is_none()) {
                let message =
                    format!("header `{header}` is declared on `{name}`, which is not a property");
                problems.push(Problem::new("/inputSchema/properties", message));
            }
        }
    }

    /// An example of a single property; violations elsewhere, such as other missing properties, are not reported.
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
                    let message = format!("example: {}", violation.message);
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
    pub(super) fn docs(&self) -> DocEntry {
        let mut entry = DocEntry::from_description(self.spec.description.unwrap_or_default());
        let notes = self.spec.notes.trim();
        if !entry.notes.is_empty() && !notes.is_empty() {
            entry.notes.push_str("\n\n");
        }
        entry.notes.push_str(notes);
        let mut examples = self.examples().examples;
        for example in &mut examples {
            leave_out_absent(&mut example.args, self.tool().input_schema.as_value());
        }
        DocEntry {
            examples,
            external_refs: owned(self.spec.references),
            ..entry
        }
    }
}
