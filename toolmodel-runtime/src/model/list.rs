//! Reading many tools at once, as servers list them: one bad tool does not spoil the list.

use serde_json::{Map, Value};

use super::Tool;
use crate::error::{Error, ErrorKind, Result};
use crate::schema::{dismantle, kind_of, parse};

/// The tools of a list that could be read, and an error for each one that could not.
///
/// ```
/// use toolmodel_runtime::ToolList;
///
/// let list = ToolList::from_mcp_json(
///     r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}}, {"name": "b"}]}"#,
/// )?;
/// assert_eq!(list.tools.len(), 1);
/// assert_eq!(
///     list.errors[0].to_string(),
///     "invalid tool: /tools/1/inputSchema: is required",
/// );
/// assert!(list.into_result().is_err());
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ToolList {
    /// The tools that could be read, in the order of the list.
    pub tools: Vec<Tool>,
    /// One error per tool that could not be read; their pointers start at the root of the document.
    pub errors: Vec<Error>,
    /// Where the next page starts, when the server has more.
    pub next_cursor: Option<String>,
}

impl ToolList {
    /// Reads an array of tools, a `tools/list` result, or the JSON-RPC response around it.
    ///
    /// A tool counts as bad if [`Tool::from_mcp_json`] refuses it; names and schemas are not
    /// checked, see [`Tool::validate`] and [`Tool::validate_for`].
    ///
    /// # Errors
    /// [`ErrorKind::InvalidTool`] when the text is not JSON, holds no list, or is a JSON-RPC error;
    /// [`ErrorKind::LimitExceeded`] when it is nested too deeply.
    pub fn from_mcp_json(json: impl AsRef<[u8]>) -> Result<Self> {
        Self::from_mcp_value(parse(ErrorKind::InvalidTool, json.as_ref())?)
    }

    /// [`ToolList::from_mcp_json`] for JSON that is already parsed.
    ///
    /// # Errors
    /// As [`ToolList::from_mcp_json`].
    pub fn from_mcp_value(value: Value) -> Result<Self> {
        let mut list = Self::default();
        match value {
            Value::Array(items) => list.read(items, ""),
            Value::Object(mut map) => {
                let outcome = match map.get_mut("result") {
                    Some(Value::Object(result)) => list.read_page(result, "/result"),
                    _ => list.read_page(&mut map, ""),
                };
                // What is left may be nested too deep for an ordinary drop.
                dismantle(Value::Object(map));
                outcome?;
            }
            other => return Err(no_list("", &other)),
        }
        Ok(list)
    }

    /// All tools, or one error that lists what is wrong with every bad one.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidTool`] when any tool could not be read.
    pub fn into_result(self) -> Result<Vec<Tool>> {
        let problems = self.errors.iter().flat_map(Error::problems).cloned();
        Error::check(ErrorKind::InvalidTool, problems.collect())?;
        Ok(self.tools)
    }

    fn read_page(&mut self, page: &mut Map<String, Value>, pointer: &str) -> Result<()> {
        if let Some(Value::String(cursor)) = page.get("nextCursor") {
            self.next_cursor = Some(cursor.clone());
        }
        let is_error = page.get("error").is_some_and(Value::is_object);
        match page.get_mut("tools") {
            Some(Value::Array(items)) => {
                let items = std::mem::take(items);
                self.read(items, &format!("{pointer}/tools"));
                Ok(())
            }
            Some(other) => Err(no_list(&format!("{pointer}/tools"), other)),
            None if is_error => Err(Error::at(
                ErrorKind::InvalidTool,
                format!("{pointer}/error"),
                "the response is an error, not a list of tools",
            )),
            None => Err(Error::at(
                ErrorKind::InvalidTool,
                pointer,
                "expected an array of tools or an object with `tools`",
            )),
        }
    }

    fn read(&mut self, items: Vec<Value>, pointer: &str) {
        for (i, item) in items.into_iter().enumerate() {
            match Tool::from_mcp_value(item) {
                Ok(tool) => self.tools.push(tool),
                Err(error) => self.errors.push(error.below(&format!("{pointer}/{i}"))),
            }
        }
    }
}

fn no_list(pointer: &str, found: &Value) -> Error {
    let message = format!("expected an array of tools, found {}", kind_of(found));
    Error::at(ErrorKind::InvalidTool, pointer, message)
}
