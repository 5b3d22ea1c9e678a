//! Calls of a server's tools: validated against their schemas on the way out and on the way back.

mod called;
mod error;
mod tools;

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, PoisonError, RwLock};

use ::rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, JsonObject};
use ::rmcp::{Peer, RoleClient};
use serde_json::Value;

pub use called::Called;
pub use error::CallError;

use crate::compare::{self, ListChange, Verdict};
use crate::error::{Error, ErrorKind};
use crate::model::Tool;
use crate::private::set::{Wanted, answered};
use crate::schema::kind_of;
use crate::typed::{ToolEntry, ToolSet, TypedTool};
use crate::validate::{DefaultValidator, SchemaValidator as _};

/// Calls tools of a server: those of the set `S` with their types, any other by its advertised
/// schema.
///
/// ```
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// use rmcp::{Peer, RoleClient};
/// use toolmodel_runtime::rmcp::Client;
/// use toolmodel_runtime::{Tool, tool_set};
///
/// /// Look up a word.
/// #[derive(Tool, Serialize, Deserialize, JsonSchema)]
/// #[tool(output = Entry)]
/// struct Define { word: String }
///
/// #[derive(Serialize, Deserialize, JsonSchema)]
/// struct Entry { meaning: String }
///
/// tool_set![Define]; // or `include_tools!()`, generated from the server's own list
///
/// # async fn run(peer: Peer<RoleClient>) -> Result<(), Box<dyn std::error::Error>> {
/// let dictionary = Client::<ToolCall>::new(peer);
/// dictionary.verify().await?; // what has drifted is reported now instead of failing later
/// let entry = dictionary.call(Define { word: "tool".to_owned() }).await?;
/// println!("{}", entry.meaning);
/// # Ok(()) }
/// ```
pub struct Client<S> {
    peer: Peer<RoleClient>,
    /// What the server advertised in its last answer.
    advertised: Arc<RwLock<Option<Arc<Vec<Tool>>>>>,
    set: PhantomData<fn() -> S>,
}

impl<S: ToolSet> Client<S> {
    /// A client of the server at the other end, with which the SDK has completed the handshake.
    #[must_use]
    pub fn new(peer: Peer<RoleClient>) -> Self {
        Self {
            peer,
            advertised: Arc::default(),
            set: PhantomData,
        }
    }

    /// The server.
    #[must_use]
    pub fn peer(&self) -> &Peer<RoleClient> {
        &self.peer
    }

    /// Calls a tool of the set.
    ///
    /// The arguments are validated against the tool's schema before they are sent, and the result before it is
    /// returned.
    ///
    /// # Errors
    /// When a schema is broken, the tool fails, or the server does not answer.
    pub async fn call<T>(&self, tool: T) -> Result<Called<T::Output>, CallError>
    where
        T: TypedTool,
        S: From<T>,
    {
        let written =
            answered(&tool, tool.check(), Wanted::Arguments).map_err(CallError::Arguments)?;
        drop(tool);
        let mut tools = S::TOOLS.iter();
        let entry = tools.find(|entry| entry.id() == T::ID);
        let name = entry.map_or(T::NAME, ToolEntry::wire_name);
        let result = self.send(name, object(written)?).await?;
        let has_schema = T::definition().output_schema.is_some();
        let output = output_of(&result, has_schema)?;
        let output = T::parse_output(&output).map_err(CallError::Output)?;
        Ok(Called::new(output, result))
    }

    /// Calls a tool by its name on the wire, whether it is in the set or not.
    ///
    /// Arguments and structured result are validated against the schemas that the server advertises.
    ///
    /// # Errors
    /// As [`Client::call`], and when the server does not advertise the tool.
    pub async fn call_foreign(
        &self,
        name: &str,
        arguments: Value,
    ) -> Result<Called<Value>, CallError> {
        let tool = self.find(name).await?;
        let validator = DefaultValidator::shared();
        let checked = validator.validate_input(&tool, &arguments);
        checked.map_err(CallError::Arguments)?;
        let result = self.send(name, object(arguments)?).await?;
        let output = output_of(&result, tool.output_schema.is_some())?;
        if tool.output_schema.is_some() {
            let checked = validator.validate_output(&tool, &output);
            checked.map_err(CallError::Output)?;
        }
        Ok(Called::new(output, result))
    }

