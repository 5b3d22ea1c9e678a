//! `toolmodel list`: the tools, one per line.

use std::fmt::Write as _;

use clap::{ArgMatches, Command};
use serde_json::{Value, json};
use toolmodel_runtime::docs::{
    DetailLevel, DocEntry, DocStore as _, InMemoryDocs, estimate_tokens,
};

use crate::cli::arguments::{json_option, namespace_options, path_argument, text};
use crate::cli::excerpt::plain;
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::format::pretty;
use crate::cli::format::text::{BOLD, DIM};
use crate::cli::input::Input;
use crate::cli::shell::Shell;

/// Longer ids do not push the summaries of the others aside.
const WIDEST_ID: usize = 36;

pub(super) fn command() -> Command {
    Command::new("list")
        .about("List the tools with their size and a line about each")
        .arg(path_argument())
        .args(namespace_options())
        .arg(json_option())
        .after_help(
            "Examples:\n  toolmodel list tools\n  toolmodel list tools/github.json --format json",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let input = Input::read(matches, shell)?;
    let docs = store(&input)?;
    let mut rows = Vec::new();
    for tool in &input.tools {
        let text = tool.loaded.tool.to_mcp_json();
        let doc = docs.describe(&tool.id, DetailLevel::Summary);
        let summary = doc.map(|doc| doc.summary).unwrap_or_default();
        rows.push(Row {
            id: &tool.id,
            file: Input::file(tool).to_owned(),
            bytes: text.len(),
            tokens: estimate_tokens(&text),
            summary,
        });
    }
    let text = if text(matches, "format") == Some("text") {
        table(&rows)
    } else {
        pretty(&rows.iter().map(Row::to_json).collect())
    };
    shell.print(&text)?;
    Ok(Exit::Fine)
}

struct Row<'a> {
    id: &'a str,
    file: String,
    bytes: usize,
    tokens: usize,
    summary: String,
}

impl Row<'_> {
    fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "file": self.file,
            "bytes": self.bytes,
            "estimatedTokens": self.tokens,
            "summary": self.summary,
        })
    }
}

fn table(rows: &[Row<'_>]) -> String {
    let widest = rows.iter().map(|row| row.id.len()).max().unwrap_or(0);
    let widest = widest.min(WIDEST_ID);
    let mut out = String::new();
    for row in rows {
        let summary = plain(&row.summary.replace('\n', " "));
        let gap = if summary.is_empty() { "" } else { "  " };
        let _ = writeln!(
            out,
            "{BOLD}{:widest$}{BOLD:#}  {DIM}{:>6} tokens{DIM:#}{gap}{summary}",
            row.id, row.tokens
        );
    }
    out
}

/// The docs of the tools: from the tools themselves, and from files beside them.
pub(super) fn store(input: &Input) -> Result<InMemoryDocs, Failure> {
    let docs = InMemoryDocs::new();
    for tool in &input.tools {
        let own = &tool.loaded.tool;
        let entry = tool.loaded.docs.clone().unwrap_or_else(|| {
            let description = own.description.as_deref().unwrap_or_default();
            DocEntry::from_description(description)
        });
        docs.register(own.clone(), entry)
            .map_err(|error| Failure::new(format_args!("{}: {error}", tool.id)))?;
    }
    Ok(docs)
}
