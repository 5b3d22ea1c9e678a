//! The combined limits on the tools of one request.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use super::facts::{MAX_DECLARATIONS, MAX_OPTIONAL, MAX_STRICT_TOOLS, MAX_TOOLS, MAX_UNIONS};
use super::profile::Target;
use crate::schema::walk::{each, keyword, texts};

/// A limit of a request that its tools exceed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OverBudget {
    /// What there is too much of.
    pub what: &'static str,
    /// How much there is.
    pub found: usize,
    /// How much is accepted.
    pub limit: usize,
}

impl OverBudget {
    pub(crate) fn of(what: &'static str, found: usize, limit: usize) -> Option<Self> {
        (found > limit).then_some(Self { what, found, limit })
    }

    /// More tools than the format accepts.
    pub(crate) fn of_tools(target: Target, found: usize) -> Option<Self> {
        match target {
            Target::Gemini | Target::Vertex => {
                Self::of("function declarations", found, MAX_DECLARATIONS)
            }
            Target::OpenAiChat | Target::OpenAiResponses => Self::of("tools", found, MAX_TOOLS),
            _ => None,
        }
    }
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, found, limit } = self;
        write!(
            f,
            "{found} {what}, at most {limit} are accepted in a request"
        )
    }
}

/// What the strict tools of an Anthropic request use up.
#[derive(Clone, Copy, Default)]
pub(crate) struct Budget {
    tools: usize,
    optional: usize,
    unions: usize,
}

impl Budget {
    /// The budget after adding a tool with this input schema.
    pub(crate) fn with(self, schema: &Value) -> Self {
        let (optional, unions) = parameters(schema);
        Self {
            tools: self.tools + 1,
            optional: self.optional + optional,
            unions: self.unions + unions,
        }
    }

    /// Everything that is too much.
    pub(crate) fn over(self) -> impl Iterator<Item = OverBudget> {
        let optional = "optional parameters in strict tools";
        let unions = "parameters of a union type in strict tools";
        let over = [
            OverBudget::of("strict tools", self.tools, MAX_STRICT_TOOLS),
            OverBudget::of(optional, self.optional, MAX_OPTIONAL),
            OverBudget::of(unions, self.unions, MAX_UNIONS),
        ];
        over.into_iter().flatten()
    }

    /// What already exceeds the limits of a request in one tool.
    pub(crate) fn over_of_one(schema: &Value) -> impl Iterator<Item = OverBudget> {
        let (optional, unions) = parameters(schema);
        let over = [
            OverBudget::of("optional parameters", optional, MAX_OPTIONAL),
            OverBudget::of("parameters of a union type", unions, MAX_UNIONS),
        ];
        over.into_iter().flatten()
    }
}

/// How many properties of a schema are not required, and how many of its subschemas are unions: `anyOf`
/// or several types.
fn parameters(schema: &Value) -> (usize, usize) {
    let (mut optional, mut unions) = (0, 0);
    let mut stack = vec![schema];
    while let Some(Value::Object(map)) = stack.pop() {
        if let Some(Value::Object(properties)) = keyword(map, "properties") {
            let required: BTreeSet<&str> = texts(keyword(map, "required")).collect();
            let is_optional = |name: &&String| !required.contains(name.as_str());
            optional += properties.keys().filter(is_optional).count();
        }
        let several_types = keyword(map, "type").is_some_and(Value::is_array);
        unions += usize::from(several_types || keyword(map, "anyOf").is_some());
        each(map, |_, _, child| {
            if child.is_object() {
                stack.push(child);
            }
        });
    }
    (optional, unions)
}