    /// The tools that the server currently advertises, from all pages.
    ///
    /// # Errors
    /// When the server does not answer, advertises something that is not a tool, or never stops advertising.
    pub async fn tools(&self) -> Result<Arc<Vec<Tool>>, CallError> {
        let tools = Arc::new(tools::list(&self.peer).await?);
        let advertised = &self.advertised;
        let mut advertised = advertised.write().unwrap_or_else(PoisonError::into_inner);
        *advertised = Some(Arc::clone(&tools));
        Ok(tools)
    }

    /// Whether the server still offers what the set was made from.
    ///
    /// A tool that is gone, or has changed so that what these types send or read is no longer compatible, is
    /// [`CallError::Drifted`]. New tools, harmless changes and undecided ones are in the report, in either case.
    ///
    /// # Errors
    /// When something breaks, and as [`Client::tools`].
    pub async fn verify(&self) -> Result<ListChange, CallError> {
        let advertised = self.tools().await?;
        let known: Vec<Tool> = S::TOOLS.iter().map(on_the_wire).collect();
        let change = compare::lists(&known, advertised.iter());
        match change.verdict {
            Verdict::Breaking => Err(CallError::Drifted(Box::new(change))),
            _ => Ok(change),
        }
    }

    /// An advertised tool; the list is fetched again if the tool is not in it.
    async fn find(&self, name: &str) -> Result<Tool, CallError> {
        let of = |tools: &[Tool]| tools.iter().find(|tool| tool.name == name).cloned();
        let known = {
            let advertised = &self.advertised;
            let advertised = advertised.read().unwrap_or_else(PoisonError::into_inner);
            advertised.as_ref().and_then(|tools| of(tools))
        };
        if let Some(tool) = known {
            return Ok(tool);
        }
        let tools = self.tools().await?;
        of(&tools).ok_or_else(|| tools::unknown(name, &tools))
    }

    async fn send(&self, name: &str, arguments: JsonObject) -> Result<CallToolResult, CallError> {
        let request = CallToolRequestParams::new(name.to_owned()).with_arguments(arguments);
        match self.peer.call_tool_once(request).await? {
            CallToolResponse::Complete(result) if result.is_error == Some(true) => {
                Err(CallError::Failed(Box::new(Called::new((), result))))
            }
            CallToolResponse::Complete(result) => Ok(result),
            _ => Err(CallError::Unfinished),
        }
    }
}

impl<S> Clone for Client<S> {
    fn clone(&self) -> Self {
        Self {
            peer: self.peer.clone(),
            advertised: Arc::clone(&self.advertised),
            set: PhantomData,
        }
    }
}

impl<S: ToolSet> fmt::Debug for Client<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = S::TOOLS.iter().map(ToolEntry::wire_name);
        let mut debug = f.debug_struct("Client");
        debug
            .field("tools", &names.collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// A tool of a set as its server would advertise it. The SDK has no place for `execution`, which
/// would otherwise appear to be gone.
fn on_the_wire(entry: &ToolEntry) -> Tool {
    let mut tool = entry.definition().clone();
    entry.wire_name().clone_into(&mut tool.name);
    tool.namespace = None;
    tool.execution = None;
    tool
}

/// MCP sends only objects.
fn object(arguments: Value) -> Result<JsonObject, CallError> {
    match arguments {
        Value::Object(arguments) => Ok(arguments),
        other => {
            let message = format!("arguments are an object, found {}", kind_of(&other));
            Err(CallError::Arguments(Error::new(
                ErrorKind::InvalidArguments,
                message,
            )))
        }
    }
}

/// The output in a result. Without an output schema a text is the output, as [`crate::Answer`] writes it.
fn output_of(result: &CallToolResult, has_schema: bool) -> Result<Value, CallError> {
    if let Some(structured) = &result.structured_content {
        return Ok(structured.clone());
    }
    if has_schema {
        let message = "the tool has an output schema, and the result has no structured content";
        return Err(CallError::Output(Error::new(
            ErrorKind::InvalidOutput,
            message,
        )));
    }
    let text = called::text(result);
    Ok(text.map_or(Value::Null, Value::String))
}
