//! What is wrong with a definition before anybody calls the tool: schemas that reject every call,
//! defaults that mislead, and what a revision of MCP does not allow.

mod default;

use serde_json::Value;

use super::examples::broken_examples;
use crate::docs::DocEntry;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::model::{Revision, Tool};
use crate::path::Path;
use crate::schema::contradiction::contradictions;
use crate::schema::{Schema, walk};
use crate::validate::{DefaultValidator, SchemaValidator as _};

/// How a definition is checked.
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// use toolmodel_runtime::{DefinitionRules, Tool, TypedTool};
///
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// struct Ping {}
///
/// let rules = DefinitionRules::new();
/// let warnings = Ping::check_definition(&rules)?;
/// assert_eq!(warnings[0].pointer, "/description");
/// assert!(Ping::check_definition(&rules.deny_warnings()).is_err());
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefinitionRules {
    /// The revision of MCP that the definition is for; the newest by default.
    revision: Revision,
    /// Whether warnings are errors.
    deny_warnings: bool,
}

impl Default for DefinitionRules {
    fn default() -> Self {
        Self::new()
    }
}

impl DefinitionRules {
    /// The rules of the newest revision of MCP; warnings are not errors.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            revision: Revision::LATEST,
            deny_warnings: false,
        }
    }

    /// Sets the revision of MCP.
    #[must_use]
    pub const fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Turns warnings into errors.
    #[must_use]
    pub const fn deny_warnings(mut self) -> Self {
        self.deny_warnings = true;
        self
    }

    /// The warnings, unless there are errors or warnings count as errors.
    pub(crate) fn verdict(
        self,
        problems: Vec<Problem>,
        warnings: Vec<Problem>,
    ) -> Result<Vec<Problem>> {
        if problems.is_empty() && !self.deny_warnings {
            return Ok(warnings);
        }
        let denied = if self.deny_warnings {
            warnings
        } else {
            Vec::new()
        };
        let all = problems.into_iter().chain(denied).collect();
        Error::check(ErrorKind::InvalidTool, all).map(|()| Vec::new())
    }
}

/// Checks a definition and its examples.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "rules will grow, and callers hand over a reference"
)]
pub(crate) fn check(
    tool: fn() -> &'static Tool,
    docs: fn() -> DocEntry,
    rules: &DefinitionRules,
) -> Result<Vec<Problem>> {
    let tool = tool();
    let mut problems = definition_problems(tool, rules);
    let validator = DefaultValidator::shared();
    problems.extend(broken_examples(docs().examples, &|arguments| {
        validator.validate_input(tool, arguments)
    }));
    rules.verdict(problems, definition_warnings(tool))
}

/// What is wrong with a definition.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "rules will grow, and callers hand over a reference"
)]
pub(crate) fn definition_problems(tool: &Tool, rules: &DefinitionRules) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Err(error) = tool.validate_for(rules.revision) {
        problems.extend_from_slice(error.problems());
    }
    check_schema(&tool.input_schema, "/inputSchema", &mut problems);
    if let Some(schema) = &tool.output_schema {
        check_schema(schema, "/outputSchema", &mut problems);
    }
    problems
}

/// What could be better.
pub(crate) fn definition_warnings(tool: &Tool) -> Vec<Problem> {
    let description = tool.description.as_deref().unwrap_or_default();
    if description.trim().is_empty() {
        let message = "the tool has no description, by which a model chooses it";
        return vec![Problem::new("/description", message)];
    }
    Vec::new()
}

fn check_schema(schema: &Schema, place: &str, problems: &mut Vec<Problem>) {
    let checked = DefaultValidator::shared().check_schema(schema);
    // Defaults cannot be validated against an invalid schema.
    let defaults = checked.is_ok().then(|| default::Defaults::of(schema));
    let mut found = checked.map_or_else(|error| error.problems().to_vec(), |()| Vec::new());
    visit(
        defaults.as_ref(),
        schema.as_value(),
        &Path::Root,
        &mut found,
    );
    problems.extend(
        found
            .into_iter()
            .map(|problem| Problem::new(format!("{place}{}", problem.pointer), problem.message)),
    );
}

/// Visits all subschemas; a schema is never too deep for the stack.
fn visit(
    defaults: Option<&default::Defaults<'_>>,
    schema: &Value,
    path: &Path<'_>,
    problems: &mut Vec<Problem>,
) {
    let Value::Object(map) = schema else {
        return;
    };
    let contradictions = contradictions(map).into_iter();
    problems.extend(contradictions.map(|message| Problem::new(path.pointer(), message)));
    if let Some(defaults) = defaults {
        default::check(defaults, map, path, problems);
    }
    for child in walk::children(map) {
        let keyword = path.key(child.keyword);
        visit(
            defaults,
            child.schema,
            &keyword.token(child.token),
            problems,
        );
    }
}
