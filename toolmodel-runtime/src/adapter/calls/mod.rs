//! Reads tool calls out of a provider's response, whole or in pieces, and writes results into its messages.

mod partial;
mod read;
mod stream;
mod write;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::batch::ConvertedTools;
use super::converted::ConvertedTool;
use super::limits::{DEEPEST_MESSAGE, RESTORING};
use crate::error::{Error, ErrorKind, Result};
use crate::meter::Meter;
use crate::schema::{check_nesting, parse};

pub use stream::CallStream;

/// A call requested by a model.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::{Call, Registry};
///
/// let tool = json!({"name": "get", "namespace": "gh", "inputSchema": {"type": "object"}});
/// let tools = Registry::default().convert_all([tool], "mcp", "openai")?;
/// let call = Call::new(Some("call_1".to_owned()), "gh:get", "get", json!({"id": 5}));
/// assert_eq!(call.arguments().ok(), Some(&json!({"id": 5})));
/// let message = tools.write_result(&call, &json!({"stars": 3}));
/// assert_eq!(message["tool_call_id"], "call_1");
/// # Ok::<(), toolmodel_runtime::adapter::RegistryError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Call {
    /// The provider's id of the call, which its result refers to; Gemini may omit it.
    pub id: Option<String>,
    /// The id of the tool, such as `github:get_repo`; the name on the wire if no tool that was
    /// sent has it.
    pub tool: String,
    /// The tool's name on the wire.
    pub name: String,
    arguments: Result<Value>,
}

impl Call {
    /// A call as if it had been read from a response.
    #[must_use]
    pub fn new(
        id: Option<String>,
        tool: impl Into<String>,
        name: impl Into<String>,
        arguments: Value,
    ) -> Self {
        Self {
            id,
            tool: tool.into(),
            name: name.into(),
            arguments: Ok(arguments),
        }
    }

    /// The arguments as the tool takes them: names and absent properties are mapped back. They are not
    /// validated yet.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArguments`] when the model did not write JSON, [`ErrorKind::UnknownTool`] when
    /// it called a tool that was not sent, [`ErrorKind::LimitExceeded`] when reading the
    /// arguments would cost too much. [`Error::to_tool_error`] is what to send the model then.
    pub fn arguments(&self) -> Result<&Value, &Error> {
        self.arguments.as_ref()
    }
}

/// A call as the provider represents it.
#[derive(Debug)]
struct RawCall {
    id: Option<String>,
    name: String,
    arguments: RawArguments,
}

#[derive(Debug)]
enum RawArguments {
    /// JSON in a string, as OpenAI has it.
    Text(String),
    Value(Value),
}

impl ConvertedTools {
    /// The calls that a response requests, in its order, mapped back to the tools that were sent. Accepts what
    /// the provider's API returns: a chat completion or one of its messages, a response of Responses, a message
    /// of Anthropic's, Gemini's content, Bedrock's output.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolmodel_runtime::adapter::Registry;
    ///
    /// let tool = json!({
    ///     "name": "search", "namespace": "docs",
    ///     "inputSchema": {
    ///         "type": "object",
    ///         "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
    ///         "required": ["query"],
    ///     }
    /// });
    /// let tools = Registry::default().convert_all([tool], "mcp", "openai-strict")?;
    /// let response = json!({"choices": [{"message": {"role": "assistant", "tool_calls": [{
    ///     "id": "call_1", "type": "function",
    ///     "function": {"name": "search", "arguments": "{\"query\": \"tools\", \"limit\": null}"}
    /// }]}}]});
    /// let calls = tools.read_calls(&response)?;
    /// assert_eq!(calls[0].tool, "docs:search");
    /// assert_eq!(calls[0].arguments().unwrap(), &json!({"query": "tools"}));
    ///
    /// let result = json!({"content": [{"type": "text", "text": "nothing found"}]});
    /// assert_eq!(
    ///     tools.write_result(&calls[0], &result),
    ///     json!({"role": "tool", "tool_call_id": "call_1", "content": "nothing found"})
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOutput`] when the response is not one of the provider's, naming the
    /// place; [`ErrorKind::LimitExceeded`] when it is nested too deeply. Mistakes in the arguments of one call
    /// are reported by [`Call::arguments`].
    pub fn read_calls(&self, response: &Value) -> Result<Vec<Call>> {
        check_nesting(response, DEEPEST_MESSAGE)?;
        let meter = Meter::new(RESTORING);
        let raw = read::calls(self.target, response, &meter)?;
        Ok(self.calls(raw, &meter))
    }

    /// Reads calls out of a response that comes in pieces.
    #[must_use]
    pub fn stream_calls(&self) -> CallStream<'_> {
        CallStream::new(self)
    }

    /// The provider's message with the result of a call. The result has the form of MCP:
    /// `{"content": [...], "structuredContent": ..., "isError": ...}`. Any other JSON is taken as the
    /// structured content itself. If a result is nested deeper than 128 levels, the message only states that.
    ///
    /// Anthropic, Gemini and Bedrock require the results of all calls of one response in one message:
    /// [`ConvertedTools::write_results`].
    #[must_use]
    pub fn write_result(&self, call: &Call, result: &Value) -> Value {
        let mut messages = write::messages(self.target, &[(call, result)]);
        messages.pop().unwrap_or_default()
    }

    /// The provider's messages with the results of the calls of one response.
    #[must_use]
    pub fn write_results(&self, results: &[(&Call, &Value)]) -> Vec<Value> {
        write::messages(self.target, results)
    }

    fn calls(&self, raw: impl IntoIterator<Item = RawCall>, meter: &Meter) -> Vec<Call> {
        let named = self.tools.iter().map(|tool| (&*tool.name.wire, tool));
        let by_name: HashMap<&str, &ConvertedTool> = named.collect();
        let calls = raw.into_iter();
        calls.map(|raw| self.call(raw, &by_name, meter)).collect()
    }

    fn call(&self, raw: RawCall, by_name: &HashMap<&str, &ConvertedTool>, meter: &Meter) -> Call {
        let RawCall {
            id,
            name,
            arguments,
        } = raw;
        let tool = by_name.get(name.as_str());
        let arguments = match tool {
            None => {
                let known = self.tools.iter().map(|tool| tool.name.wire.as_str());
                let known: Vec<&str> = known.take(MOST_NAMES).collect();
                let message = format!(
                    "no tool is called `{}`; there are {}",
                    crate::error::excerpt::cut(&name),
                    known.join(", ")
                );
                Err(Error::new(ErrorKind::UnknownTool, message))
            }
            Some(tool) => {
                parsed(arguments, meter).and_then(|arguments| tool.restore_arguments(arguments))
            }
        };
        Call {
            id,
            tool: tool.map_or_else(|| name.clone(), |tool| tool.name.id.clone()),
            name,
            arguments,
        }
    }
}

/// Bytes that a byte of JSON text is charged for.
const PARSED: usize = 4;

/// Most tool names listed in an error.
const MOST_NAMES: usize = 20;

fn parsed(arguments: RawArguments, meter: &Meter) -> Result<Value> {
    match arguments {
        // Models omit empty arguments.
        RawArguments::Value(Value::Null) => Ok(Value::Object(Map::new())),
        RawArguments::Value(value) => Ok(value),
        RawArguments::Text(text) if text.trim().is_empty() => Ok(Value::Object(Map::new())),
        RawArguments::Text(text) => {
            // What is parsed takes more memory than the text, numbers and empty objects most of all.
            meter.write(PARSED * text.len())?;
            parse(ErrorKind::InvalidArguments, text.as_bytes())
        }
    }
}
