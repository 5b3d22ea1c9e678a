//! What an in-memory store keeps of each tool.

use std::sync::{Arc, OnceLock};

use super::caps::{ArgsSize, MAX_SUMMARY_LEN, cap_entry};
use super::{DocEntry, DocsError, OversizedArgs, SchemaInfo, ToolExample};
use crate::error::excerpt::truncated;
use crate::model::Tool;
use crate::schema::dismantle;

/// Shared and never changed in place, so that a reader holds the lock only to take a reference.
#[derive(Clone, Default)]
pub(super) struct Record {
    pub(super) entry: Option<Arc<DocEntry>>,
    pub(super) tool: Option<Arc<Registered>>,
}

/// A registered tool, and the information in its input schema, once requested.
pub(super) struct Registered {
    tool: Tool,
    pub(super) info: OnceLock<Option<Arc<SchemaInfo>>>,
}

impl Registered {
    pub(super) fn new(tool: Tool) -> Arc<Self> {
        Arc::new(Self {
            tool,
            info: OnceLock::new(),
        })
    }
}

/// A tool that was found.
#[expect(
    clippy::large_enum_variant,
    reason = "lives on the stack for one answer"
)]
pub(super) enum Found {
    Registered(Arc<Registered>),
    LookedUp(Tool),
}

impl Found {
    pub(super) fn tool(&self) -> &Tool {
        match self {
            Self::Registered(known) => &known.tool,
            Self::LookedUp(tool) => tool,
        }
    }

    pub(super) fn into_tool(self) -> Tool {
        match self {
            Self::Registered(known) => known.tool.clone(),
            Self::LookedUp(tool) => tool,
        }
    }
}

/// The id to register a tool under, whose fields a program may have filled.
pub(super) fn id_of(tool: &Tool) -> Result<String, DocsError> {
    match tool.measured().and_then(|()| tool.id()) {
        Ok(id) => Ok(id.to_string()),
        Err(error) => Err(DocsError::InvalidTool {
            name: tool.name.clone(),
            source: Arc::new(error),
        }),
    }
}

/// A tool and its docs, ready to be registered under their id.
pub(super) fn record_of(
    tool: &Tool,
    mut entry: DocEntry,
    max_examples: usize,
) -> Result<(String, Record), DocsError> {
    let id = id_of(tool)?;
    if entry.is_empty() {
        entry = DocEntry::from_description(tool.description.as_deref().unwrap_or_default());
    }
    let entry = checked(&id, entry, max_examples)?;
    let record = Record {
        entry: Some(Arc::new(entry)),
        tool: Some(Registered::new(tool.clone())),
    };
    Ok((id, record))
}

/// The entry with its texts and examples cut to their caps, unless arguments of examples exceed theirs.
pub(super) fn checked(
    id: &str,
    mut entry: DocEntry,
    max_examples: usize,
) -> Result<DocEntry, DocsError> {
    let oversized = oversized(id, &entry.examples);
    if !oversized.is_empty() {
        for example in entry.examples {
            example
                .args
                .into_iter()
                .for_each(|(_, value)| dismantle(value));
        }
        return Err(DocsError::ArgsTooLarge { oversized });
    }
    cap_entry(&mut entry, max_examples);
    Ok(entry)
}

/// The examples whose arguments exceed the caps.
fn oversized(id: &str, examples: &[ToolExample]) -> Vec<OversizedArgs> {
    let sizes = examples.iter().map(|example| ArgsSize::of(&example.args));
    sizes
        .zip(examples)
        .enumerate()
        .filter(|(_, (size, _))| !size.is_within_caps())
        .map(|(index, (size, example))| OversizedArgs {
            id: id.to_owned(),
            index,
            title: truncated(&example.title, MAX_SUMMARY_LEN).to_owned(),
            size,
        })
        .collect()
}
