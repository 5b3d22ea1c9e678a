//! Finds in a wire tool what its provider is known to refuse, before the provider does.
//!
//! The providers' SDKs check the structure of a tool and little of its schemas; the services
//! report one mistake per request. This lists all of them.

mod gemini;
mod limits;
mod request;
mod schema;
mod strict;
mod tool;

use std::fmt;

use serde_json::Value;

use crate::error::excerpt::in_one_line;
use crate::schema::check_nesting;

pub use super::profile::Target;
pub(crate) use limits::is_within as is_within_limits;
pub(crate) use schema::{check_limits, check_schema, is_clean};

/// Which rule a tool breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A required field is missing, or has the wrong type.
    Shape,
    /// A field that the format does not have.
    UnknownField,
    /// Two fields exclude each other.
    Conflict,
    /// The tool's name is refused.
    Name,
    /// Responses treats a tool without `strict` as strict.
    StrictUnset,
    /// The root is not `type: "object"`.
    RootType,
    /// The root has a keyword that only subschemas may have.
    RootKeyword,
    /// A keyword is refused.
    Keyword,
    /// An object has no `properties`.
    MissingProperties,
    /// An array has no `items`.
    MissingItems,
    /// `required` does not match `properties`.
    Required,
    /// `additionalProperties` is not `false`.
    OpenObject,
    /// A `format` is refused.
    Format,
    /// A `pattern` that the grammar cannot express.
    Pattern,
    /// A reference leads nowhere, out of the document, or where it may not lead.
    Reference,
    /// A reference has keywords beside it.
    ReferenceSiblings,
    /// A schema refers to itself.
    Recursion,
    /// A property name is refused.
    PropertyName,
    /// A schema does not state its type.
    Untyped,
    /// A type is given as an array.
    TypeArray,
    /// A boolean schema.
    BooleanSchema,
    /// An enum has refused values, or is on a type that may not have one.
    Enum,
    /// `anyOf` has keywords beside it.
    AnyOfSiblings,
    /// A keyword is on a type it does not belong to.
    WrongType,
    /// `minItems` is neither 0 nor 1.
    MinItems,
    /// A schema is written in an older dialect than 2020-12.
    Dialect,
    /// The schema is larger than allowed.
    Limit,
    /// All tools together exceed a limit.
    Budget,
}

/// One thing that the provider refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Complaint {
    /// The violated rule.
    pub rule: Rule,
    /// JSON pointer into the checked JSON.
    pub pointer: String,
    /// What was found and what is accepted.
    pub message: String,
}

impl Complaint {
    pub(crate) fn new(rule: Rule, pointer: impl Into<String>, message: impl fmt::Display) -> Self {
        Self {
            rule,
            pointer: pointer.into(),
            message: message.to_string(),
        }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => write!(f, "/: {}", self.message),
            pointer => write!(f, "{}: {}", in_one_line(pointer), self.message),
        }
    }
}

/// Everything in one wire tool that its provider refuses, in document order.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::lint::{Rule, Target, lint};
///
/// let tool = json!({"name": "f", "input_schema": {"type": "object", "anyOf": [{"required": ["a"]}]}});
/// let complaints = lint(Target::Anthropic, &tool);
/// assert_eq!(complaints[0].rule, Rule::RootKeyword);
/// assert_eq!(complaints[0].pointer, "/input_schema/anyOf");
/// ```
#[must_use]
pub fn lint(target: Target, tool: &Value) -> Vec<Complaint> {
    let levels = super::recognise::deepest(tool);
    if let Err(exceeded) = check_nesting(tool, levels) {
        return vec![Complaint::new(Rule::Limit, "", exceeded.to_string())];
    }
    tool::check(target, tool)
}

/// Everything that is refused in the tools of one request: what [`lint`] finds in each, names that
/// occur twice, and the limits that all of them exceed together. Pointers start with the index of the tool.
#[must_use]
pub fn lint_request(target: Target, tools: &[Value]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (i, tool) in tools.iter().enumerate() {
        let found = lint(target, tool).into_iter();
        complaints.extend(found.map(|complaint| Complaint {
            pointer: format!("/{i}{}", complaint.pointer),
            ..complaint
        }));
    }
    request::check(target, tools, &mut complaints);
    complaints
}
