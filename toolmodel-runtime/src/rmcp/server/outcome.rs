//! The outcome of a call, in the SDK's types and the specification's words.

use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::typed::Answer;

/// What went wrong in a server, for its operator.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault<'a> {
    /// The output of a tool breaks its schema.
    Output {
        /// The tool's id.
        tool: &'static str,
        /// Every violation.
        error: &'a Error,
    },
    /// A handler panicked.
    Panic {
        /// The tool's id.
        tool: &'static str,
        /// The message of the panic.
        message: &'a str,
    },
}

impl std::fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Output { tool, error } => write!(f, "tool `{tool}`: {error}"),
            Self::Panic { tool, message } => write!(f, "tool `{tool}` panicked: {message}"),
        }
    }
}

/// The fault that an answer reports.
pub(super) fn fault<'a>(tool: &'static str, answer: &'a Answer) -> Option<Fault<'a>> {
    let error = answer.error()?;
    (error.kind() == ErrorKind::InvalidOutput).then_some(Fault::Output { tool, error })
}

/// A fault as reported to the caller.
pub(super) fn told(fault: &Fault<'_>) -> ErrorData {
    let text = match fault {
        Fault::Output { tool, .. } => format!("the output of tool `{tool}` breaks its schema"),
        Fault::Panic { tool, .. } => format!("tool `{tool}` failed unexpectedly"),
    };
    ErrorData::internal_error(text, None)
}

/// An answer as the SDK's result.
pub(super) fn result(answer: Answer) -> Result<CallToolResult, ErrorData> {
    let blocks = answer.content.into_iter().map(block);
    let content: Vec<ContentBlock> = blocks.collect::<Result<_, _>>()?;
    let mut result = if answer.is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    result.structured_content = answer.structured;
    result.meta = (!answer.meta.is_empty()).then_some(MetaObject(answer.meta));
    Ok(result)
}

fn block(block: Value) -> Result<ContentBlock, ErrorData> {
    if let Value::Object(mut fields) = block {
        if fields.len() == 2
            && fields.get("type").is_some_and(|kind| kind == "text")
            && let Some(Value::String(text)) = fields.get_mut("text")
        {
            return Ok(ContentBlock::text(std::mem::take(text)));
        }
        return serde_json::from_value(Value::Object(fields)).map_err(|error| {
            let text = format!("a handler gave a content block that MCP does not have: {error}");
            ErrorData::internal_error(text, None)
        });
    }
    let text = "a handler gave a content block that is no object";
    Err(ErrorData::internal_error(text, None))
}
