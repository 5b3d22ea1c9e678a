//! Reads calls out of responses that come in pieces.

use std::collections::BTreeMap;

use serde_json::Value;

use super::partial::Partial;
use super::read::{self, kind, text};
use super::{Call, RawArguments, RawCall};
use crate::adapter::batch::ConvertedTools;
use crate::adapter::limits::{DEEPEST_MESSAGE, RESTORING};
use crate::adapter::profile::Target;
use crate::error::Result;
use crate::meter::Meter;
use crate::schema::check_nesting;
use crate::schema::walk::items;

/// Puts the pieces of a streamed response together.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::Registry;
///
/// let tool = json!({"name": "now", "inputSchema": {"type": "object"}});
/// let tools = Registry::default().convert_all([tool], "mcp", "anthropic")?;
/// let mut stream = tools.stream_calls();
/// stream.push(&json!({"type": "content_block_start", "index": 0,
///     "content_block": {"type": "tool_use", "id": "toolu_1", "name": "now", "input": {}}}))?;
/// for piece in ["{\"zone\":", " \"UTC\"}"] {
///     stream.push(&json!({"type": "content_block_delta", "index": 0,
///         "delta": {"type": "input_json_delta", "partial_json": piece}}))?;
/// }
/// let calls = stream.finish();
/// assert_eq!(calls[0].arguments().unwrap(), &json!({"zone": "UTC"}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CallStream<'a> {
    tools: &'a ConvertedTools,
    meter: Meter,
    /// Calls in the order in which they started.
    open: Vec<Piece>,
    /// The last call that started at each index of the response.
    last: BTreeMap<u64, usize>,
    /// Calls that came whole.
    whole: Vec<RawCall>,
    /// The Vertex AI call that arrives argument by argument.
    partial: Partial,
}

#[derive(Debug, Default)]
struct Piece {
    index: u64,
    id: Option<String>,
    name: String,
    arguments: String,
    /// Arguments that came whole at the start; pieces that follow replace them.
    whole: Option<Value>,
}

impl<'a> CallStream<'a> {
    pub(super) fn new(tools: &'a ConvertedTools) -> Self {
        Self {
            tools,
            meter: Meter::new(RESTORING),
            open: Vec::new(),
            last: BTreeMap::new(),
            whole: Vec::new(),
            partial: Partial::default(),
        }
    }

    /// Takes one event, as the provider's API sends it; events about something else are
    /// ignored.
    ///
    /// # Errors
    /// [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded) when the pieces are larger than
    /// arguments may be or the event is nested too deeply, and as [`ConvertedTools::read_calls`].
    pub fn push(&mut self, event: &Value) -> Result<()> {
        self.meter.work(1)?;
        check_nesting(event, DEEPEST_MESSAGE)?;
        match self.tools.target {
            Some(Target::OpenAiChat | Target::Mistral) => {
                for call in items(event.pointer("/choices/0/delta/tool_calls")) {
                    let index = call.get("index").and_then(Value::as_u64).unwrap_or(0);
                    let function = call.get("function").unwrap_or(&Value::Null);
                    self.begin(index, text(call, "id"), text(function, "name"))?;
                    self.add(index, function.get("arguments"))?;
                }
            }
            Some(Target::OpenAiResponses) => self.responses(event)?,
            Some(Target::Anthropic) => {
                let index = event.get("index").and_then(Value::as_u64).unwrap_or(0);
                let block = event.get("content_block");
                if let Some(block) = block.filter(|block| kind(block) == Some("tool_use")) {
                    self.begin(index, text(block, "id"), text(block, "name"))?;
                    self.begin_with(index, block.get("input"))?;
                }
                self.add(index, event.pointer("/delta/partial_json"))?;
            }
            Some(Target::Bedrock) => {
                let start = event.get("contentBlockStart").unwrap_or(event);
                let index = start.get("contentBlockIndex").and_then(Value::as_u64);
                if let Some(call) = start.pointer("/start/toolUse") {
                    let (id, name) = (text(call, "toolUseId"), text(call, "name"));
                    self.begin(index.unwrap_or(0), id, name)?;
                }
                let delta = event.get("contentBlockDelta").unwrap_or(event);
                let index = delta.get("contentBlockIndex").and_then(Value::as_u64);
                self.add(index.unwrap_or(0), delta.pointer("/delta/toolUse/input"))?;
            }
            Some(Target::Gemini | Target::Vertex) => {
                let parts = items(event.pointer("/candidates/0/content/parts"));
                for call in parts.filter_map(read::gemini_call) {
                    self.meter.work(1)?;
                    self.whole.extend(self.partial.push(call, &self.meter)?);
                }
            }
            target => {
                read::calls(target, event, &self.meter)?;
            }
        }
        Ok(())
    }

