//! What a handler returns, with and without its type.

use serde_json::{Map, Value, json};

use super::failure::ToolFailure;
use crate::error::{Error, ErrorKind, Result};

/// A tool's output, with optional content and metadata.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::Reply;
///
/// let reply = Reply::new(7).with_text("seven").with_meta("example.com/cached", json!(true));
/// assert_eq!(reply.content.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reply<T> {
    /// The output.
    pub output: T,
    /// Content blocks of MCP; if empty, the result gets one with the output as text.
    pub content: Vec<Value>,
    /// `_meta` of the result.
    pub meta: Map<String, Value>,
}

impl<T> Reply<T> {
    /// Just an output.
    #[must_use]
    pub fn new(output: T) -> Self {
        Self {
            output,
            content: Vec::new(),
            meta: Map::new(),
        }
    }

    /// Adds a text block.
    #[must_use]
    pub fn with_text(self, text: impl Into<String>) -> Self {
        self.with_block(json!({"type": "text", "text": text.into()}))
    }

    /// Adds a content block of MCP, such as `{"type": "image", ...}`.
    #[must_use]
    pub fn with_block(mut self, block: Value) -> Self {
        self.content.push(block);
        self
    }

    /// Adds to the metadata.
    #[must_use]
    pub fn with_meta(mut self, key: impl Into<String>, value: Value) -> Self {
        self.meta.insert(key.into(), value);
        self
    }
}

impl<T> From<T> for Reply<T> {
    fn from(output: T) -> Self {
        Self::new(output)
    }
}

/// The result of a call, for any tool, to be returned to the caller.
///
/// Errors become answers with `into()`, so that a model reads what was wrong with its call.
///
/// ```
/// use toolmodel_runtime::{Answer, Error, ErrorKind};
///
/// let answer = Answer::from_text("three files");
/// assert_eq!(answer.text(), "three files");
/// let refused = Answer::from(Error::new(ErrorKind::UnknownTool, "no tool is called `lst`"));
/// assert!(refused.is_error);
/// assert_eq!(refused.error().map(Error::kind), Some(ErrorKind::UnknownTool));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The structured result, validated against the tool's output schema.
    pub structured: Option<Value>,
    /// Content blocks of MCP.
    pub content: Vec<Value>,
    /// Whether this reports a failure.
    pub is_error: bool,
    /// `_meta` of the result.
    pub meta: Map<String, Value>,
    error: Option<Error>,
}

impl Answer {
    /// An answer in text.
    #[must_use]
    pub fn from_text(text: impl Into<String>) -> Self {
        Self {
            structured: None,
            content: vec![json!({"type": "text", "text": text.into()})],
            is_error: false,
            meta: Map::new(),
            error: None,
        }
    }

    /// An output that has been written as JSON and validated against its schema, if it has one.
    pub(crate) fn of_output(
        written: Result<Value>,
        has_schema: bool,
        content: Vec<Value>,
        meta: Map<String, Value>,
    ) -> Self {
        let output = match written {
            Ok(output) => output,
            Err(error) => return error.into(),
        };
        // Without an output schema a string becomes text and null becomes no content; an object can be
        // structured nevertheless.
        let is_structured = has_schema || output.is_object();
        let content = match &output {
            _ if !content.is_empty() => content,
            Value::Null if !has_schema => Vec::new(),
            Value::String(text) if !has_schema => vec![json!({"type": "text", "text": text})],
            output => vec![json!({"type": "text", "text": output.to_string()})],
        };
        Self {
            structured: is_structured.then_some(output),
            content,
            is_error: false,
            meta,
            error: None,
        }
    }

    /// The error that this reports: about arguments, an unknown tool, or an output that breaks
    /// its schema. `None` for a result, and for a handler's own failure.
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }

    /// The text blocks, joined by line breaks.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self
            .content
            .iter()
            .filter_map(|block| block["text"].as_str());
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The corresponding result of MCP's `tools/call`.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolmodel_runtime::Answer;
    ///
    /// let answer = Answer::from_text("done");
    /// assert_eq!(answer.to_value(), json!({"content": [{"type": "text", "text": "done"}]}));
    /// ```
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut result = Map::new();
        result.insert("content".to_owned(), Value::Array(self.content.clone()));
        if let Some(structured) = &self.structured {
            result.insert("structuredContent".to_owned(), structured.clone());
        }
        if self.is_error {
            result.insert("isError".to_owned(), Value::Bool(true));
        }
        if !self.meta.is_empty() {
            result.insert("_meta".to_owned(), Value::Object(self.meta.clone()));
        }
        Value::Object(result)
    }
}

impl From<Error> for Answer {
    fn from(error: Error) -> Self {
        // How an output breaks its schema is the server's business, not the caller's.
        let text = match error.kind() {
            ErrorKind::InvalidOutput => "the tool's output breaks its schema".to_owned(),
            _ => error.to_model_text(),
        };
        Self {
            is_error: true,
            error: Some(error),
            ..Self::from_text(text)
        }
    }
}

impl From<ToolFailure> for Answer {
    fn from(failure: ToolFailure) -> Self {
        Self {
            is_error: true,
            ..Self::from_text(failure.text())
        }
    }
}
