//! What a server advertises, from all pages.

use std::collections::BTreeSet;

use ::rmcp::model::PaginatedRequestParams;
use ::rmcp::{Peer, RoleClient};

use super::error::CallError;
use crate::error::{Error, ErrorKind};
use crate::model::Tool;
use crate::rules::nearest::nearest;

/// Most tools accepted from one server.
const MAX_TOOLS: usize = 10_000;
const MAX_PAGES: usize = 1_000;

/// Lists the tools of all pages.
pub(super) async fn list(peer: &Peer<RoleClient>) -> Result<Vec<Tool>, CallError> {
    let mut tools = Vec::new();
    let mut cursors = BTreeSet::new();
    let mut cursor = None;
    loop {
        let request = PaginatedRequestParams::default().with_cursor(cursor);
        let page = peer.list_tools(Some(request)).await?;
        for tool in page.tools {
            tools.push(Tool::try_from(tool).map_err(CallError::Tool)?);
        }
        let Some(next) = page.next_cursor else {
            return Ok(tools);
        };
        if tools.len() > MAX_TOOLS || cursors.len() >= MAX_PAGES {
            return Err(endless("too many tools or pages"));
        }
        if !cursors.insert(next.clone()) {
            return Err(endless("the same page twice"));
        }
        cursor = Some(next);
    }
}

fn endless(found: &str) -> CallError {
    let message = format!("the server's list of tools does not end: {found}");
    CallError::Tool(Error::new(ErrorKind::LimitExceeded, message))
}

/// The error for a tool that a server does not advertise.
pub(super) fn unknown(name: &str, tools: &[Tool]) -> CallError {
    let shown: String = name.chars().take(80).collect();
    let near = nearest(name, tools.iter().map(|tool| tool.name.as_str()));
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    let message = format!("the server has no tool `{}`{near}", shown.escape_debug());
    CallError::Tool(Error::new(ErrorKind::UnknownTool, message))
}