    fn responses(&mut self, event: &Value) -> Result<()> {
        let index = event
            .get("output_index")
            .and_then(Value::as_u64)
            .unwrap_or(0);
        let item = event
            .get("item")
            .filter(|item| kind(item) == Some("function_call"));
        match (kind(event), item) {
            (Some("response.output_item.added"), Some(item)) => {
                self.begin(index, text(item, "call_id"), text(item, "name"))?;
                self.add(index, item.get("arguments"))
            }
            (Some("response.function_call_arguments.delta"), _) => {
                self.add(index, event.get("delta"))
            }
            // The whole item again, which counts when pieces were missed.
            (Some("response.output_item.done"), Some(item)) => {
                self.begin(index, text(item, "call_id"), text(item, "name"))?;
                if let Some(piece) = self.piece(index) {
                    piece.arguments.clear();
                }
                self.add(index, item.get("arguments"))
            }
            _ => Ok(()),
        }
    }

    fn piece(&mut self, index: u64) -> Option<&mut Piece> {
        let position = self.last.get(&index)?;
        self.open.get_mut(*position)
    }

    /// Starts a call, or continues the one that has started at its index. A different id means a different
    /// call, and so does a different name where there are no ids: Mistral does not promise an index, and some servers
    /// never advance it. Others repeat id and name, or send them again as empty strings.
    fn begin(&mut self, index: u64, id: Option<String>, name: Option<String>) -> Result<()> {
        let id = id.filter(|id| !id.is_empty());
        let name = name.filter(|name| !name.is_empty());
        let kept = [&id, &name].map(|text| text.as_ref().map_or(0, String::len));
        self.meter.write(kept.iter().sum::<usize>() + 64)?;
        let is_same = |piece: &mut Piece| match (&piece.id, &id) {
            (Some(begun), Some(id)) => begun == id,
            (None, None) => {
                piece.name.is_empty() || name.as_ref().is_none_or(|name| piece.name == *name)
            }
            _ => true,
        };
        if !self.piece(index).is_some_and(is_same) {
            self.last.insert(index, self.open.len());
            self.open.push(Piece {
                index,
                ..Piece::default()
            });
        }
        if let Some(piece) = self.piece(index) {
            piece.id = id.or(piece.id.take());
            if let Some(name) = name {
                piece.name = name;
            }
        }
        Ok(())
    }

    /// Keeps arguments that come with the start of a call. The service sends an empty object there and all arguments
    /// in pieces; others send them whole, and no pieces.
    fn begin_with(&mut self, index: u64, arguments: Option<&Value>) -> Result<()> {
        let Some(Value::Object(whole)) = arguments.filter(|_| self.last.contains_key(&index))
        else {
            return Ok(());
        };
        if whole.is_empty() {
            return Ok(());
        }
        let whole = Value::Object(whole.clone());
        self.meter.write(whole.to_string().len())?;
        if let Some(open) = self.piece(index) {
            open.whole = Some(whole);
        }
        Ok(())
    }

    /// Appends to the arguments of a call that has started; some services send them whole, as JSON.
    fn add(&mut self, index: u64, piece: Option<&Value>) -> Result<()> {
        let text = match piece {
            Some(Value::String(text)) => text.clone(),
            Some(whole @ Value::Object(_)) => whole.to_string(),
            _ => return Ok(()),
        };
        self.meter.write(text.len())?;
        if let Some(open) = self.piece(index) {
            open.arguments.push_str(&text);
        }
        Ok(())
    }

    /// The calls, once the response has ended.
    #[must_use]
    pub fn finish(mut self) -> Vec<Call> {
        self.open.sort_by_key(|piece| piece.index);
        let pieces = self.open.into_iter().map(|piece| RawCall {
            id: piece.id,
            name: piece.name,
            arguments: match piece.whole {
                Some(whole) if piece.arguments.is_empty() => RawArguments::Value(whole),
                _ => RawArguments::Text(piece.arguments),
            },
        });
        let meter = Meter::new(RESTORING);
        let raw = self.whole.into_iter().chain(self.partial.finish());
        self.tools.calls(raw.chain(pieces), &meter)
    }
}
