//! What a tool's author says about it beyond its definition.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Documentation that augments a tool's definition.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct DocEntry {
    /// One short paragraph.
    pub summary: String,
    /// Everything else worth saying.
    pub notes: String,
    /// Calls that show how the tool is used.
    pub examples: Vec<ToolExample>,
    /// Links to read more.
    pub external_refs: Vec<String>,
}

/// A call that shows how a tool is used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct ToolExample {
    /// Names the example among those of its tool.
    pub id: String,
    /// A title for people.
    pub title: String,
    /// What the call does.
    pub description: String,
    /// The arguments of the call.
    pub args: Map<String, Value>,
    /// What the result looks like.
    pub result_hint: String,
}
