//! Pages of tools, and the clients to notify when they change.

use std::sync::{Mutex, PoisonError};

use ::rmcp::model::ListToolsResult;
use ::rmcp::service::SubscriptionSink;
use ::rmcp::{ErrorData, Peer, RoleServer, model as sdk};

use crate::typed::ToolEntry;

/// The default for the most tools in a page.
pub(super) const PAGE: usize = 250;

/// A page of the tools, starting at the cursor. A cursor is the name of the last tool of a
/// page, so it stays valid when tools come and go.
pub(super) fn page(
    tools: &[&'static ToolEntry],
    all: &[ToolEntry],
    cursor: Option<&str>,
    size: usize,
) -> Result<ListToolsResult, ErrorData> {
    let start = match cursor {
        None => 0,
        Some(cursor) => {
            let place = |id: &str| all.iter().position(|tool| tool.id() == id);
            let last = all.iter().position(|tool| tool.wire_name() == cursor);
            let last = last.ok_or_else(|| {
                let shown: String = cursor.chars().take(80).collect();
                let text = format!("`{}` is no cursor of this list", shown.escape_debug());
                ErrorData::invalid_params(text, None)
            })?;
            let is_after = |tool: &&'static ToolEntry| place(tool.id()) > Some(last);
            tools.iter().position(is_after).unwrap_or(tools.len())
        }
    };
    let end = tools.len().min(start.saturating_add(size));
    let shown = tools.get(start..end).unwrap_or_default();
    let mut page = ListToolsResult::with_all_items(shown.iter().map(|tool| offer(tool)).collect());
    if end < tools.len() {
        page.next_cursor = shown.last().map(|tool| tool.wire_name().to_owned());
    }
    Ok(page)
}

/// A tool as the SDK has it, under its name on the wire.
pub(super) fn offer(tool: &ToolEntry) -> sdk::Tool {
    let mut offered = tool.definition().to_sdk().tool;
    offered.name = tool.wire_name().into();
    offered
}

/// Clients that are notified of changes: those that completed the handshake, and those that subscribed.
#[derive(Default)]
pub(super) struct Listeners {
    peers: Mutex<Vec<Peer<RoleServer>>>,
    sinks: Mutex<Vec<(u64, SubscriptionSink)>>,
}

impl Listeners {
    pub(super) fn add(&self, peer: Peer<RoleServer>) {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        peers.retain(|peer| !peer.is_transport_closed());
        peers.push(peer);
    }

    /// Keeps a subscription for as long as the returned guard lives.
    pub(super) fn subscribe(&self, sink: SubscriptionSink) -> Subscribed<'_> {
        let mut sinks = self.sinks.lock().unwrap_or_else(PoisonError::into_inner);
        let number = sinks.last().map_or(0, |(last, _)| last + 1);
        sinks.push((number, sink));
        Subscribed {
            listeners: self,
            number,
        }
    }

    // Nothing is locked while a client is notified.
    fn peers(&self) -> Vec<Peer<RoleServer>> {
        let peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let open = peers.iter().filter(|peer| !peer.is_transport_closed());
        open.cloned().collect()
    }

    fn sinks(&self) -> Vec<SubscriptionSink> {
        let sinks = self.sinks.lock().unwrap_or_else(PoisonError::into_inner);
        sinks.iter().map(|(_, sink)| sink.clone()).collect()
    }

    pub(super) async fn tell(&self) {
        for peer in self.peers() {
            // Clients that are gone need no notification.
            let _ = peer.notify_tool_list_changed().await;
        }
        for sink in self.sinks() {
            let _ = sink.notify_tool_list_changed().await;
        }
    }
}

/// A subscription that ends when this is dropped.
pub(super) struct Subscribed<'a> {
    listeners: &'a Listeners,
    number: u64,
}

impl Drop for Subscribed<'_> {
    fn drop(&mut self) {
        let sinks = &self.listeners.sinks;
        let mut sinks = sinks.lock().unwrap_or_else(PoisonError::into_inner);
        sinks.retain(|(number, _)| *number != self.number);
    }
}
