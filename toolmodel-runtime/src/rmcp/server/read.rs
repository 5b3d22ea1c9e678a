//! Reads arguments into a call: unchanged, or repaired if the server is configured to.

use serde_json::{Map, Value, json};

use crate::error::{Error, ErrorKind};
use crate::repair::{self, Change};
use crate::typed::{ToolEntry, ToolSet};

/// The key in the `_meta` of a result that describes how the arguments of the call were repaired (see
/// [`Server::repair`](super::Server::repair)).
///
/// Its value has `count`, the number of changes, and `changes`, the first hundred of them: each with the
/// `instancePath` of the changed value in the repaired arguments, and the `mistake` that was repaired, as serialised by
/// [`Change`].
pub const REPAIRED: &str = "toolmodel/repaired";

/// Most changes reported; a call can have as many as it has values.
const MOST_CHANGES: usize = 100;

/// A call, and the changes to its arguments that made it readable.
pub(super) struct Read<S> {
    pub(super) call: S,
    pub(super) changes: Vec<Change>,
}

/// Reads the arguments of the tool with this id. What cannot be repaired is rejected as if nothing had been
/// tried.
pub(super) fn read<S: ToolSet>(
    id: &str,
    arguments: Value,
    repairs: bool,
) -> Result<Read<S>, Error> {
    let error = match S::parse(id, &arguments) {
        Ok(call) => {
            let changes = Vec::new();
            return Ok(Read { call, changes });
        }
        Err(error) => error,
    };
    let is_repairable = repairs && error.kind() == ErrorKind::InvalidArguments;
    let tool = S::TOOLS
        .iter()
        .find(|tool| is_repairable && tool.id() == id);
    let repaired = tool
        .map(ToolEntry::definition)
        .and_then(|definition| repair::arguments(definition, arguments).ok());
    let read = repaired.and_then(|repaired| {
        // The type may require more than the schema: formats, and what a user's type rejects.
        let call = S::parse(id, &repaired.arguments).ok()?;
        let changes = repaired.changes;
        Some(Read { call, changes })
    });
    read.ok_or(error)
}

/// Lists in the metadata what was changed, if anything was.
pub(super) fn tell(changes: &[Change], meta: &mut Map<String, Value>) {
    if changes.is_empty() {
        return;
    }
    let told: Vec<&Change> = changes.iter().take(MOST_CHANGES).collect();
    let told = json!({"count": changes.len(), "changes": told});
    meta.insert(REPAIRED.to_owned(), told);
}
