//! The result of a call.

use std::ops::Deref;

use ::rmcp::model::{CallToolResult, ContentBlock};

/// A tool's output, and what the server sent in addition.
///
/// It derefs to the output.
#[derive(Clone, Debug)]
pub struct Called<T> {
    output: T,
    result: CallToolResult,
}

impl<T> Called<T> {
    pub(super) fn new(output: T, result: CallToolResult) -> Self {
        Self { output, result }
    }

    /// The output alone.
    #[must_use]
    pub fn into_output(self) -> T {
        self.output
    }

    /// The text content, joined by line breaks.
    #[must_use]
    pub fn text(&self) -> String {
        text(&self.result).unwrap_or_default()
    }

    /// The result as sent: content, metadata, structured content.
    #[must_use]
    pub fn result(&self) -> &CallToolResult {
        &self.result
    }
}

impl<T> Deref for Called<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.output
    }
}

/// The text content of a result, joined by line breaks; `None` if there is none.
pub(super) fn text(result: &CallToolResult) -> Option<String> {
    let texts = result.content.iter().filter_map(|block| match block {
        ContentBlock::Text(block) => Some(block.text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}
